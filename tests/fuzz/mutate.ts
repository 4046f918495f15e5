/** What an honest request turns into: each mutation changes one or a few things that a careless or hostile caller would. */
import type { Random } from '#tests/simulation/random.ts';
import type { RawCall } from './raw-call.ts';

/** Part of every text we make up: a refusal that repeats it has repeated what was sent. */
export const canary = 'q7Kzv2canary';

type Json = Readonly<Record<string, unknown>>;
export type Honest = { method: string; path: string; body: Json | undefined; headers: readonly (readonly [string, string])[] };

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** JSON texts that stand where a field's value stood. */
const values: readonly [string, ...string[]] = [
  'null', 'true', 'false', '0', '-0', '-1', '1e400', '-1e400', '1e-400', '0.1', '1e15', '9007199254740993', '123456789012345678901234567890', '2147483648', '0.30000000000000004',
  '[]', '{}', '[[]]', '[null]', '{"a":{"b":{}}}', nested(31), nested(5_000), `{"__proto__":{"admin":true}}`, `{"constructor":{"prototype":{"admin":true}}}`, `{"toString":1}`,
  '""', '" "', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202e\\ufeff"', '"👩‍👩‍👧‍👦"', '"é́́́"', '"%00%2f"', `"'; drop table transfer; --"`, '"$1 $2 \\\\x00"', '"../../etc/passwd"',
  `"${canary}"`, `"${canary}\\n${canary}"`, `"<script>${canary}</script>"`, '"99999999999999999999"', '"0x10"', '"1e3"', '"NaN"', '"-0.00"', '"٠١٢٣٤٥٦٧٨٩"', '"０１２３４５６７８９"',
  '"2026-02-30"', '"0000-00-00"', '"9999-12-31T23:59:60+99:99"', '"data:image/png;base64,AAAA"', '"iVBORw0KGgo="', '"////"', '"====="', '"http://169.254.169.254/"', '"file:///etc/passwd"', '"javascript:1"',
  '"123456"', '"0123456789"', '"22212345678"', '"Male"', '1000.5', `"${'a'.repeat(201)}"`, `"${'9'.repeat(5_000)}"`, `[${'1,'.repeat(2_000)}1]`,
];

const megabyte = `"${'a'.repeat(1_000_000)}"`;

const keys: readonly [string, ...string[]] = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', '', ' ', 'ID', 'tenantId', 'a/b~c', '\u0000', '💥', 'toString', 'x'.repeat(3_000)];

const steps: readonly [string, ...string[]] = [
  '%00', '%2f', '%2F..%2F', '%', '%zz', '%ff%fe', '..', '.', '%2e%2e', 'null', 'undefined', '__proto__', 'constructor', '0', '-1', '1e3', 'a'.repeat(256), 'a'.repeat(257), 'a'.repeat(4_000),
  '%F0%9F%92%A5', '%ED%A0%80', "'", '%27%20or%201%3D1', ';a=b', 'a?b', '*', '%5c', '%0d%0aX:1', canary, '99999999999999999999', '%E2%80%AE',
];

const queries: readonly [string, ...string[]] = [
  'page=1&page=2', 'page=0&pageSize=0', 'page=-1&pageSize=1e3', 'page=1000001&pageSize=100', 'page=1000000&pageSize=100', 'page=%00&pageSize=%', 'page=1.5&pageSize=٣', '__proto__=1', '__proto__[a]=1', 'a[]=1', '&&&', '=',
  `q=${'a'.repeat(6_000)}`, `${'a=1&'.repeat(150)}`, `search=${canary}`, 'search=%25%5f%27&page=1&pageSize=10', 'from=2026-99-99&page=1&pageSize=1', 'from=9999-12-31T99:99&to=x&page=1&pageSize=1', 'after=%F0%9F%92%A5', 'limit=999999999999', 'page=1&pageSize=10&createdFrom=0000-01-01', 'page=1&pageSize=10&unknown=1',
];

const headerLines: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['requestId', 'second'], ['requestId', ''], ['requestId', 'a b'], ['requestId', 'a'.repeat(129)], ['requestid', '\u00ff\u00fe'], ['Authorization', 'Bearer x'], ['Authorization', 'Basic'], ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/json; charset=utf-16'], ['Content-Encoding', 'gzip'], ['Transfer-Encoding', 'identity'], ['Expect', '100-continue'], ['Host', 'evil.example'], ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', '127.0.0.1'], ['X-Scenario', canary], ['X-Scenario', '__proto__'], ['X-Scenario', 'constructor'], ['X-Scenario', '\u0080\u00ff'], ['Cookie', 'a'.repeat(7_000)], ['X-Long', 'a'.repeat(20_000)], ['Accept', '\u00ff/*'], ['Upgrade', 'websocket'],
  ['Bad Name', 'x'], ['X-Null', 'a\u0000b'], ['Content-Length', '5'], ['Range', 'bytes=0-0'], ['If-None-Match', '*'], ['__proto__', 'x'],
];

type Draft = { method: string; target: string; headers: [string, string][]; text: string | null; bytes: Buffer | null };
type Mutation = (draft: Draft, honest: Honest, random: Random) => void;

