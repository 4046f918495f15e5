/** What only shows on a real socket: repeated header lines, limits of the HTTP parser, framing. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToyServer, sendRaw } from './toy-server.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createToyServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

function get(lines: readonly string[], path = '/sandbox/v1/toy/1'): string {
  return [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
}

/** Status and first error code of the only answer that came back; more than one answer fails. */
function outcome(received: string): [number, string | undefined] {
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const parsed = JSON.parse(body);
  expect(Object.keys(parsed)).toEqual(['statusCode', 'message', 'data', 'errors']);
  return [Number(head.slice(9, 12)), parsed.errors[0]?.code];
}

const host = 'Host: localhost';
const bearer = 'Authorization: Bearer good';
const requestId = 'requestId: req-1';

test('the lines of a good request pass', async () => {
  expect(outcome(await sendRaw(app, get([host, bearer, requestId])))).toEqual([200, undefined]);
  expect(outcome(await sendRaw(app, get([host, 'AUTHORIZATION: Bearer good', 'REQUESTID: a', 'Expect: something'])))).toEqual([200, undefined]);
});

describe('header lines', () => {
  test.each([
    ['Host twice', [host, host, bearer, requestId], 400, 'invalid_field'],
    ['no Host', [bearer, requestId], 400, 'invalid_field'],
    ['Authorization twice', [host, bearer, 'authorization: Bearer good', requestId], 401, 'token_invalid'],
    ['requestId twice', [host, bearer, requestId, 'Requestid: req-2'], 400, 'invalid_request_id'],
    ['requestId twice, the same', [host, bearer, requestId, requestId], 400, 'invalid_request_id'],
    ['requestId of 129 characters', [host, bearer, `requestId: ${'a'.repeat(129)}`], 400, 'invalid_request_id'],
    ['empty requestId', [host, bearer, 'requestId:'], 400, 'invalid_request_id'],
    ['Content-Length twice', [host, bearer, requestId, 'Content-Length: 0', 'Content-Length: 0'], 400, 'invalid_field'],
    ['Content-Length beside chunks', [host, bearer, requestId, 'Content-Length: 0', 'Transfer-Encoding: chunked'], 400, 'invalid_field'],
    ['a negative Content-Length', [host, bearer, requestId, 'Content-Length: -1'], 400, 'invalid_field'],
    ['a space before the colon', [host, 'Authorization : Bearer good', requestId], 400, 'invalid_field'],
    ['a folded line', [host, bearer, 'X-A: 1\r\n 2', requestId], 400, 'invalid_field'],
    ['NUL in a value', [host, bearer, 'X-A: a\0b', requestId], 400, 'invalid_field'],
    ['9 KB of headers', [host, bearer, `X-A: ${'a'.repeat(9_000)}`], 431, 'header_fields_too_large'],
    ['101 lines', [host, bearer, requestId, ...Array.from({ length: 97 }, (_, i) => `X-${i}: 1`)], 431, 'header_fields_too_large'],
  ])('%s', async (_name, lines, status, code) => {
    expect(outcome(await sendRaw(app, get(lines)))).toEqual([status, code]);
  });
});

describe('request lines', () => {
  test.each([
    ['junk', 'hello\r\n\r\n', 400],
    ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400],
    ['a bare line feed', 'GET /sandbox/v1/toy/1 HTTP/1.1\nHost: a\n\n', 400],
    ['an absolute target is the path in it (RFC 9112 §3.2.2)', `GET http://localhost/sandbox/v1/toy/1 HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 401],
    ['dots', `GET /sandbox/v1/toy/../toy/1 HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 404],
    ['a fragment', `GET /sandbox/v1/toy/1#x HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 404],
    ['a backslash', `GET /sandbox\\v1/toy/1 HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 404],
    ['another method', `PROPFIND /sandbox/v1/toy/1 HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 405],
  ])('%s', async (_name, bytes, status) => {
    expect(outcome(await sendRaw(app, bytes))[0]).toBe(status);
  });

  test('CONNECT gets no tunnel', async () => {
    expect(await sendRaw(app, `CONNECT localhost:1 HTTP/1.1\r\n${host}\r\n\r\n`)).not.toMatch(/ 200 /);
  });
});

describe('bodies', () => {
  const post = (lines: readonly string[], body: string) =>
    [`POST /sandbox/v1/toy HTTP/1.1`, host, bearer, requestId, ...lines, 'Connection: close', '', body].join('\r\n');
  const json = 'Content-Type: application/json';
  const sized = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;

  test.each([
    ['no content type', [sized('{}')], '{}', 415, 'unsupported_media_type'],
    ['text', ['Content-Type: text/plain', sized('{}')], '{}', 415, 'unsupported_media_type'],
    ['a form', ['Content-Type: application/x-www-form-urlencoded', sized('a=1')], 'a=1', 415, 'unsupported_media_type'],
    ['another charset', [`${json}; charset=latin1`, sized('{}')], '{}', 415, 'unsupported_media_type'],
    ['utf-8 by name', [`${json}; charset=UTF-8`, sized('{"name":"a"}')], '{"name":"a"}', 200, undefined],
    ['chunks', [json, 'Transfer-Encoding: chunked'], 'c\r\n{"name":"a"}\r\n0\r\n\r\n', 200, undefined],
    ['a broken chunk', [json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n', 400, 'invalid_field'],
    ['a megabyte of a', [json, 'Content-Length: 1048576'], 'a'.repeat(1_048_576), 413, 'payload_too_large'],
  ])('%s', async (_name, lines, body, status, code) => {
    expect(outcome(await sendRaw(app, post(lines, body)))).toEqual([status, code]);
  });

  test('a body on a call that takes none is refused, an empty object is not', async () => {
    const withBody = (body: string) => get([host, bearer, requestId, json, sized(body)]) + body;
    expect(outcome(await sendRaw(app, withBody('{"a":1}')))).toEqual([400, 'invalid_field']);
    expect(outcome(await sendRaw(app, withBody('{}')))).toEqual([200, undefined]);
  });
});

describe('pipelining', () => {
  const first = `GET /livez HTTP/1.1\r\n${host}\r\n\r\n`;

  test('requests are answered in order, one answer each', async () => {
    const received = await sendRaw(app, first + get([host, bearer, requestId]));
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(received.indexOf('alive')).toBeLessThan(received.indexOf('toyId'));
  });

  test('junk after a request is never taken for the answer to it', async () => {
    const received = await sendRaw(app, `${first}junk\r\n\r\n`);
    expect(received.startsWith('HTTP/1.1 400')).toBe(false);
  });

  test('a connection whose requests were answered is told why it ends', async () => {
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP');
    const socket = connect(address.port, address.address);
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (received === '') socket.write('junk\r\n\r\n');
      received += chunk;
    });
    socket.write(first);
    await once(socket, 'close');
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

test('headers that do not arrive within five seconds end in 408', async () => {
  expect(outcome(await sendRaw(app, `GET /livez HTTP/1.1\r\n${host}\r\nX-Slow: `))[0]).toBe(408);
});
