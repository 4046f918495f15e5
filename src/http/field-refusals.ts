/** Translates what a schema found into refusals of our own: one per field, in our words, never with the value sent. */
import type { z } from 'zod';
import type { Refusal } from '#src/errors.ts';
import { pointerTo } from './json-pointer.ts';

type Issue = z.core.$ZodIssue;

/** More than these help nobody and would let a small body ask for a large answer. */
export const mostRefusals = 50;

/**
 * The message of an issue as a predicate ("must be a string"), for schemas that say nothing themselves.
 * Hand it to `safeParse` as `error`; a schema's own message goes first.
 */
export function predicateOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${wordsOf(issue.values)}` : `must be one of ${wordsOf(issue.values)}`;
    case 'too_small':
      return boundWords(issue.origin, issue.exact === true ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return boundWords(issue.origin, issue.exact === true ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_format':
      return formatWords[issue.format] ?? 'has the wrong format';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? `must be one of ${wordsOf(issue.options)}` : 'is not valid';
    default:
      return 'is not valid';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
};

const formatWords: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an absolute URL',
  uuid: 'must be a UUID',
  date: 'must be a date, YYYY-MM-DD',
  datetime: 'must be a date and time in ISO 8601',
  base64: 'must be base64',
};

function wordsOf(values: readonly unknown[]): string {
  return values.map(String).join(', ');
}

function boundWords(origin: string, how: string, bound: number | bigint): string {
  if (origin === 'string') return bound === 1 && how === 'at least' ? 'must not be empty' : `must have ${how} ${bound} characters`;
  if (origin === 'array' || origin === 'set') return `must have ${how} ${bound} ${Number(bound) === 1 ? 'entry' : 'entries'}`;
  return `must be ${how} ${bound}`;
}

/**
 * Refusals for the issues of one part of a request. `prefix` is the part's pointer: '' for the body, '/query', '/params'.
 * `input` is what was parsed: a field that is not there answers `missing_field`, any other `invalid_field`.
 */
export function fieldRefusals(issues: readonly Issue[], prefix: string, input: unknown): Refusal[] {
  const byField = new Map<string, Refusal>();
  for (const issue of issues) {
    for (const refusal of refusalsOf(issue, prefix, input)) {
      if (byField.size < mostRefusals && !byField.has(refusal.field ?? '')) byField.set(refusal.field ?? '', refusal);
    }
  }
  return [...byField.values()];
}

function refusalsOf(issue: Issue, prefix: string, input: unknown): Refusal[] {
  const field = issue.path.reduce<string>(pointerTo, prefix);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'invalid_field',
      field: pointerTo(field, key),
      message: `${nameOf(pointerTo(field, key))} is not a known field.`,
      fix: 'Leave the field out, or correct its spelling.',
    }));
  }
  const name = nameOf(field);
  if (isAbsent(input, issue.path)) return [{ code: 'missing_field', field: field === '' ? null : field, message: `${name} is required.` }];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionRefusals(issue.errors, field, valueAt(input, issue.path));
  return [{ code: 'invalid_field', field: field === '' ? null : field, message: sentence(name, issue.message) }];
}

/**
 * Of a union's branches: all refuse the type → one message that names each type. Otherwise the branch that got furthest
 * speaks, since it is most likely the one that was meant.
 */
function unionRefusals(branches: readonly (readonly Issue[])[], field: string, input: unknown): Refusal[] {
  const rightType = branches.filter((issues) => !issues.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0));
  const best = rightType.toSorted((a, b) => a.length - b.length)[0];
  if (best !== undefined) return fieldRefusals(best, field, input);
  const types = branches.flatMap((issues) => issues.flatMap((issue) => (issue.code === 'invalid_type' ? [typeWords[issue.expected] ?? 'of another type'] : [])));
  return [{ code: 'invalid_field', field: field === '' ? null : field, message: sentence(nameOf(field), `must be ${[...new Set(types)].join(' or ')}`) }];
}

/** `nextOfKin.phone` for `/nextOfKin/phone`, `page` for `/query/page`: as people write it in code. */
function nameOf(field: string): string {
  const steps = field.split('/').slice(1);
  const own = steps.length > 1 && (steps[0] === 'query' || steps[0] === 'params') ? steps.slice(1) : steps;
  return own.length === 0 ? 'The body' : own.join('.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A schema's own message may be a predicate ("must have 11 digits") or a whole sentence. */
function sentence(name: string, message: string): string {
  const whole = /^\p{Lu}/u.test(message) ? message : `${name} ${message}`;
  return whole.endsWith('.') ? whole : `${whole}.`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let node = input;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = Object.entries(node).find(([key]) => key === String(step))?.[1];
  }
  return node;
}

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  return path.length > 0 && valueAt(input, path) === undefined;
}
