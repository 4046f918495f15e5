import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHook } from 'node:async_hooks';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { createMember, storeMember } from '#src/organizations/members.ts';
import { addMember, openBrowser, password, signedIn } from '#tests/support/dashboard.ts';
import { allMembers, heldBack } from '#tests/support/held-back.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

let strangers = 0;
/** From a network address of their own, unless it is said. */
function signUp(more: Record<string, unknown> = {}, ip = `192.0.2.${(strangers += 1)}`) {
  const browser = openBrowser(app, ip);
  const body = { organization: 'Kaduna Pay', name: 'Chika Obi', email: `chika${strangers}@kaduna.example`, password, ...more };
  return browser.call('POST', '/sign-up', body).then((answer) => ({ answer, browser, body }));
}
const part = (answer: Answered, name: string): Record<string, unknown> => (isRecord(answer.data[name]) ? answer.data[name] : {});
const refusedAt = (field: string) => [expect.objectContaining({ code: 'invalid_field', field })];

describe('signing up', () => {
  test('makes an organization whose owner is signed in, with a sandbox that works and a live that waits for approval', async () => {
    const { answer, browser } = await signUp();
    expect(answer.status, answer.text).toBe(200);
    const session = await browser.call('GET', '/session');
    expect(session.data).toMatchObject({ member: { role: 'owner', name: 'Chika Obi' }, organization: { name: 'Kaduna Pay', liveApproved: false }, provedLately: true });
    const { clientId, clientSecret } = part(answer, 'credential');
    const token = await app.fetch('/sandbox/v1/auth/token', { headers: { authorization: `Bearer ${Buffer.from(`${String(clientId)}:${String(clientSecret)}`).toString('base64')}` } });
    const accounts = await app.fetch('/sandbox/v1/accounts?page=1&pageSize=10', { headers: { authorization: `Bearer ${String(token.data['accessToken'])}`, requestid: 'first' } });
    expect(accounts.text).toContain(String(answer.data['accountNumber']));
    expect((await app.fetch(`/sandbox/v1/account/${String(answer.data['accountNumber'])}`, { headers: { authorization: `Bearer ${String(token.data['accessToken'])}`, requestid: 'second' } })).text).toContain('5000000');
    expect((await browser.call('POST', '/credentials/live', { name: 'Core' })).codes).toEqual(['live_not_approved']);
  });

  test('keeps the secret nowhere, and shows it in no other answer', async () => {
    const { answer, browser } = await signUp();
    const secret = String(part(answer, 'credential')['clientSecret']);
    expect(secret).toMatch(/^sk_test_\S{43,}$/);
    const again = await browser.call('GET', '/credentials');
    expect(again.text).toContain(String(part(answer, 'credential')['clientId']));
    const kept = await app.db.across('audit', (tx) => tx.rows<{ text: string }>(sql`select row_to_json(c)::text as text from credential c union all select row_to_json(a)::text from audit_entry a`));
    expect([again.text, ...kept.map(({ text }) => text), ...app.logLines].join('\n').includes(secret)).toBe(false);
  });

  test('tells nobody whether an address is used: it is answered the same, and both sign in with their own passwords', async () => {
    const known = await addMember(app, app, 'viewer');
    const taken = await signUp({ email: known.toUpperCase(), password: 'tangerine bicycle moss' });
    const free = await signUp();
    const shape = (value: unknown): unknown => (isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(each)])) : typeof value);
    expect([taken.answer.status, shape(taken.answer.json)]).toEqual([200, shape(free.answer.json)]);
    const organizations = await Promise.all([password, 'tangerine bicycle moss'].map(async (each) => {
      const browser = openBrowser(app, '192.0.2.250');
      await browser.signIn(known, { password: each });
      return (await browser.call('GET', '/session')).data['organization'];
    }));
    expect(organizations).toEqual([expect.objectContaining({ name: 'Test organization' }), expect.objectContaining({ name: 'Kaduna Pay' })]);
  });

  test('is refused with the very password that the address signs in with, which only its owner knows', async () => {
    const known = await addMember(app, app, 'viewer');
    expect((await signUp({ email: known })).answer.json['errors']).toEqual(refusedAt('/password'));
  });

  test('with the address and password that another sign-up brings at the same moment is refused', async () => {
    const email = 'twice@kaduna.example';
    const answers = await heldBack(app, allMembers, [() => signUp({ email }), () => signUp({ email: email.toUpperCase() })]);
    expect(answers.map(({ answer }) => answer.json['errors'])).toEqual([[], refusedAt('/password')]);
    expect((await openBrowser(app).signIn(email)).status).toBe(200);
  });

  test('ends the session that the browser had', async () => {
    const { browser } = await signUp();
    const before = browser.cookie;
    expect((await browser.call('POST', '/sign-up', { organization: 'Second', name: 'Chika Obi', email: 'second@kaduna.example', password })).status).toBe(200);
    const old = openBrowser(app);
    old.cookie = before;
    expect((await old.call('GET', '/session')).codes).toEqual(['session_ended']);
  });

  test.each(['kadunapay2026', 'Password1234!', 'chika.obi.1234', 'aaaaaaaaaaaaaaaa', 'short'])('refuses a password that is tried first: %s', async (weak) => {
    expect((await signUp({ password: weak })).answer.json['errors']).toEqual(refusedAt('/password'));
  });

  test('is bounded for an e-mail address, and for a network address', async () => {
    const codes = async (times: number, ask: (index: number) => ReturnType<typeof signUp>): Promise<unknown[]> => {
      const all: unknown[] = [];
      for (let index = 0; index < times; index += 1) all.push((await ask(index)).answer.codes[0] ?? 'made');
      return all;
    };
    const words = ['tangerine bicycle', 'marble kettles up', 'seven wet umbrellas', 'cloudy lantern fish'];
    expect(await codes(4, (index) => signUp({ email: 'often@kaduna.example', password: words[index] }))).toEqual(['made', 'made', 'made', 'rate_limited']);
    expect(await codes(6, () => signUp({ email: `one${(strangers += 1)}@kaduna.example` }, '198.51.100.7'))).toEqual([...Array.from({ length: 5 }, () => 'made'), 'rate_limited']);
  });
});

