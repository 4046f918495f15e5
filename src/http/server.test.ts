import type { FastifyInstance, InjectOptions } from 'fastify';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToyServer } from './toy-server.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createToyServer();
});
afterAll(() => app.close());

const good = { authorization: 'Bearer good', requestid: 'req-1' };

function post(payload: InjectOptions['payload'], headers: Record<string, string> = {}, url = '/sandbox/v1/toy') {
  return app.inject({ method: 'POST', url, payload: payload ?? '', headers: { 'content-type': 'application/json', ...good, ...headers } });
}

describe('a good request', () => {
  test('answers the envelope with its keys in order, and echoes the requestId', async () => {
    const answer = await post({ name: 'Ball' }, { 'x-scenario': 'slow' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('{"statusCode":"00","message":"Successful","data":{"name":"Ball","scenario":"slow"},"errors":[]}');
    expect(answer.headers).toMatchObject({
      requestid: 'req-1',
      'ratelimit-limit': '400',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  test('is taken at the alias of the sandbox root too', async () => {
    const answer = await app.inject({ url: '/gateway/api/v1/toy/12?page=2', headers: { ...good, 'content-type': 'application/json' } });
    expect(answer.json()).toMatchObject({ statusCode: '00', data: { toyId: '12', page: 2 } });
  });
});

describe('the order of checks', () => {
  const cases: [string, string, Record<string, string>, string][] = [
    ['a broken body goes before authentication', '{', { authorization: 'Bearer bad' }, 'invalid_json'],
    ['authentication goes before scope', '{}', { authorization: 'Bearer bad', requestid: '!' }, 'token_invalid'],
    ['scope goes before the requestId', '{}', { authorization: 'Bearer noscope', requestid: '!' }, 'scope_missing'],
    ['the requestId goes before the schema', '{}', { requestid: '!' }, 'invalid_request_id'],
    ['the schema goes before the route', '{}', {}, 'missing_field'],
    ['the route speaks last', '{"name":"missing"}', {}, 'customer_not_found'],
  ];
  test.each(cases)('%s', async (_name, body, headers, code) => {
    const answer = await post(body, headers);
    expect(answer.json().errors[0].code).toBe(code);
  });

  test('an empty bucket goes before the requestId and tells when to come back', async () => {
    const tight = await createToyServer({ rateLimits: () => ({ perSecond: 0.1, burst: 1, kycPerMinute: 60 }), nowMs: () => 0 });
    const ask = () => tight.inject({ url: '/sandbox/v1/toy/1', headers: { authorization: 'Bearer good' } });
    expect((await ask()).json().errors[0].code).toBe('missing_request_id');
    const second = await ask();
    expect(second.statusCode).toBe(429);
    expect(second.headers).toMatchObject({ 'retry-after': '10', 'ratelimit-remaining': '0', 'ratelimit-limit': '1' });
    await tight.close();
  });

  test('the KYC budget is counted on KYC routes alone', async () => {
    const tight = await createToyServer({ rateLimits: () => ({ perSecond: 10, burst: 10, kycPerMinute: 1 }), nowMs: () => 0 });
    const picture = () => tight.inject({ method: 'POST', url: '/sandbox/v1/toy/picture', payload: { image: 'a' }, headers: good });
    expect((await picture()).statusCode).toBe(200);
    expect((await picture()).statusCode).toBe(429);
    expect((await tight.inject({ url: '/sandbox/v1/toy/1', headers: good })).statusCode).toBe(200);
    await tight.close();
  });
});

describe('refusals', () => {
  test('one entry per bad field, with pointers and our own words', async () => {
    const answer = await post({ name: 5, bvn: '12', colour: 'blue', nextOfKin: {}, amount: true, 'un/known': 1 });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map((entry: { code: string; field: string; message: string }) => [entry.code, entry.field, entry.message])).toEqual([
      ['invalid_field', '/name', 'name must be a string.'],
      ['invalid_field', '/bvn', 'bvn must have 11 digits.'],
      ['invalid_field', '/amount', 'amount must be a number or a string.'],
      ['invalid_field', '/colour', 'colour must be one of red, green.'],
      ['missing_field', '/nextOfKin/phone', 'nextOfKin.phone is required.'],
      ['invalid_field', '/un~1known', 'un/known is not a known field.'],
    ]);
    expect(answer.json().errors[0]).toMatchObject({ retryable: false, docUrl: 'http://127.0.0.1:3000/docs/errors#invalid_field', details: {} });
  });

  test('no body names each required field', async () => {
    const answer = await app.inject({ method: 'POST', url: '/sandbox/v1/toy', headers: good });
    expect(answer.json().errors).toMatchObject([{ code: 'missing_field', field: '/name' }]);
  });

  test('query and path fields are named under their parts', async () => {
    const answer = await app.inject({ url: '/sandbox/v1/toy/abc?page=x&size=1', headers: good });
    expect(answer.json().errors.map((entry: { field: string }) => entry.field)).toEqual(['/params/toyId', '/query/page', '/query/size']);
  });

  test('an unforeseen error answers 500 without a word of it', async () => {
    const answer = await post({ name: 'bug' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ statusCode: '96', data: {}, errors: [{ code: 'internal_error', retryable: true }] });
    expect(answer.body).not.toMatch(/secret|stack|\.ts/);
  });

  test.each([['undeclared'], ['wrong shape']])('an answer that its route does not declare is a 500 under test: %s', async (name) => {
    expect((await post({ name })).statusCode).toBe(500);
  });

  test('401 names the scheme', async () => {
    const answer = await post({ name: 'Ball' }, { authorization: 'Bearer bad' });
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="openteller", error="invalid_token"');
  });
});

describe('paths', () => {
  test.each([
    ['/nowhere'],
    ['/sandbox/v1/toy/'],
    ['/sandbox/v1/TOY'],
    ['/sandbox/v1//toy'],
    ['/sandbox/v1/%74oy'],
    ['/sandbox/v1/%2574oy'],
    ['/sandbox/v1/%zz'],
    [`/sandbox/v1/toy/1/${'1'.repeat(300)}`],
  ])('%s is unknown, in the envelope', async (url) => {
    const answer = await app.inject({ method: 'POST', url, payload: 'x', headers: good });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'record_not_found']);
  });

  test('a known path with another method answers 405 and what it takes', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/sandbox/v1/toy/1', headers: good });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET']);
    expect((await app.inject({ method: 'TRACE', url: '/sandbox/v1/toy', headers: good })).statusCode).toBe(405);
    expect((await app.inject({ method: 'HEAD', url: '/sandbox/v1/toy/1', headers: good })).statusCode).toBe(405);
  });

  test('what is for the sandbox alone is not at the live root', async () => {
    const answer = await post({ image: 'a' }, {}, '/v1/toy/picture');
    expect(answer.statusCode).toBe(405);
  });
});

