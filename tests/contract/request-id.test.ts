import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, costOf, enquire, fund, initiate, openPayer, pending, person, rightOtp, succeed, transferBody, validate, wrongOtp } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fresh = () => ({ requestId: crypto.randomUUID() });
const tables = { transfer: sql`transfer`, otp: sql`otp`, request: sql`request` };

async function count(table: keyof typeof tables): Promise<bigint> {
  const [row] = await app.db.read(app.tenantId, (tx) => tx.rows<{ total: bigint }>(sql`select count(*) as total from ${tables[table]} where tenant_id = ${tx.tenantId}`));
  return row?.total ?? 0n;
}

describe('a requestId', () => {
  test.each(['a', 'A-Z.0_9:x', 'a'.repeat(128), '7f1c2d34-0000-4000-8000-000000000000'])('such as %s is taken and echoed', async (requestId) => {
    const answer = await app.call('GET', '/transfer/banks', undefined, { requestId });
    expect([answer.status, answer.headers.get('requestid')]).toEqual([200, requestId]);
  });

  test.each(['', ' ', 'a b', 'a'.repeat(129), 'ä', 'a/b', 'a,b', '"a"'])('such as %j is refused on reads and writes, and not echoed', async (requestId) => {
    for (const [method, path] of [['GET', '/transfer/banks'], ['POST', '/account/collection']] as const) {
      const answer = await app.call(method, path, method === 'GET' ? undefined : { name: 'Specimen', phone: '08031234567' }, { requestId: Buffer.from(requestId).toString('latin1') });
      expect([answer.status, ...answer.codes], answer.text).toEqual([400, 'invalid_request_id']);
    }
  });

  test('on a read is not kept: the answer of the moment comes again', async () => {
    const before = await count('request');
    const headers = fresh();
    const payer = await openPayer(app, 10);
    const stored = await count('request');
    expect((await app.call('GET', `/account/${payer.accountNumber}`, undefined, headers)).data['balances']).toEqual(atRest(10));
    expect(await count('request')).toBe(stored);
    await fund(app, payer.accountNumber, 5);
    expect((await app.call('GET', `/account/${payer.accountNumber}`, undefined, headers)).data['balances']).toEqual(atRest(15));
    expect(stored).toBeGreaterThan(before);
  });
});

describe('a replayed requestId', () => {
  test('initiates no second transfer, sends no second code, and answers byte for byte', async () => {
    const payer = await openPayer(app);
    const body = transferBody(payer, await enquire(app));
    const headers = fresh();
    const first = await succeed(app.call('POST', '/transfer/customer/initiate', body, headers));
    const [transfers, otps] = [await count('transfer'), await count('otp')];
    for (let copy = 0; copy < 3; copy += 1) {
      const again = await app.call('POST', '/transfer/customer/initiate', body, headers);
      expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
    }
    expect([await count('transfer'), await count('otp')]).toEqual([transfers, otps]);
  });

  test('means the same request: other spellings of the amount, the bank code and the order of keys do not count', async () => {
    const payer = await openPayer(app);
    const body = transferBody(payer, await enquire(app), { amount: 1250.5 });
    const headers = fresh();
    const first = await succeed(app.call('POST', '/transfer/customer/initiate', body, headers));
    const respelt = Object.fromEntries(Object.entries({ ...body, amount: '1250.50', beneficiaryBankCode: '000013' }).toReversed());
    const again = await app.call('POST', '/transfer/customer/initiate', respelt, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test('with one kobo more is refused and does nothing', async () => {
    const payer = await openPayer(app);
    const body = transferBody(payer, await enquire(app), { amount: 1250.5 });
    const headers = fresh();
    await succeed(app.call('POST', '/transfer/customer/initiate', body, headers));
    const [transfers, otps] = [await count('transfer'), await count('otp')];
    const changed = await app.call('POST', '/transfer/customer/initiate', { ...body, amount: 1250.51 }, headers);
    expect([changed.status, changed.json['statusCode'], ...changed.codes]).toEqual([422, '26', 'request_id_reused']);
    const elsewhere = await app.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: '058' }, headers);
    expect(elsewhere.codes).toEqual(['request_id_reused']);
    expect([await count('transfer'), await count('otp')]).toEqual([transfers, otps]);
  });

  test('keeps a refusal that was given after execution began, such as too little money', async () => {
    const payer = await openPayer(app, 100);
    const body = transferBody(payer, await enquire(app), { amount: 500 });
    const headers = fresh();
    const first = await app.call('POST', '/transfer/customer/initiate', body, headers);
    expect(first.codes).toEqual(['insufficient_funds']);
    await fund(app, payer.accountNumber, 5000);
    const again = await app.call('POST', '/transfer/customer/initiate', body, headers);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([422, first.text, 'true']);
    expect((await app.call('POST', '/transfer/customer/initiate', body)).status).toBe(200);
  });

  test('of a wrong OTP counts one try', async () => {
    const transfer = await pending(app, await openPayer(app));
    const headers = fresh();
    const first = await validate(app, transfer, wrongOtp, headers);
    for (let copy = 0; copy < 6; copy += 1) expect((await validate(app, transfer, wrongOtp, headers)).text).toBe(first.text);
    expect((await validate(app, transfer, rightOtp, headers)).codes).toEqual(['request_id_reused']);
    await succeed(validate(app, transfer));
  });

  test('keeps nothing that says "not like this": the corrected request runs', async () => {
    const payer = await openPayer(app);
    const headers = fresh();
    const body = transferBody(payer, await enquire(app));
    expect((await app.call('POST', '/transfer/customer/initiate', { ...body, amount: undefined }, headers)).status).toBe(400);
    expect((await app.call('POST', '/transfer/customer/initiate', body, { ...headers, authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await app.call('POST', '/transfer/customer/initiate', body, headers)).status).toBe(200);
  });
});

describe('twenty copies of one request at once', () => {
  test.each(['initiation', 'validation', 'credit', 'profile'] as const)('(%s) are executed once; the others hear the same answer or 409', async (kind) => {
    const payer = await openPayer(app);
    const headers = fresh();
    const transfer = await pending(app, payer);
    const beneficiary = await enquire(app);
    const profile = person();
    const send = {
      initiation: () => app.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary), headers),
      validation: () => validate(app, transfer, rightOtp, headers),
      credit: () => app.call('POST', '/sandbox/credit', { accountNumber: payer.accountNumber, amount: 7 }, headers),
      profile: () => app.call('POST', '/customer/profile/individual', profile, headers),
    }[kind];
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers: sent }) => sent.get('idempotency-replayed') === null).length).toBe(1);
    for (const other of answers) if (other.status !== 200) expect([other.status, other.json['statusCode'], ...other.codes]).toEqual([409, '26', 'request_in_progress']);
    expect((await send()).text).toBe(done[0]?.text);
    if (kind === 'validation') {
      const cost = costOf(await app.settled(transfer.transactionId));
      expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000 - cost));
    }
    if (kind === 'credit') expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_007));
    expect(await app.books()).toEqual([]);
  });

  test('with requestIds of their own confirm a transfer once', async () => {
    const payer = await openPayer(app);
    const transfer = await pending(app, payer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => validate(app, transfer)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await balances(app, payer.accountNumber)).not.toEqual(atRest(10_000));
    expect((await initiate(app, payer)).status).toBe(200);
  });
});
