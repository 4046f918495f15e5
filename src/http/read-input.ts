/** From a request to what its route's schemas make of it: parameters, query and body. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure, type Refusal } from '#src/errors.ts';
import { edgeOf } from './edge-state.ts';
import { fieldRefusals, predicateOf } from './field-refusals.ts';
import { type JsonObject, refuseBadText } from './json-body.ts';
import { parseQueryString } from './query-string.ts';
import type { DeclaredRoute } from './route.ts';

type Input = { params: unknown; query: unknown; body: unknown };

/** Reads and checks parameters, query and body; one refusal per bad field over all three. */
export function createInputReader(route: DeclaredRoute): (request: FastifyRequest) => Input {
  const nothing = z.strictObject({});
  const params = route.params?.strict() ?? nothing;
  const query = route.query?.strict() ?? nothing;
  const { body } = route;

  return (request) => {
    const refusals: Refusal[] = [];
    const read = (schema: z.ZodType, prefix: string, input: unknown): unknown => {
      const result = schema.safeParse(input, { error: predicateOf });
      if (result.success) return result.data;
      refusals.push(...fieldRefusals(result.error.issues, prefix, input));
      return undefined;
    };
    const input: Input = {
      params: read(params, '/params', checkedParams(request.params)),
      query: read(query, '/query', parseQueryString(request.url)),
      body: undefined,
    };
    input.body = body === undefined ? refuseAnyBody(request.body, refusals) : read(body, '', bodyOf(route, request, input.query, refusals));
    if (refusals.length === 0) refuseInexact(edgeOf(request).inexact, refusals);
    const [first, ...others] = refusals;
    if (first !== undefined) throw new Failure([first, ...others]);
    return input;
  };
}

/** What the body's schema is to parse. A text is read only beside a readable query, which it is completed by. */
function bodyOf(route: DeclaredRoute, request: FastifyRequest, query: unknown, refusals: Refusal[]): unknown {
  const { textBody } = edgeOf(request);
  const parameters = isJsonObject(query) ? query : {};
  if (textBody !== null) return route.bodyMedia?.[textBody.media]?.read(textBody.text, parameters);
  if (route.bodyMedia !== undefined) refuseParameters(parameters, Object.keys(route.bodyMedia), refusals);
  return request.body ?? {};
}

function refuseParameters(parameters: JsonObject, media: readonly string[], refusals: Refusal[]): void {
  for (const name of Object.keys(parameters)) {
    refusals.push({ code: 'invalid_field', field: `/query/${name}`, message: `${name} is a query parameter only beside a body of ${media.join(' or ')}.`, fix: 'Send it in the JSON body.' });
  }
}

function checkedParams(params: unknown): unknown {
  if (typeof params === 'object' && params !== null) {
    for (const [name, value] of Object.entries(params)) refuseBadText(String(value), `/params/${name}`);
  }
  return params;
}

function refuseAnyBody(body: unknown, refusals: Refusal[]): undefined {
  if (!isJsonObject(body)) return undefined;
  for (const key of Object.keys(body).slice(0, 50)) {
    refusals.push({ code: 'invalid_field', field: `/${key.slice(0, 100)}`, message: 'This call takes no body.', fix: 'Send no body.' });
  }
  return undefined;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** A free-form schema would let NaN through, and the number would be stored as null. */
function refuseInexact(inexact: readonly string[], refusals: Refusal[]): void {
  for (const field of inexact.slice(0, 50)) {
    refusals.push({ code: 'invalid_field', field, message: 'The number has more digits than can be kept exactly; send it as a string.' });
  }
}
