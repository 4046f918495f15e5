import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { type Person, signedIn } from '#tests/support/dashboard.ts';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ worker: false, live: true });
  owner = await signedIn(app, app, 'owner');
});
afterAll(() => app.close());

const create = async (body: Record<string, unknown> = {}, section = 'test') => (await owner.browser.call('POST', `/credentials/${section}`, { name: 'Shop', ...body })).data;
const idOf = (credential: Record<string, unknown>): string => String(credential['credentialId']);
const tokenFor = (credential: Record<string, unknown>, secret: unknown = credential['clientSecret'], root = '/sandbox/v1'): Promise<Answered> =>
  app.fetch(`${root}/auth/token`, { headers: { authorization: `Bearer ${Buffer.from(`${String(credential['clientId'])}:${String(secret)}`).toString('base64')}` } });
const banks = (token: Answered) => app.fetch('/sandbox/v1/transfer/banks', { headers: { authorization: `Bearer ${String(token.data['accessToken'])}`, requestid: crypto.randomUUID() } });
const listed = async (credential: Record<string, unknown>, section = 'test'): Promise<Record<string, unknown>> => {
  const list: unknown = (await owner.browser.call('GET', '/credentials')).data[section];
  return Array.isArray(list) ? list.find((each) => each.credentialId === idOf(credential)) : {};
};

/** Asks until the answer is another one: at most the second within which it must bite. */
async function within(ask: () => Promise<Answered>, code: string): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const { codes } = await ask();
    if (codes[0] === code) return;
    if (performance.now() > until) throw new Error(`${code} did not come`);
  }
}

describe('a credential', () => {
  test('is made with a secret that is shown once and works at once', async () => {
    const made = await create({ scopes: ['transfer:read'], networks: ['127.0.0.1'] });
    expect(made).toMatchObject({ clientId: expect.stringMatching(/^ot_test_[a-z0-9]{24}$/), clientSecret: expect.stringMatching(/^sk_test_\S{43}$/), scopes: ['transfer:read'], networks: ['127.0.0.1'], status: 'active', lastUsedAt: null, rotation: null });
    expect((await banks(await tokenFor(made))).status).toBe(200);
    const shown = await owner.browser.call('GET', '/credentials');
    expect(shown.text).not.toContain(String(made['clientSecret']));
    expect(await listed(made)).toMatchObject({ name: 'Shop', lastUsedAt: expect.any(String) });
    expect(await listed(made)).not.toHaveProperty('clientSecret');
  });

  test('has every scope but the one for personal numbers unless it names some', async () => {
    const { scopes } = await create();
    expect(scopes).toContain('transfer:initiate');
    expect(scopes).not.toContain('customer:pii');
  });

  test('is revoked within a second, for ever', async () => {
    const made = await create();
    const token = await tokenFor(made);
    expect((await banks(token)).status).toBe(200);
    expect((await owner.browser.call('DELETE', `/credentials/test/${idOf(made)}`)).data).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    await within(() => banks(token), 'token_revoked');
    expect((await tokenFor(made)).codes).toEqual(['credentials_invalid']);
    const again: [string, string, unknown][] = [['DELETE', '', undefined], ['PATCH', '', { name: 'Back' }], ['POST', '/rotate', {}]];
    for (const [method, path, body] of again) expect((await owner.browser.call(method, `/credentials/test/${idOf(made)}${path}`, body)).codes).toEqual(['credential_revoked']);
  });

  test('is renamed and limited, which bites', async () => {
    const made = await create();
    const changed = await owner.browser.call('PATCH', `/credentials/test/${idOf(made)}`, { name: 'Till', scopes: ['event:read'], requestsPerSecond: 5, kycPerMinute: 1 });
    expect(changed.data).toMatchObject({ name: 'Till', scopes: ['event:read'], networks: [], requestsPerSecond: 5, kycPerMinute: 1 });
    const answer = await banks(await tokenFor(made));
    expect(answer.codes).toEqual(['scope_missing']);
    await owner.browser.call('PATCH', `/credentials/test/${idOf(made)}`, { networks: ['192.0.2.0/24'] });
    expect((await tokenFor(made)).codes).toEqual(['ip_not_allowed']);
    expect(await listed(made)).toMatchObject({ name: 'Till', networks: ['192.0.2.0/24'] });
  });

  test.each([
    [{ name: '' }, '/name'], [{ name: 'x', scopes: [] }, '/scopes'], [{ name: 'x', scopes: ['everything'] }, '/scopes/0'], [{ name: 'x', scopes: ['event:read', 'event:read'] }, '/scopes'],
    [{ name: 'x', networks: ['10.0.0.0/99'] }, '/networks/0'],
  ])('is refused as %j', async (body, field) => {
    const answer = await owner.browser.call('POST', '/credentials/test', body);
    expect(answer.json['errors']).toEqual([expect.objectContaining({ code: 'invalid_field', field })]);
  });

  test('is one of fifty at most, also when they are made at once', async () => {
    const tenant = await app.addTenant();
    const other = await signedIn(app, tenant, 'owner');
    await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`
      insert into credential (tenant_id, credential_id, client_id, secret_hash, name, scopes, created_at)
      select ${tx.tenantId}, 'crd_' || n, 'ot_test_' || n, 'x', 'x', '{}', now() from generate_series(1, 47) as n`));
    const answers = await Promise.all(Array.from({ length: 16 }, () => other.browser.call('POST', '/credentials/test', { name: 'One more' })));
    expect(answers.map(({ codes }) => codes[0] ?? 'made').toSorted()).toEqual([...Array.from({ length: 14 }, () => 'limit_exceeded'), 'made', 'made']);
  });
});

