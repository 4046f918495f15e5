/** Reads a query string strictly: each name once, valid percent-encoding, nothing a parser could read in two ways. */
import { fail } from '#src/errors.ts';
import { refuseBadText } from './json-body.ts';
import { pointerTo } from './json-pointer.ts';

const maxParameters = 100;
const nothing: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The parameters of a request target, by name. Throws `invalid_field` (field `/query/<name>`) for a repeated name,
 * broken percent-encoding, `__proto__`, NUL, or more than 100 parameters.
 */
export function parseQueryString(url: string): Readonly<Record<string, string>> {
  const mark = url.indexOf('?');
  if (mark === -1 || mark === url.length - 1) return nothing;
  const pairs = url.slice(mark + 1).split('&', maxParameters + 1);
  if (pairs.length > maxParameters) throw fail('invalid_field', { field: '/query', message: `More than ${maxParameters} query parameters were sent.` });
  const query: Record<string, string> = {};
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const field = pointerTo('/query', name);
    if (name === '__proto__') throw fail('invalid_field', { field, message: '__proto__ is not accepted as a key.' });
    if (Object.hasOwn(query, name)) throw fail('invalid_field', { field, message: `${name} was sent more than once.` });
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1), field);
    refuseBadText(name, '/query');
    refuseBadText(value, field);
    query[name] = value;
  }
  return query;
}

function decode(text: string, field = '/query'): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fail('invalid_field', { field, message: 'The percent-encoding of the query string is broken.' });
  }
}
