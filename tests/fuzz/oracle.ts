/** What must hold for the answer to any request whatever. */
import { catalogue } from '#src/errors.ts';
import { commonErrors, type Route, writingErrors } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { canary } from './mutate.ts';
import type { RawAnswer } from './raw-call.ts';

const envelopeKeys = ['statusCode', 'message', 'data', 'errors'];
const entryKeys = ['code', 'message', 'field', 'fix', 'retryable', 'docUrl', 'details'];
/** Signs that our inside shows: stack lines, source paths, the driver, the database. */
const inside = /\\n +at |node_modules|\/src\/|\.ts:\d|openteller_app|pg_catalog|ZodError|SyntaxError|TypeError|violates|relation "/;
/** A status that HTTP itself fixes, whatever the code says. */
const protocolStatuses = new Set([408]);

/** What is wrong with an answer; empty when all is well. `secrets` must not stand in it. */
export function faultsOf(answer: RawAnswer, route: Route | null, secrets: readonly string[]): string[] {
  const faults: string[] = [];
  // A mutant that lost the sandbox's part of its path asks at the live root, which is not configured here.
  const atLive = answer.status === 503 && answer.text.includes('"live_not_configured"');
  if (answer.status >= 500 && !atLive) faults.push(`status ${answer.status}`);
  if (inside.test(answer.text)) faults.push('the inside shows');
  for (const secret of secrets) if (answer.text.includes(secret)) faults.push('a secret shows');
  if (answer.status === 200) return faults;
  faults.push(...envelopeFaults(answer), ...entriesOf(answer).flatMap((entry) => entryFaults(entry, route)));
  if (answer.text.includes(canary)) faults.push('the refusal repeats what was sent');
  return faults;
}

function entriesOf(answer: RawAnswer): unknown[] {
  const { errors } = answer.json;
  return Array.isArray(errors) ? errors : [];
}

function envelopeFaults({ status, headers, json }: RawAnswer): string[] {
  const missing = envelopeKeys.filter((key) => !Object.hasOwn(json, key)).map((key) => `the envelope lacks ${key}`);
  const [first]: unknown[] = Array.isArray(json['errors']) ? json['errors'] : [];
  if (!isRecord(first)) return [...missing, 'errors is empty'];
  const known = Object.entries(catalogue).find(([code]) => code === first['code'])?.[1];
  const faults = [...missing];
  if (json['statusCode'] !== known?.statusCode) faults.push(`statusCode ${String(json['statusCode'])} for ${String(first['code'])}`);
  if (known?.httpStatus !== status && !protocolStatuses.has(status)) faults.push(`status ${status} for ${String(first['code'])}`);
  if (!/^content-type: application\/json/im.test(headers)) faults.push('not called JSON');
  if (status === 401 && !/^www-authenticate: /im.test(headers)) faults.push('401 without WWW-Authenticate');
  if (status === 405 && !/^allow: /im.test(headers)) faults.push('405 without Allow');
  if (status === 429 && !/^retry-after: \d+/im.test(headers)) faults.push('429 without Retry-After');
  return faults;
}

function entryFaults(entry: unknown, route: Route | null): string[] {
  if (!isRecord(entry)) return ['an error is no object'];
  const faults = entryKeys.filter((key) => !Object.hasOwn(entry, key)).map((key) => `an error lacks ${key}`);
  const { code, fix, field, message } = entry;
  if (typeof code !== 'string' || !Object.hasOwn(catalogue, code)) faults.push(`unknown code ${String(code)}`);
  if (route !== null && typeof code === 'string' && !declared(route).has(code)) faults.push(`undeclared code ${code}`);
  if (typeof fix !== 'string' || fix.trim() === '') faults.push('empty fix');
  if (typeof message !== 'string' || message.trim() === '') faults.push('empty message');
  if (field !== null && (typeof field !== 'string' || !field.startsWith('/'))) faults.push('field is no JSON pointer');
  return faults;
}

function declared(route: Route): ReadonlySet<string> {
  return new Set<string>([...route.errors, ...commonErrors, ...(route.method === 'GET' ? [] : writingErrors)]);
}
