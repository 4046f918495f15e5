import { setTimeout as nextLook } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { signatureHeaders } from '#src/lib/webhook-signature.ts';
import { createGatekeeper } from '#src/organizations/authenticate.ts';
import { createTenant } from '#src/organizations/create-organization.ts';
import { revokeCredential, storeCredential } from '#src/organizations/credentials.ts';
import { rotateSecret } from '#src/organizations/manage-credentials.ts';
import { readSandbox } from '#src/organizations/replace-tenant.ts';
import { resetsADay } from '#src/sandbox/reset.ts';
import { startReceiver, status as answering } from '#src/webhooks/local-receiver.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { balances, confirmed, enquire, errorLines, openCustomer, openPayer, ownBank, pass, pending, person, refusal, statusUntil, succeed } from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

const reset = (tenant: TestTenant, headers: Record<string, string> = {}) => tenant.call('POST', '/sandbox/reset', undefined, headers);
const sandboxOf = async (tenant: TestTenant): Promise<string> => (await readSandbox(app.db, tenant.organizationId)).tenantId;
const sandboxesOf = (tenant: TestTenant) => app.db.across('directory', (tx) => tx.rows<{ retired: boolean }>(sql`
  select retired_at is not null as retired from tenant where organization_id = ${tenant.organizationId} and environment = 'sandbox' order by retired`));

/** One row of a tenant that nobody calls any more, looked at until it is so. */
async function untilIn(tenantId: string, isSo: (row: Record<string, unknown>) => boolean, query: ReturnType<typeof sql>): Promise<Record<string, unknown>> {
  for (const until = performance.now() + 20_000; ;) {
    const [row = {}] = await app.db.read(tenantId, (tx) => tx.rows<Record<string, unknown>>(query));
    if (isSo(row) || performance.now() > until) return row;
    await nextLook(25);
  }
}

