import { createHmac, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, eventsOf, openCollection, openPayer, succeed } from './payer.ts';

let app: TestApp;
const secret = 'a secret of the rail, long enough for it';

beforeAll(async () => {
  app = await startTestApp({ env: { RAIL_CALLBACK_SECRET: secret } });
});
afterAll(() => app.close());

const path = '/callbacks/rail/credit';
const sign = (body: string, key = secret): string => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
const freshSession = (): string => `000058261121093000${String(randomInt(1_000_000_000_000)).padStart(12, '0')}`;

type Call = { sessionId: string; accountNumber: string; amount: number | string; senderName: string; narration: string };
const credit = (accountNumber: string, changes: Partial<Call> = {}): Call => ({ sessionId: freshSession(), accountNumber, amount: 1250.5, senderName: 'Ngozi Eze', narration: 'Invoice 7', ...changes });

async function post(body: string, signature: string | null = sign(body)): Promise<[number, unknown]> {
  const headers = { 'content-type': 'application/json', ...(signature === null ? {} : { 'x-rail-signature': signature }) };
  const { status, json } = await app.fetch(path, { method: 'POST', headers, body });
  return [status, json['responseCode']];
}
const report = (call: Call): Promise<[number, unknown]> => post(JSON.stringify(call));

test('a credit is applied, answered with its session id, and told to the caller', async () => {
  const collection = await openCollection(app, 0);
  const call = credit(collection);
  const body = JSON.stringify(call);
  const answered = await app.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-rail-signature': sign(body) }, body });
  expect([answered.status, answered.json]).toEqual([200, { responseCode: '00', sessionId: call.sessionId }]);
  expect(await balances(app, collection)).toEqual(atRest(1250.5));
  expect(await eventsOf(app, app, call.sessionId)).toEqual(['account.credited']);
});

test('the same credit again, twenty at once too, is applied once', async () => {
  const collection = await openCollection(app, 0);
  const call = credit(collection, { amount: '1250.50' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(call)));
  expect(new Set(answers.map(String))).toEqual(new Set(['200,00']));
  expect(await report({ ...call, amount: 1250.5, narration: 'other words' })).toEqual([200, '00']);
  expect(await balances(app, collection)).toEqual(atRest(1250.5));
});

describe('a session id that comes again', () => {
  test('with another amount or account is refused and moves nothing', async () => {
    const [first, second] = [await openCollection(app, 0), await openCollection(app, 0)];
    const call = credit(first);
    await report(call);
    expect(await report({ ...call, amount: 1250.51 })).toEqual([200, '26']);
    expect(await report({ ...call, accountNumber: second })).toEqual([200, '26']);
    expect([await balances(app, first), await balances(app, second)]).toEqual([atRest(1250.5), atRest(0)]);
  });

  test('for an account of another organization is refused too, whoever is first', async () => {
    const other = await app.addTenant();
    const [ours, theirs] = [await openCollection(app, 0), await openCollection(other, 0)];
    const call = credit(ours);
    const answers = await Promise.all([report(call), report({ ...call, accountNumber: theirs })]);
    expect(answers.map(([, code]) => code).toSorted()).toEqual(['00', '26']);
    const held = [await balances(app, ours), await balances(other, theirs)];
    expect(held).toEqual(answers[0][1] === '00' ? [atRest(1250.5), atRest(0)] : [atRest(0), atRest(1250.5)]);
  });
});

describe('what an account cannot take is answered as a bank would', () => {
  test('no such account: 07', async () => {
    expect(await report(credit('0123456789'))).toEqual([200, '07']);
  });

  test('an account that takes no credits: 57', async () => {
    const collection = await openCollection(app, 0);
    await succeed(app.call('PATCH', `/account/${collection}`, { restriction: 'no_credit', reason: 'Journey' }));
    expect(await report(credit(collection))).toEqual([200, '57']);
  });

  test('a balance beyond the tier: 61, and later 00 for the same session when there is room', async () => {
    const payer = await openPayer(app, 0);
    const call = credit(payer.accountNumber, { amount: 300_000.01 });
    expect(await report(call)).toEqual([200, '61']);
    await succeed(app.call('POST', `/customer/kyc/${payer.customerId}`, { nin: `2${String(randomInt(10_000_000_000)).padStart(10, '0')}` }));
    expect(await report(call)).toEqual([200, '00']);
    expect(await balances(app, payer.accountNumber)).toEqual(atRest(300_000.01));
  });

  test.each([0, -1, '1.001', 1e-7, 'ten'])('an amount of %s: 13', async (amount) => {
    expect(await report(credit('0123456789', { amount }))).toEqual([200, '13']);
  });
});

describe('who is not the rail is refused before anything is read', () => {
  test.each([
    ['no signature', () => null],
    ['another secret', (body: string) => sign(body, 'another secret, quite as long as ours is')],
    ['a signature of other bytes', (body: string) => sign(`${body} `)],
    ['another form', (body: string) => sign(body).slice(7)],
    ['a signature cut short', (body: string) => sign(body).slice(0, 40)],
  ])('%s: 401', async (_name, signature) => {
    const collection = await openCollection(app, 0);
    const body = JSON.stringify(credit(collection));
    expect(await post(body, signature(body))).toEqual([401, '63']);
    expect(await balances(app, collection)).toEqual(atRest(0));
  });
});

test.each([
  '', '{}', '[]', 'null', '{"sessionId":', JSON.stringify(credit('123')), JSON.stringify(credit('0123456789', { sessionId: '12' })),
  '{"sessionId":999999261121093000123456789012,"accountNumber":"0123456789","amount":1,"senderName":"Ngozi Eze"}',
])('a signed body that is no credit (%j) answers 400', async (body) => {
  expect(await post(body)).toEqual([400, '30']);
});

test('a body that is too large, and another method, are refused as everywhere', async () => {
  const large = JSON.stringify(credit('0123456789', { narration: 'x'.repeat(20_000) }));
  expect((await post(large))[0]).toBe(413);
  expect((await app.fetch(path)).status).toBe(405);
});

test('without a secret there is no such path', async () => {
  const closed = await startTestApp({ worker: false });
  try {
    const body = JSON.stringify(credit('0123456789'));
    const answered = await closed.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-rail-signature': sign(body) }, body });
    expect([answered.status, answered.codes]).toEqual([404, ['record_not_found']]);
  } finally {
    await closed.close();
  }
});

test('where live is configured, credits are for live accounts', async () => {
  const both = await startTestApp({ live: true, env: { RAIL_CALLBACK_SECRET: secret } });
  try {
    const live = await both.addTenant({ environment: 'live' });
    const [ours, sandbox] = [await openCollection(live, 0), await openCollection(both, 0)];
    const send = async (accountNumber: string): Promise<unknown> => {
      const body = JSON.stringify(credit(accountNumber));
      return (await both.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-rail-signature': sign(body) }, body })).json['responseCode'];
    };
    expect(await send(ours)).toBe('00');
    expect(await balances(live, ours)).toEqual(atRest(1250.5));
    // The same number may exist in both environments; one that is only in the sandbox is not found.
    if (sandbox !== ours) expect(await send(sandbox)).toBe('07');
  } finally {
    await both.close();
  }
});
