/** The headers that a route asked for, and no others. */
import type { FastifyRequest } from 'fastify';
import { refuseBadText } from './json-body.ts';
import type { DeclaredRoute } from './route.ts';

/** Lower-case names of what a route declares; `accept` too where it answers in other media. */
export function declaredHeaderNames({ headers, otherMedia }: DeclaredRoute): readonly string[] {
  return [...Object.keys(headers ?? {}).map((name) => name.toLowerCase()), ...(otherMedia === undefined ? [] : ['accept'])];
}

/** @throws Failure invalid_field for text that cannot be stored */
export function pickHeaders(request: FastifyRequest, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  const picked: Record<string, string | undefined> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string') {
      refuseBadText(value, null);
      picked[name] = value;
    }
  }
  return picked;
}