describe('a reset', () => {
  test('puts everything out of reach but credentials, tokens and webhooks, and begins with money and the present moment', async () => {
    const tenant = await app.addTenant();
    const receiver = await startReceiver(answering(200));
    const created = await succeed(tenant.call('POST', '/webhooks', { url: receiver.url, events: ['customer.*'], description: 'ours' }));
    const paused = await succeed(tenant.call('POST', '/webhooks', { url: `${receiver.url}/unsigned`, events: ['transfer.*'], secret: null }));
    await succeed(tenant.call('PATCH', `/webhooks/${String(paused.data['id'])}`, { status: 'paused' }));
    await pass(tenant, 40 * 86_400);
    const payer = await openPayer(tenant, 500);
    await succeed(tenant.call('POST', '/utils/otp-request', { accountNumber: payer.accountNumber }));
    await receiver.until(1);
    const before = Date.now();

    const { data } = await succeed(reset(tenant));
    expect(data).toMatchObject({ keptCredentials: 1, keptEndpoints: 2, accountNumber: expect.stringMatching(/^\d{10}$/) });
    expect(Math.abs(Date.parse(String(data['resetAt'])) - before)).toBeLessThan(60_000);

    // The same token, and the same secret for another one.
    expect(await balances(tenant, String(data['accountNumber']))).toEqual({ ledger: 5_000_000, available: 5_000_000, held: 0 });
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    expect((await app.fetch('/sandbox/v1/auth/token', { headers: { authorization: `Bearer ${basic}` } })).status).toBe(200);

    expect(await refusal(tenant.call('GET', `/customer/profile/${payer.customerId}`))).toEqual([404, '25', 'customer_not_found']);
    expect(await refusal(tenant.call('GET', `/account/${payer.accountNumber}`))).toEqual([404, '07', 'account_not_found']);
    for (const path of ['/customer/profiles?page=1&pageSize=10', '/transfers?page=1&pageSize=10', '/kyc/checks?page=1&pageSize=10', '/sandbox/messages']) {
      expect((await succeed(tenant.call('GET', path))).json['data'], path).toEqual([]);
    }
    const { data: now } = await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
    expect(now['offsetSeconds']).toBe(1);

    // As they were, but for the clock that they were made by.
    const { json } = await succeed(tenant.call('GET', '/webhooks'));
    expect(json['data']).toMatchObject([
      { id: created.data['id'], url: receiver.url, events: ['customer.*'], description: 'ours', status: 'active', signed: true },
      { id: paused.data['id'], status: 'paused', signed: false },
    ]);
    const known = receiver.received.length;
    await openCustomer(tenant);
    await receiver.until(known + 1);
    const { headers, body } = expectPresent(receiver.received.at(-1));
    const signed = signatureHeaders({
      secret: String(created.data['secret']), eventId: String(headers['webhook-id']), timestampSeconds: Number(headers['webhook-timestamp']), attempt: 1, body,
    });
    expect(headers['x-service-signature']).toBe(signed['X-Service-Signature']);
    await receiver.close();
  });

  test('is written down, in the sandbox that is left and in the fresh one, with who did it', async () => {
    const tenant = await app.addTenant();
    const left = await sandboxOf(tenant);
    await succeed(reset(tenant));
    const fresh = await sandboxOf(tenant);
    const [credential] = await app.db.read(fresh, (tx) => tx.rows<{ id: string }>(sql`select credential_id as id from credential where tenant_id = ${tx.tenantId}`));
    const entries = (tenantId: string) => app.db.read(tenantId, (tx) => tx.rows(sql`select actor, action, subject, details from audit_entry where tenant_id = ${tx.tenantId} and action like 'sandbox.%'`));
    expect(await entries(left)).toEqual([{ actor: credential?.id, action: 'sandbox.retired', subject: left, details: { replacedBy: fresh } }]);
    expect(await entries(fresh)).toEqual([{ actor: credential?.id, action: 'sandbox.reset', subject: fresh, details: { replaces: left, keptCredentials: 1, keptEndpoints: 0 } }]);
  });

  test('replayed answers what it answered, and resets nothing', async () => {
    const tenant = await app.addTenant();
    const headers = { requestId: crypto.randomUUID() };
    const first = await succeed(reset(tenant, headers));
    const customerId = await openCustomer(tenant);
    const again = await succeed(reset(tenant, headers));
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    await succeed(tenant.call('GET', `/customer/profile/${customerId}`));
    expect(await refusal(tenant.call('POST', '/customer/profile/individual', person(), headers))).toEqual([422, '26', 'request_id_reused']);
  });

  test('under a requestId that was used for something else is refused; afterwards every requestId is free', async () => {
    const tenant = await app.addTenant();
    const headers = { requestId: crypto.randomUUID() };
    await succeed(tenant.call('POST', '/customer/profile/individual', person(), headers));
    expect(await refusal(reset(tenant, headers))).toEqual([422, '26', 'request_id_reused']);
    await succeed(reset(tenant));
    expect((await succeed(reset(tenant, headers))).headers.get('idempotency-replayed')).toBeNull();
  });

  test('and another at once: one wins, the other is told, and there is one sandbox', async () => {
    const tenant = await app.addTenant();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(tenant)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect([answer.status, ...answer.codes]).toEqual([409, 'sandbox_reset_meanwhile']);
    expect((await sandboxesOf(tenant)).filter(({ retired }) => !retired)).toHaveLength(1);
    await openCustomer(tenant);
  });

  test('is done a hundred times a day, and no more', async () => {
    const tenant = await app.addTenant();
    const { db, ids, config } = app.app.ctx;
    for (let made = 1; made < resetsADay; made += 1) await createTenant(db, config.masterKey, { tenantId: ids.newId('ten'), organizationId: tenant.organizationId, environment: 'sandbox', retired: true });
    expect(await refusal(reset(tenant))).toEqual([429, '65', 'rate_limited']);
  });

  test('asks for the scope of the sandbox controls', async () => {
    const tenant = await app.addTenant({ scopes: ['customer:read', 'customer:write'] });
    expect(await refusal(reset(tenant))).toEqual([403, '57', 'scope_missing']);
  });

  test('leaves another organization alone, and nobody pays into what was left', async () => {
    const [tenant, other] = [await app.addTenant(), await app.addTenant()];
    const [payer, payee] = [await openPayer(other, 2_000), await openPayer(tenant, 10)];
    const named = await enquire(other, payee.accountNumber, ownBank);
    await succeed(reset(tenant));
    expect(await balances(other, payer.accountNumber)).toEqual({ ledger: 2_000, available: 2_000, held: 0 });
    expect(await refusal(other.call('POST', '/transfer/name-enquiry', { accountNumber: payee.accountNumber, bankCode: ownBank }))).toEqual([404, '07', 'account_not_found']);
    // Enquired before: the money comes back.
    const { transactionId } = await confirmed(other, payer, { amount: 1_000, beneficiary: named });
    await statusUntil(other, transactionId, { status: 'FAILED' });
    expect(await balances(other, payer.accountNumber)).toEqual({ ledger: 2_000, available: 2_000, held: 0 });
  });

  test('takes credentials along as they are: revoked, limited, and in the overlap of a rotation', async () => {
    const tenant = await app.addTenant();
    const { ids } = app.app.ctx;
    const [gone, turned] = ['Gone', 'Turned'].map((name) => ({ credentialId: ids.newId('crd'), clientId: ids.clientId('sandbox'), clientSecret: ids.clientSecret('sandbox'), name, scopes: ['customer:read'], allowedCidrs: ['127.0.0.0/8'] }));
    if (gone === undefined || turned === undefined) throw new Error('no credentials');
    const rows = (tenantId: string) => app.db.read(tenantId, (tx) => tx.rows(sql`
      select to_jsonb(c) - 'tenant_id' - 'last_used_at' as row from credential c where tenant_id = ${tx.tenantId} order by credential_id`));
    const tokenFor = ({ clientId }: { clientId: string }, secret: string) => app.fetch('/sandbox/v1/auth/token', { headers: { authorization: `Bearer ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` } });
    for (const credential of [gone, turned]) await app.db.write(tenant.tenantId, (tx) => storeCredential(tx, credential));
    const token = (await tokenFor(gone, gone.clientSecret)).data['accessToken'];
    await app.db.write(tenant.tenantId, async (tx) => {
      await revokeCredential(tx, gone.credentialId);
      await rotateSecret(tx, turned.credentialId, ids.clientSecret('sandbox'), 24);
    });
    const before = await rows(tenant.tenantId);
    expect((await succeed(reset(tenant))).data['keptCredentials']).toBe(2);
    expect(await rows(await sandboxOf(tenant))).toEqual(before);
    expect((await tokenFor(turned, turned.clientSecret)).status).toBe(200);
    expect((await tokenFor(gone, gone.clientSecret)).codes).toEqual(['credentials_invalid']);
    const refused = await app.fetch('/sandbox/v1/customer/profiles?page=1&pageSize=10', { headers: { authorization: `Bearer ${String(token)}`, requestid: crypto.randomUUID() } });
    expect([refused.status, ...refused.codes]).toEqual([401, 'token_revoked']);
  });

  test('has reached every process when it is answered', async () => {
    const tenant = await app.addTenant();
    const { db, ids } = app.app.ctx;
    const presented = { authorization: `Bearer ${tenant.token}`, environment: 'sandbox', ip: '127.0.0.1' } as const;
    // As another process would have: it asks the database for itself, and believes what it heard for a while.
    const other = createGatekeeper(db, ids, { publicUrl: app.baseUrl, monotonicMs: () => performance.now() });
    const turns = { over: false };
    const answer = reset(tenant).finally(() => {
      turns.over = true;
    });
    while (!turns.over) await Promise.all([other.authenticate(presented), nextLook(1)]);
    await succeed(answer);
    expect(await other.authenticate(presented)).toMatchObject({ tenantId: await sandboxOf(tenant) });
  });

  test('lets nobody verify a receipt of the sandbox that is left', async () => {
    const tenant = await app.addTenant();
    const { transactionId } = await confirmed(tenant, await openPayer(tenant));
    await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
    const { data } = await succeed(tenant.call('GET', `/transfer/${transactionId}/receipt`, undefined, { accept: 'application/json' }));
    const verified = async (): Promise<boolean> => (await app.fetch(`/receipts/${String(data['verificationCode'])}`)).status === 200;
    expect(await verified()).toBe(true);
    await succeed(reset(tenant));
    expect(await verified()).toBe(false);
  });

  test('ends streams of events that were read in the sandbox that is left', async () => {
    const tenant = await app.addTenant();
    const stream = await fetch(`${app.baseUrl}/sandbox/v1/events/stream`, { headers: { authorization: `Bearer ${tenant.token}`, accept: 'text/event-stream', requestid: crypto.randomUUID() } });
    const ended = stream.text();
    await succeed(reset(tenant));
    expect(await ended).toContain('retry: 2000');
  });
});