describe('a rotation', () => {
  const rotate = async (credential: Record<string, unknown>, body: Record<string, unknown> = {}) => (await owner.browser.call('POST', `/credentials/test/${idOf(credential)}/rotate`, body)).data;

  test('shows a new secret, and both make tokens during the overlap', async () => {
    const made = await create();
    const rotated = await rotate(made, { overlapHours: 24 });
    expect(rotated['clientSecret']).not.toBe(made['clientSecret']);
    expect((await banks(await tokenFor(made, rotated['clientSecret']))).status).toBe(200);
    expect(await listed(made)).toMatchObject({ rotation: { previousSecretUntil: expect.any(String), previousSecretUsedAt: null } });
    expect((await banks(await tokenFor(made))).status).toBe(200);
    expect(await listed(made)).toMatchObject({ rotation: { previousSecretUsedAt: expect.any(String) } });
  });

  test('leaves the old secret nothing after the overlap, not even a token that lives longer', async () => {
    const made = await create();
    await rotate(made, { overlapHours: 1 });
    const age = (by: string) => app.db.write(app.tenantId, (tx) => tx.execute(sql`update credential set previous_until = previous_until - ${by}::interval where tenant_id = ${tx.tenantId} and credential_id = ${idOf(made)}`));
    await age('50 minutes');
    const seconds = Number((await tokenFor(made)).data['expiresAt']);
    expect([seconds > 0, seconds <= 600]).toEqual([true, true]);
    await age('10 minutes');
    expect((await tokenFor(made)).codes).toEqual(['credentials_invalid']);
    expect(await listed(made)).toMatchObject({ rotation: { previousSecretUntil: null } });
  });

  test('within an overlap ends the oldest secret', async () => {
    const made = await create();
    const second = await rotate(made);
    const third = await rotate(made);
    expect((await tokenFor(made)).codes).toEqual(['credentials_invalid']);
    expect((await tokenFor(made, second['clientSecret'])).status).toBe(200);
    expect((await tokenFor(made, third['clientSecret'])).status).toBe(200);
  });

  test('without an overlap ends the old secret and every token at once', async () => {
    const made = await create();
    const token = await tokenFor(made);
    expect((await banks(token)).status).toBe(200);
    const rotated = await rotate(made, { overlapHours: 0 });
    expect((await tokenFor(made)).codes).toEqual(['credentials_invalid']);
    await within(() => banks(token), 'token_invalid');
    expect((await banks(await tokenFor(made, rotated['clientSecret']))).status).toBe(200);
  });
});