/** A mutated request; `root` is the prefix of its target. */
export function mutate(honest: Honest, root: string, random: Random): RawCall {
  const draft: Draft = {
    method: honest.method,
    target: root + honest.path,
    headers: honest.headers.map(([name, value]) => [name, value]),
    text: honest.body === undefined ? null : JSON.stringify(honest.body),
    bytes: null,
  };
  const kinds: readonly [Mutation, ...Mutation[]] = honest.body === undefined ? [path, path, query, query, header, method, someBody] : [value, value, value, value, key, document, bytes, path, query, header, method];
  random.pick(kinds)(draft, honest, random);
  if (random.chance(0.15)) random.pick(kinds)(draft, honest, random);
  return { method: draft.method, target: draft.target, headers: draft.headers, body: draft.bytes ?? (draft.text === null ? null : Buffer.from(draft.text, 'utf8')) };
}

/** One field of the body, also an inner one, gets a value of another kind. */
function value(draft: Draft, honest: Honest, random: Random): void {
  const fields = Object.keys(honest.body ?? {});
  const [first, ...others] = fields;
  if (first === undefined) return;
  const field = random.pick([first, ...others]);
  const text = random.chance(0.02) ? megabyte : random.pick(values);
  draft.text = withRaw(honest.body ?? {}, field, text);
}

/** JSON with the text standing as it is: numbers keep their digits, and half characters their escapes. */
function withRaw(body: Json, field: string, text: string): string {
  const parts = Object.entries(body).map(([name, inner]) => `${JSON.stringify(name)}:${name === field ? text : JSON.stringify(inner)}`);
  return `{${parts.join(',')}}`;
}

/** A field is lost, sent twice, renamed, or joined by one nobody knows. */
function key(draft: Draft, honest: Honest, random: Random): void {
  const [first, ...others] = Object.keys(honest.body ?? {});
  const field = random.pick([first ?? 'x', ...others]);
  const rest = Object.fromEntries(Object.entries(honest.body ?? {}).filter(([name]) => name !== field));
  const text = JSON.stringify(honest.body ?? {});
  const added = `${JSON.stringify(random.pick(keys))}:${random.pick(values)}`;
  const twice = `${JSON.stringify(field)}:${random.pick(values)}`;
  const joined = (more: string): string => (text === '{}' ? `{${more}}` : `${text.slice(0, -1)},${more}}`);
  draft.text = random.pick([JSON.stringify(rest), joined(added), joined(twice), JSON.stringify({ ...rest, [random.pick(keys)]: 1 })]);
}

/** The whole body is something else. */
function document(draft: Draft, honest: Honest, random: Random): void {
  const text = JSON.stringify(honest.body ?? {});
  draft.text = random.pick(['', ' ', '{}', '[]', 'null', '0', '"text"', text.slice(0, -1), `${text}${text}`, `\uFEFF${text}`, `[${text}]`, text.replaceAll('"', "'"), `${text},`, `/* */${text}`, nested(100_000), `{"a":${megabyte}}`, random.pick(values)]);
}

function bytes(draft: Draft, honest: Honest, random: Random): void {
  const whole = Buffer.from(JSON.stringify(honest.body ?? {}), 'utf8');
  for (let flips = random.between(1, 4); flips > 0; flips -= 1) whole[random.between(0, whole.length - 1)] = random.between(0, 255);
  draft.bytes = whole;
}

/** One step of the path becomes something else, or one comes or goes. */
function path(draft: Draft, honest: Honest, random: Random): void {
  const [before = '', mark] = draft.target.split('?');
  const parts = before.split('/');
  const at = random.between(1, parts.length - 1);
  const step = random.pick(steps);
  if (random.chance(0.7)) parts[at] = step;
  else if (random.chance(0.5)) parts.splice(at, 0, step);
  else parts.splice(at, 1);
  draft.target = parts.join('/') + (mark === undefined ? '' : `?${mark}`);
  if (!draft.target.startsWith('/')) draft.target = `/${draft.target}`;
  if (honest.path.includes('?') && random.chance(0.2)) draft.target += '#part';
}

function query(draft: Draft, _honest: Honest, random: Random): void {
  const [before = ''] = draft.target.split('?');
  draft.target = random.chance(0.5) ? `${before}?${random.pick(queries)}` : `${draft.target}${draft.target.includes('?') ? '&' : '?'}${random.pick(queries)}`;
}

/** A line is added beside the honest ones, replaces its namesake, or an honest line is left out. */
function header(draft: Draft, _honest: Honest, random: Random): void {
  const [name, text] = random.pick(headerLines);
  const others = draft.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  if (random.chance(0.15)) draft.headers.splice(random.between(0, draft.headers.length - 1), 1);
  else draft.headers = random.chance(0.5) ? [...draft.headers, [name, text]] : [...others, [name, text]];
  if (random.chance(0.03)) draft.headers.push(...Array.from({ length: 120 }, (_, index): [string, string] => [`X-${index}`, 'a']));
}

function method(draft: Draft, _honest: Honest, random: Random): void {
  draft.method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE']);
}

function someBody(draft: Draft, _honest: Honest, random: Random): void {
  draft.text = random.pick(['{}', '[]', 'null', '{"a":1}', '{', `{"a":"${canary}"}`, `{"__proto__":{}}`]);
}
