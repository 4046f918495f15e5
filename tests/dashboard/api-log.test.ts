/** The log of calls: what is kept of a call, for whom, for how long, and that it never holds a call up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiLog } from '#src/api-log/recorder.ts';
import { createApiLogPruning } from '#src/api-log/prune.ts';
import { vocabularyOf } from '#src/api-log/redact.ts';
import { sql } from '#src/db/sql.ts';
import type { FinishedCall } from '#src/http/finished-call.ts';
import { createIds, systemIds } from '#src/lib/ids.ts';
import { type Person, signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ worker: false, live: true });
  owner = await signedIn(app, app, 'owner');
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
async function search(query: string, environment = 'test', person = owner): Promise<Row[]> {
  await app.app.apiLog.flush();
  const answer = await person.browser.call('GET', `/environments/${environment}/api-log?${query}`);
  expect(answer.status, answer.text).toBe(200);
  const { data } = answer.json;
  return Array.isArray(data) ? data : [];
}
const read = async (callId: unknown): Promise<Row> => (await owner.browser.call('GET', `/environments/test/api-log/${String(callId)}`)).data;

test('a call is found by its requestId, with its outcome, and with nothing of whom it was about', async () => {
  const person = { firstName: 'Zainab', lastName: 'Quillon', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: '22298765432' };
  await app.call('POST', '/customer/profile/individual', person, { requestid: 'log-1' });
  const [found, ...others] = await search('requestId=log-1');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ operation: 'createIndividualCustomer', method: 'POST', path: '/customer/profile/individual', httpStatus: 200, code: null, requestId: 'log-1', credentialId: expect.stringMatching(/^crd_/) });
  const call = await read(found?.['callId']);
  expect(call['request']).toEqual({ firstName: '<firstName>', lastName: '<lastName>', dateOfBirth: '<dateOfBirth>', phone: '<phone>', bvn: '<bvn>' });
  expect(call['answer']).toMatchObject({ statusCode: '00', data: { customerId: expect.stringMatching(/^\d{10}$/) } });
  expect(JSON.stringify(call)).not.toMatch(/Zainab|Quillon|22298765432|08031234567/);
});

test('a refusal is explained by the catalogue, with its fields', async () => {
  await app.call('POST', '/account/bank/create/personal', { customerId: 'Zainab' }, { requestid: 'log-2' });
  await app.call('GET', '/customer/profile/22298765432?Zainab=1', undefined, { requestid: 'log-3' });
  const [refused] = await search('requestId=log-2&outcome=refused');
  expect(await read(refused?.['callId'])).toMatchObject({ httpStatus: 400, code: 'invalid_field', errors: [{ code: 'invalid_field', field: '/customerId', fix: expect.stringMatching(/\w/) }], request: { customerId: '<customerId>' } });
  expect(await search('requestId=log-3')).toMatchObject([{ path: '/customer/profile/<customerId>?<undeclared>' }]);
});

test('of a body that says no length, what is large is not kept either', async () => {
  const send = (requestid: string, message: string): Promise<unknown> => {
    const body = new Blob([JSON.stringify({ accountNumber: message, bankCode: '058' })]).stream();
    return app.fetch('/sandbox/v1/transfer/name-enquiry', { method: 'POST', headers: { authorization: `Bearer ${app.token}`, requestid, 'content-type': 'application/json' }, body, duplex: 'half' });
  };
  await send('streamed-small', '0690000031');
  await send('streamed-large', 'x'.repeat(40_000));
  const kept = async (requestId: string): Promise<unknown> => (await read((await search(`requestId=${requestId}`))[0]?.['callId']))['request'];
  expect([await kept('streamed-small'), await kept('streamed-large')]).toEqual([{ accountNumber: '0690000031', bankCode: '058' }, null]);
});

test('calls are listed newest first, narrowed by operation and outcome, and gone on with', async () => {
  for (let at = 0; at < 53; at += 1) await app.call('GET', '/transfer/banks', undefined, { requestid: `page-${at}` });
  await app.app.apiLog.flush();
  const first = await owner.browser.call('GET', '/environments/test/api-log?');
  expect(first.json['data']).toHaveLength(50);
  expect(first.json['data']).toMatchObject([{ requestId: 'page-52' }, ...Array.from({ length: 49 }, () => ({}))]);
  const second = await search(`before=${String(first.json['next'])}`);
  expect(second[0]).toMatchObject({ requestId: 'page-2' });
  expect(new Set((await search('outcome=refused')).map(({ httpStatus }) => Number(httpStatus) >= 400))).toEqual(new Set([true]));
});

test('another organization sees none of it, nor does a role that builds nothing', async () => {
  const stranger = await app.addTenant();
  expect(await search('', 'test', await signedIn(app, stranger, 'owner'))).toEqual([]);
  expect((await (await signedIn(app, app, 'viewer')).browser.call('GET', '/environments/test/api-log?')).codes).toEqual(['role_missing']);
});

test('of live, refusals alone are kept unless the operator keeps all', async () => {
  const live = await app.addTenant({ environment: 'live' });
  const person = await signedIn(app, live, 'owner');
  await live.call('GET', '/transfer/banks', undefined, { requestid: 'live-1' });
  await live.call('GET', '/account/9900000001', undefined, { requestid: 'live-2' });
  expect((await search('', 'live', person)).map(({ requestId }) => requestId)).toEqual(['live-2']);
});

describe('the recorder', () => {
  const call = (more: Partial<FinishedCall> = {}): FinishedCall => ({
    caller: { tenantId: app.tenantId, organizationId: app.organizationId, environment: 'sandbox', credentialId: 'crd_1', scopes: [] }, operationId: 'x', method: 'GET', pattern: '/x', params: {}, query: '', requestId: 'full',
    httpStatus: 200, code: undefined, durationMs: 1, requestBody: undefined, requestBytes: 0, answerBody: '{"statusCode":"00"}', ...more,
  });
  const logOf = (apiLog: 'refused' | 'all' | 'off') => createApiLog({ ...app.app.ctx, ids: systemIds(), config: { ...app.app.ctx.config, apiLog } }, () => vocabularyOf({}));
  const dropped = async (log: ReturnType<typeof logOf>): Promise<number | undefined> => (await log.gauge.read())[0]?.value;

  test('drops what does not fit, and counts it', async () => {
    const log = logOf('refused');
    for (let at = 0; at < 2_010; at += 1) log.record(call());
    expect(await dropped(log)).toBe(10);
    await log.flush();
    const [row] = await app.db.read(app.tenantId, (tx) => tx.rows<{ calls: bigint }>(sql`select count(*) as calls from api_call where tenant_id = ${tx.tenantId} and request_id = 'full'`));
    expect(row?.calls).toBe(2_000n);
  });

  test('counts what the database did not take, and goes on', async () => {
    const log = logOf('refused');
    log.record(call({ caller: { ...call().caller, tenantId: 'ten_that_is_not_there' } }));
    log.record(call({ requestId: 'after' }));
    await expect(log.flush()).rejects.toThrow('calls were not written');
    expect(await dropped(log)).toBe(1);
    expect(await search('requestId=after')).toHaveLength(1);
  });

  test('keeps nothing when it is off, and of a large body nothing', async () => {
    const off = logOf('off');
    off.record(call({ requestId: 'off' }));
    await off.flush();
    const log = logOf('all');
    log.record(call({ requestId: 'large', requestBody: { message: 'x' }, requestBytes: 40_000, answerBody: `{"message":"${'x'.repeat(40_000)}"}` }));
    await log.flush();
    expect(await search('requestId=off')).toEqual([]);
    const [large] = await search('requestId=large');
    expect(await read(large?.['callId'])).toMatchObject({ request: null, answer: null });
  });

  test('calls go after their days, and no others', async () => {
    const old = createIds((length) => Buffer.alloc(length, 7), () => Date.now() - 8 * 86_400_000);
    const log = createApiLog({ ...app.app.ctx, ids: old }, () => vocabularyOf({}));
    log.record(call({ requestId: 'old' }));
    await log.flush();
    expect(await search('requestId=old')).toHaveLength(1);
    await createApiLogPruning(app.app.ctx).pass();
    expect(await search('requestId=old')).toEqual([]);
    expect(await search('requestId=log-1')).toHaveLength(1);
  });
});
