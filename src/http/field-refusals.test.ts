import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldRefusals, predicateOf } from './field-refusals.ts';

function refuse(schema: z.ZodType, input: unknown, prefix = ''): [string, string | null, string | undefined][] {
  const result = schema.safeParse(input, { error: predicateOf });
  return result.success ? [] : fieldRefusals(result.error.issues, prefix, input).map(({ code, field, message }) => [code, field, message]);
}

test.each<[string, z.ZodType, unknown, string]>([
  ['a type', z.int(), 1.5, 'a must be a whole number.'],
  ['null for a string', z.string(), null, 'a must be a string.'],
  ['NaN', z.number(), Number.NaN, 'a must be a number.'],
  ['an empty text', z.string().min(1), '', 'a must not be empty.'],
  ['a long text', z.string().max(3), 'abcd', 'a must have at most 3 characters.'],
  ['an exact length', z.string().length(3), 'abcd', 'a must have exactly 3 characters.'],
  ['a small number', z.number().gt(0), 0, 'a must be more than 0.'],
  ['a short list', z.array(z.string()).min(2), ['a'], 'a must have at least 2 entries.'],
  ['an empty list', z.array(z.string()).min(1), [], 'a must have at least 1 entry.'],
  ['an e-mail address', z.email(), 'x', 'a must be an e-mail address.'],
  ['a literal', z.literal(true), false, 'a must be true.'],
  ['an own predicate', z.string().regex(/^\d+$/, 'must be digits'), 'x', 'a must be digits.'],
  ['an own sentence', z.string().refine(() => false, 'This is not a day.'), 'x', 'This is not a day.'],
  ['an own rule without words', z.string().refine(() => false), 'x', 'a is not valid.'],
  ['a union of types', z.union([z.number(), z.string()]), true, 'a must be a number or a string.'],
  ['a union whose type fits', z.union([z.number(), z.string().regex(/^\d+$/, 'must be a decimal number')]), 'x', 'a must be a decimal number.'],
])('says in our words: %s', (_name, schema, value, message) => {
  expect(refuse(z.strictObject({ a: schema }), { a: value })).toEqual([['invalid_field', '/a', message]]);
});

test('absent is missing, whatever the schema of the field', () => {
  const schema = z.strictObject({ text: z.string(), choice: z.enum(['a']), either: z.union([z.string(), z.number()]), deep: z.strictObject({ x: z.string() }), no: z.string().optional() });
  expect(refuse(schema, { deep: {} })).toEqual(['text', 'choice', 'either', 'deep/x'].map((name) => ['missing_field', `/${name}`, `${name.replace('/', '.')} is required.`]));
});

test('a discriminated union names the field that chooses, or the fault inside the chosen one', () => {
  const schema = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a'), x: z.string() }), z.strictObject({ kind: z.literal('b'), y: z.string() })]);
  expect(refuse(schema, { kind: 'c' })).toEqual([['invalid_field', '/kind', 'kind must be one of a, b.']]);
  expect(refuse(schema, { kind: 'b', y: 1 })).toEqual([['invalid_field', '/y', 'y must be a string.']]);
});

test('one entry per field, the first fault; at most fifty', () => {
  expect(refuse(z.strictObject({ a: z.string().min(5).regex(/^\d+$/) }), { a: 'x' })).toHaveLength(1);
  expect(refuse(z.strictObject({}), Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1])))).toHaveLength(50);
});

test('a list entry has its index, and a part of the request its name', () => {
  expect(refuse(z.strictObject({ list: z.array(z.strictObject({ a: z.string() })) }), { list: [{ a: 'x' }, {}] })).toEqual([['missing_field', '/list/1/a', 'list.1.a is required.']]);
  expect(refuse(z.strictObject({ page: z.string() }), {}, '/query')).toEqual([['missing_field', '/query/page', 'page is required.']]);
});