describe('live credentials', () => {
  test('need the operator\'s approval of the organization; ending one does not', async () => {
    const tenant = await app.addTenant({ environment: 'live' });
    const { browser } = await signedIn(app, tenant, 'owner');
    const list = (await browser.call('GET', '/credentials')).data;
    expect(list).toMatchObject({ liveApproved: false, live: [expect.objectContaining({ clientId: tenant.clientId })] });
    const id = Array.isArray(list['live']) ? String(list['live'][0]?.credentialId) : '';
    expect((await browser.call('POST', '/credentials/live', { name: 'Core' })).codes).toEqual(['live_not_approved']);
    expect((await browser.call('POST', `/credentials/live/${id}/rotate`, {})).codes).toEqual(['live_not_approved']);
    await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`update organization set live_approved_at = now() where organization_id = ${tenant.organizationId}`));
    const made = (await browser.call('POST', '/credentials/live', { name: 'Core' })).data;
    expect(made).toMatchObject({ clientId: expect.stringMatching(/^ot_live_/), clientSecret: expect.stringMatching(/^sk_live_/) });
    expect((await tokenFor(made, made['clientSecret'], '/v1')).status).toBe(200);
    expect((await browser.call('DELETE', `/credentials/live/${id}`)).data).toMatchObject({ status: 'revoked' });
  });

  test('are not reached through the test section', async () => {
    const live = await app.addTenant({ environment: 'live' });
    const { browser } = await signedIn(app, live, 'owner');
    const list: unknown = (await browser.call('GET', '/credentials')).data['live'];
    const id = Array.isArray(list) ? String(list[0]?.credentialId) : '';
    expect((await browser.call('DELETE', `/credentials/test/${id}`)).codes).toEqual(['record_not_found']);
  });
});

test('another organization\'s credential is not there, whatever one does', async () => {
  const made = await create();
  const stranger = await signedIn(app, await app.addTenant(), 'owner');
  expect((await stranger.browser.call('GET', '/credentials')).text).not.toContain(idOf(made));
  const attempts: [string, string, unknown][] = [['DELETE', '', undefined], ['PATCH', '', { name: 'Mine' }], ['POST', '/rotate', {}]];
  for (const section of ['test', 'live']) {
    for (const [method, path, body] of attempts) {
      const codes = (await stranger.browser.call(method, `/credentials/${section}/${idOf(made)}${path}`, body)).codes;
      expect(codes[0], `${method} ${section}${path}`).toBe(section === 'live' && path === '/rotate' ? 'live_not_approved' : 'record_not_found');
    }
  }
  expect((await tokenFor(made)).status).toBe(200);
});

test('each step stands in the audit log with who did it, and no secret with it', async () => {
  const made = await create();
  const rotated = (await owner.browser.call('POST', `/credentials/test/${idOf(made)}/rotate`, { overlapHours: 2 })).data;
  await owner.browser.call('PATCH', `/credentials/test/${idOf(made)}`, { name: 'Till' });
  await owner.browser.call('DELETE', `/credentials/test/${idOf(made)}`);
  const audit = await owner.browser.call('GET', '/audit?environment=test&page=1&pageSize=4');
  expect(audit.json['total']).toBeGreaterThanOrEqual(4);
  expect(audit.json.data).toEqual(['credential.revoked', 'credential.changed', 'credential.rotated', 'credential.added'].map((action) => expect.objectContaining({ action, actor: owner.memberId, subject: idOf(made) })));
  const kept = await app.db.across('audit', (tx) => tx.rows<{ text: string }>(sql`select row_to_json(c)::text as text from credential c union all select row_to_json(a)::text from audit_entry a`));
  const everything = [audit.text, ...app.logLines, ...kept.map(({ text }) => text)].join('\n');
  for (const secret of [made['clientSecret'], rotated['clientSecret']]) expect(everything.includes(String(secret)), 'a secret stands there').toBe(false);
});