describe('in flight', () => {
  test('a transfer of the sandbox that is left comes to its end there, and tells nobody', async () => {
    const tenant = await app.addTenant();
    const receiver = await startReceiver(answering(200));
    const payer = await openPayer(tenant, 5_000);
    const { transactionId } = await confirmed(tenant, payer, { headers: { 'x-scenario': 'stays_pending' } });
    await statusUntil(tenant, transactionId, { stage: 'confirming' });
    const waiting = await pending(tenant, payer);
    await succeed(tenant.call('POST', '/webhooks', { url: receiver.url, events: ['*'] }));
    const left = await sandboxOf(tenant);
    const [attempt] = await app.db.read(left, (tx) => tx.rows<{ ref: string }>(sql`select rail_ref as ref from rail_attempt where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`));

    await succeed(reset(tenant));
    await app.simulator.settle(attempt?.ref ?? '', 'success');
    await app.db.write(left, (tx) => tx.execute(sql`update tenant set clock_offset_seconds = clock_offset_seconds + 1801 where tenant_id = ${tx.tenantId}`));
    const stateOf = (id: string) => sql`select state from transfer where tenant_id = ${left} and transaction_id = ${id}`;
    expect(await untilIn(left, ({ state }) => state === 'COMPLETED', stateOf(transactionId))).toEqual({ state: 'COMPLETED' });
    expect(await untilIn(left, ({ state }) => state === 'EXPIRED', stateOf(waiting.transactionId))).toEqual({ state: 'EXPIRED' });
    expect(await app.books()).toEqual([]);

    // What happens in the fresh one is told; of what happened in the other there is nothing before it.
    const customerId = await openCustomer(tenant);
    await receiver.until(1);
    expect(receiver.received.map(({ body }) => body.includes(customerId))).toEqual([true]);
    await receiver.close();
  });

  test('a message that was not sent yet is sent no more', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    await pending(tenant, payer);
    const left = await sandboxOf(tenant);
    await untilIn(left, ({ state }) => state === 'sent', sql`select state from message where tenant_id = ${left}`);
    await succeed(reset(tenant));
    await app.db.write(left, (tx) => tx.execute(sql`update message set state = 'queued', next_at = ${tx.now} where tenant_id = ${tx.tenantId}`));
    app.app.ctx.wake('message', left);
    app.app.ctx.wake('message');
    // Another tenant's comes after it in every look.
    const other = await app.addTenant();
    await pending(other, await openPayer(other));
    await untilIn(other.tenantId, ({ state }) => state === 'sent', sql`select state from message where tenant_id = ${other.tenantId}`);
    expect(await app.db.read(left, (tx) => tx.rows(sql`select state, attempts from message where tenant_id = ${tx.tenantId}`))).toMatchObject([{ state: 'queued' }]);
  });

  test('an initiation that was under way sends no code any more', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const beneficiary = await enquire(tenant);
    const retire = (at: ReturnType<typeof sql>) => app.db.write(tenant.tenantId, (tx) => tx.execute(sql`update tenant set retired_at = ${at} where tenant_id = ${tx.tenantId}`));
    // As it stands when the fresh one has taken its place, and a call that was let in before goes on.
    await retire(sql`now()`);
    await pending(tenant, payer, { beneficiary });
    const other = await app.addTenant();
    await pending(other, await openPayer(other));
    await untilIn(other.tenantId, ({ state }) => state === 'sent', sql`select state from message where tenant_id = ${other.tenantId}`);
    expect(await app.db.read(tenant.tenantId, (tx) => tx.rows(sql`select state, attempts from message where tenant_id = ${tx.tenantId}`))).toEqual([{ state: 'queued', attempts: 0 }]);
    await retire(sql`null`);
  });

  test('a token that is asked for while the sandbox is replaced is one of the fresh sandbox', async () => {
    const tenant = await app.addTenant();
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    const { db, ids } = app.app.ctx;
    let looked = 0;
    // Between the look for the credential and the writing of its token comes a reset.
    const gatekeeper = createGatekeeper({
      ...db,
      writeTogether: async (kind, tenantId, work) => {
        looked += 1;
        if (looked === 1) await succeed(reset(tenant));
        return db.writeTogether(kind, tenantId, work);
      },
    }, ids, { publicUrl: app.baseUrl, monotonicMs: () => performance.now() });
    const { accessToken } = await gatekeeper.issueToken({ authorization: `Bearer ${basic}`, environment: 'sandbox', ip: '127.0.0.1' });
    expect(looked).toBe(2);
    expect(await gatekeeper.authenticate({ authorization: `Bearer ${accessToken}`, environment: 'sandbox', ip: '127.0.0.1' })).toMatchObject({ tenantId: await sandboxOf(tenant) });
  });
});