describe('the live root without providers', () => {
  test.each([[undefined], ['Bearer bad'], ['Bearer live']])('answers 503 whatever is presented: %s', async (authorization) => {
    const answer = await app.inject({ url: '/v1/toy/1', headers: authorization === undefined ? {} : { authorization } });
    expect(answer.statusCode).toBe(503);
    expect(answer.json().errors[0]).toMatchObject({ code: 'live_not_configured', details: { sandboxRoot: 'http://127.0.0.1:3000/sandbox/v1' } });
  });

  test('tells a sandbox credential that it came to the wrong root', async () => {
    const answer = await app.inject({ url: '/v1/toy/1', headers: { authorization: 'Bearer good' } });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'environment_mismatch']);
  });
});

describe('whatever is sent', () => {
  const nasty = fc.constantFrom('\0', '__proto__', 'constructor', '-1e999', '\u202e', "' or 1=1 --", '{{7*7}}', '../../etc/passwd', 'a'.repeat(5_000));
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.dictionary(fc.oneof(fc.constantFrom('name', 'bvn', 'amount', 'free', 'nextOfKin'), nasty), fc.oneof(fc.jsonValue({ maxDepth: 2 }), nasty)));

  test('the answer to any body is the envelope, and never our mistake', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything.map((value) => JSON.stringify(value)), fc.string()), async (payload) => {
        const answer = await post(payload);
        expect(answer.statusCode).toBeLessThan(500);
        expect(Object.keys(answer.json())).toEqual(['statusCode', 'message', 'data', 'errors']);
      }),
      { numRuns: 300 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('the answer to any path and query is the envelope, and never our mistake', async () => {
    const step = fc.oneof(fc.string(), nasty).map((text) => encodeURIComponent(text.toWellFormed()));
    await fc.assert(
      fc.asyncProperty(step, fc.array(fc.tuple(step, step), { maxLength: 4 }), async (id, pairs) => {
        const answer = await app.inject({ url: `/sandbox/v1/toy/${id}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`, headers: good });
        expect(answer.statusCode).toBeLessThan(500);
        expect(Object.keys(answer.json())).toEqual(['statusCode', 'message', 'data', 'errors']);
      }),
      { numRuns: 300 },
    );
  });

  test.each([['page=1&page=2', '/query/page'], ['page=%ff', '/query/page'], ['page=%00', '/query/page'], ['__proto__=1', '/query/__proto__']])('the query %s is refused at %s', async (query, field) => {
    const answer = await app.inject({ url: `/sandbox/v1/toy/1?${query}`, headers: good });
    expect(answer.json().errors).toMatchObject([{ code: 'invalid_field', field }]);
  });

  test('a number that would be rounded is refused, also where anything is allowed', async () => {
    for (const body of ['{"name":"a","amount":1000.000000000000001}', '{"name":"a","amount":1e400}', '{"name":"a","free":{"n":12345678901234567890}}']) {
      const answer = await post(body);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'invalid_field']);
    }
  });
});