describe('members with one address', () => {
  /** Somebody who is invited, from a network address of their own. */
  const invited = async (tenant: TestTenant, email: string): Promise<(chosen: string) => Promise<Answered>> => {
    const { browser } = await signedIn(app, tenant, 'owner');
    const { data } = await browser.call('POST', '/invitations', { email, role: 'viewer' });
    const token = new URL(String(data['link'])).hash.slice(1);
    return (chosen) => openBrowser(app, `198.51.100.${(strangers += 1)}`).call('POST', '/invitations/accept', { token, name: 'Chika Obi', password: chosen });
  };
  const outcome = ({ status, codes }: Answered): unknown => codes[0] ?? status;
  /** A member in each of so many organizations; nobody has their password. */
  async function placed(email: string, count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const { organizationId } = await app.addTenant();
      await app.db.across('directory', (tx) => storeMember(tx, { organizationId, memberId: app.app.ctx.ids.newId('mem'), email, passwordHash: nobodysHash, role: 'viewer', name: null }));
    }
  }
  let nobodysHash = '';
  beforeAll(async () => {
    const email = 'model@kaduna.example';
    await createMember(app.db, app.app.ctx.ids, { organizationId: app.organizationId, email, password: 'seven wet umbrellas', role: 'viewer' });
    const [row] = await app.db.across('directory', (tx) => tx.rows<{ hash: string }>(sql`select password_hash as hash from member where email = ${email}`));
    nobodysHash = row?.hash ?? '';
  });

  test('are eight at most, whether they sign up or accept invitations, and also at once', async () => {
    const email = 'many@kaduna.example';
    await placed(email, 7);
    const [one, two] = [await invited(await app.addTenant(), email), await invited(await app.addTenant(), email)];
    const answers = await heldBack(app, allMembers, [() => one('marble kettles up'), () => two('tangerine bicycle')]);
    expect(answers.map(outcome)).toEqual([200, 'rate_limited']);
    expect(outcome(await two('tangerine bicycle'))).toBe('rate_limited');
    expect(outcome((await signUp({ email })).answer)).toBe('rate_limited');
  });

  test('accept two invitations at once, but not with one password', async () => {
    const email = 'both@kaduna.example';
    const [one, two] = [await invited(await app.addTenant(), email), await invited(await app.addTenant(), email)];
    const answers = await heldBack(app, allMembers, [() => one(password), () => two(password)]);
    expect(answers.map(({ json }) => json['errors'])).toEqual([[], refusedAt('/password')]);
    expect(outcome(await two('tangerine bicycle'))).toBe(200);
  });

  test('cost a wrong password as many hashes as nobody with an address does', async () => {
    await placed('full@kaduna.example', 8);
    let hashes = 0;
    const counting = createHook({ init: (_id, type) => {
      if (type === 'ARGON2REQUEST') hashes += 1;
    } });
    const costOf = async (email: string): Promise<number> => {
      hashes = 0;
      expect((await openBrowser(app, `198.51.100.${(strangers += 1)}`).signIn(email, { password: 'a wrong one altogether' })).codes).toEqual(['sign_in_invalid']);
      return hashes;
    };
    counting.enable();
    expect([await costOf('nobody@kaduna.example'), await costOf('model@kaduna.example'), await costOf('full@kaduna.example')]).toEqual([8, 8, 8]);
    counting.disable();
  });
});

test('nobody signs up where it is closed', async () => {
  const closed = await startTestApp({ worker: false, env: { SIGN_UP: 'closed' } });
  const browser = openBrowser(closed);
  expect((await browser.call('GET', '/sign-up')).data).toEqual({ open: false });
  expect((await browser.call('POST', '/sign-up', { organization: 'Kaduna Pay', name: 'Chika Obi', email: 'chika@kaduna.example', password })).codes).toEqual(['sign_up_closed']);
  await closed.close();
});
