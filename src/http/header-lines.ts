/**
 * Looks at the header lines as they came. Node joins or drops repeated lines before a handler sees them,
 * and a proxy in front may choose the other one; two readings of one request are refused instead.
 */
import { fail } from '#src/errors.ts';

/** A header that may come once: its value, absent, or sent twice. */
export type HeaderLine = { state: 'one'; value: string } | { state: 'absent' } | { state: 'repeated' };

export type HeaderLines = { authorization: HeaderLine; requestId: HeaderLine };

const absent: HeaderLine = { state: 'absent' };
const repeated: HeaderLine = { state: 'repeated' };
const maxHeaderLines = 100;

/**
 * Reads `rawHeaders` (name, value, name, value, …). Throws `header_fields_too_large` above 100 lines, and `invalid_field`
 * when Host is not there exactly once (RFC 9112 §3.2) or Content-Length comes twice.
 */
export function readHeaderLines(rawHeaders: readonly string[], httpVersion: string): HeaderLines {
  if (rawHeaders.length > maxHeaderLines * 2) throw fail('header_fields_too_large');
  let authorization = absent;
  let requestId = absent;
  let hosts = 0;
  let lengths = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    // The length tells these few names from all others without lower-casing each one.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 9 && name.toLowerCase() === 'requestid') requestId = next(requestId, value);
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorization = next(authorization, value);
    else if (name.length === 14 && name.toLowerCase() === 'content-length') lengths += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    throw fail('invalid_field', { message: 'Exactly one Host header is required.', fix: 'Send one Host header.' });
  }
  if (lengths > 1) {
    throw fail('invalid_field', { message: 'Content-Length was sent more than once.', fix: 'Send one Content-Length header.' });
  }
  return { authorization, requestId };
}

function next(before: HeaderLine, value: string): HeaderLine {
  return before.state === 'absent' ? { state: 'one', value } : repeated;
}

const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The requestId when there is exactly one well-formed line, else undefined. */
export function validRequestId(line: HeaderLine): string | undefined {
  return line.state === 'one' && requestIdPattern.test(line.value) ? line.value : undefined;
}

/** The requestId, or throws `missing_request_id` or `invalid_request_id` (contract §3). */
export function requireRequestId(line: HeaderLine): string {
  const requestId = validRequestId(line);
  if (requestId !== undefined) return requestId;
  throw line.state === 'absent' ? fail('missing_request_id') : fail('invalid_request_id');
}

/** The Authorization value, or undefined when absent. Throws `token_invalid` when it came twice. */
export function singleAuthorization(line: HeaderLine): string | undefined {
  if (line.state === 'repeated') throw fail('token_invalid', { message: 'The Authorization header was sent more than once.' });
  return line.state === 'one' ? line.value : undefined;
}
