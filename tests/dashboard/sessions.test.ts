import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { createMember } from '#src/organizations/members.ts';
import { addMember, openBrowser, password, type Person, signedIn } from '#tests/support/dashboard.ts';
import { allMembers, heldBack } from '#tests/support/held-back.ts';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

const asked = (person: Person) => person.browser.call('GET', '/session');
const age = (column: 'last_seen_at' | 'expires_at' | 'proved_at', person: Person, by: string) =>
  app.db.across('directory', (tx) => tx.execute(column === 'last_seen_at'
    ? sql`update member_session set last_seen_at = last_seen_at - ${by}::interval where member_id = ${person.memberId}`
    : column === 'expires_at' ? sql`update member_session set expires_at = expires_at - ${by}::interval where member_id = ${person.memberId}`
      : sql`update member_session set proved_at = proved_at - ${by}::interval where member_id = ${person.memberId}`));

describe('signing in', () => {
  test('opens a session that knows the member, the organization and what the role permits', async () => {
    const { browser, email, memberId } = await signedIn(app, app, 'developer');
    const { data, status } = await browser.call('GET', '/session');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      csrfToken: browser.csrfToken, member: { memberId, email, role: 'developer' }, organization: { organizationId: app.organizationId, name: 'Test organization', liveApproved: false },
      permissions: ['members:read', 'credentials:read', 'credentials:test', 'sandbox:reset'], provedLately: true, secondFactor: { enrolled: false, pending: false, recoveryCodesLeft: 0 },
    });
  });

  test('sets a cookie that no script reads and no other site sends', async () => {
    const email = await addMember(app, app, 'viewer');
    const answer = await openBrowser(app).signIn(email.toUpperCase());
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^ot_session=ses_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('answers the same to a wrong password and an unknown address', async () => {
    const email = await addMember(app, app, 'viewer');
    const wrong = await openBrowser(app).call('POST', '/session', { email, password: 'something else altogether' });
    const unknown = await openBrowser(app).call('POST', '/session', { email: 'nobody@nowhere.example', password });
    expect([wrong.status, wrong.codes, wrong.headers.get('www-authenticate')]).toEqual([401, ['sign_in_invalid'], 'Session realm="openteller"']);
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('gives another session than the cookie that was there, and ends that one', async () => {
    const victim = await addMember(app, app, 'owner');
    const attacker = await signedIn(app, app, 'viewer');
    const planted = openBrowser(app);
    planted.cookie = attacker.browser.cookie;
    expect((await planted.signIn(victim)).status).toBe(200);
    expect(planted.cookie).not.toBe(attacker.browser.cookie);
    expect((await asked(attacker)).codes).toEqual(['session_ended']);
  });

  test('takes no cookie that somebody made up', async () => {
    const email = await addMember(app, app, 'viewer');
    const browser = openBrowser(app);
    const planted = `ot_session=ses_${'a'.repeat(43)}`;
    browser.cookie = planted;
    await browser.signIn(email);
    expect(browser.cookie).not.toBe(planted);
    browser.cookie = planted;
    expect((await browser.call('GET', '/session')).codes).toEqual(['session_missing']);
  });
});

describe('guessing passwords', () => {
  test('is stopped after ten for one account from one address, and its owner comes in from another', async () => {
    const email = await addMember(app, app, 'viewer');
    const stranger = openBrowser(app, '198.51.100.7');
    const answers = await Promise.all(Array.from({ length: 30 }, () => stranger.call('POST', '/session', { email, password: 'wrong wrong wrong' })));
    const judged = answers.filter(({ status }) => status === 401);
    const limited = answers.filter(({ status }) => status === 429);
    // One more every six seconds; how long thirty take is the machine's affair.
    expect([judged.length >= 10 && judged.length < 20, judged.length + limited.length]).toEqual([true, 30]);
    expect(limited.every((answer) => answer.codes[0] === 'rate_limited' && Number(answer.headers.get('retry-after')) > 0)).toBe(true);
    expect((await openBrowser(app, '198.51.100.8').signIn(email)).status).toBe(200);
  });

  test('costs nothing when it was right: signing in fifteen times works', async () => {
    const email = await addMember(app, app, 'viewer');
    const statuses = new Set<number>();
    for (let index = 0; index < 15; index += 1) statuses.add((await openBrowser(app, '198.51.100.10').signIn(email)).status);
    expect([...statuses]).toEqual([200]);
  });
});

describe('a session', () => {
  test('ends after half an hour without a call', async () => {
    const person = await signedIn(app, app, 'viewer');
    await age('last_seen_at', person, '29 minutes');
    expect((await asked(person)).status).toBe(200);
    await age('last_seen_at', person, '29 minutes');
    expect((await asked(person)).status).toBe(200);
    await age('last_seen_at', person, '31 minutes');
    expect((await asked(person)).codes).toEqual(['session_expired']);
  });

  test('ends after twelve hours, however busy', async () => {
    const person = await signedIn(app, app, 'viewer');
    await age('expires_at', person, '11 hours 59 minutes');
    expect((await asked(person)).status).toBe(200);
    await age('expires_at', person, '1 minute');
    expect((await asked(person)).codes).toEqual(['session_expired']);
  });

  test('is over with its next call once it was ended from another one', async () => {
    const first = await signedIn(app, app, 'viewer');
    const second = openBrowser(app);
    await second.signIn(first.email);
    const sessions: unknown = (await second.call('GET', '/sessions')).json.data;
    expect(sessions).toEqual([
      expect.objectContaining({ current: true, device: 'Firefox on Linux', network: '127.0.0.0/24' }),
      expect.objectContaining({ current: false }),
    ]);
    const other = Array.isArray(sessions) ? String(sessions[1]?.sessionId) : '';
    expect((await second.call('DELETE', `/sessions/${other}`)).data).toEqual({ ended: 1 });
    expect((await asked(first)).codes).toEqual(['session_ended']);
    expect((await second.call('DELETE', `/sessions/${other}`)).codes).toEqual(['record_not_found']);
  });

  test('is not ended by somebody else', async () => {
    const mine = await signedIn(app, app, 'viewer');
    const colleague = await signedIn(app, app, 'owner');
    const { sessionId } = (await asked(mine)).data;
    expect((await colleague.browser.call('DELETE', `/sessions/${String(sessionId)}`)).codes).toEqual(['record_not_found']);
    expect((await asked(mine)).status).toBe(200);
  });

  test('is signed out with its cookie; all others of the member can be ended at once', async () => {
    const person = await signedIn(app, app, 'viewer');
    const others = [openBrowser(app), openBrowser(app)];
    for (const each of others) await each.signIn(person.email);
    expect((await person.browser.call('DELETE', '/sessions')).data).toEqual({ ended: 2 });
    for (const each of others) expect((await each.call('GET', '/session')).codes).toEqual(['session_ended']);
    const kept = person.browser.cookie;
    expect((await person.browser.call('DELETE', '/session')).status).toBe(200);
    expect(person.browser.cookie).toBe('');
    person.browser.cookie = kept;
    expect((await asked(person)).codes).toEqual(['session_ended']);
  });

  test('gets another token with a step-up, and the one before is worth nothing', async () => {
    const person = await signedIn(app, app, 'viewer');
    const { cookie, csrfToken } = person.browser;
    expect((await person.browser.call('POST', '/session/step-up', { password })).status).toBe(200);
    expect(person.browser.cookie).not.toBe(cookie);
    expect(person.browser.csrfToken).not.toBe(csrfToken);
    expect((await asked(person)).status).toBe(200);
    person.browser.cookie = cookie;
    expect((await asked(person)).codes).toEqual(['session_missing']);
  });

  test('needs a fresh proof for what matters, and a wrong one is none', async () => {
    const owner = await signedIn(app, app, 'owner');
    await age('proved_at', owner, '6 minutes');
    const create = () => owner.browser.call('POST', '/credentials/test', { name: 'Shop' });
    expect((await create()).codes).toEqual(['step_up_required']);
    expect((await owner.browser.call('POST', '/session/step-up', { password: 'not this one at all' })).codes).toEqual(['password_wrong']);
    expect((await create()).codes).toEqual(['step_up_required']);
    expect((await owner.browser.call('POST', '/session/step-up', {})).codes).toEqual(['missing_field']);
    await owner.browser.call('POST', '/session/step-up', { password });
    expect((await create()).status).toBe(200);
  });

  test('guesses its own member\'s password five times and no more', async () => {
    const person = await signedIn(app, app, 'viewer');
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.browser.call('POST', '/session/step-up', { password: 'wrong wrong wrong' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  });
});

describe('a change of password', () => {
  test('needs the old one, ends every other session, and counts at once', async () => {
    const person = await signedIn(app, app, 'viewer');
    const other = openBrowser(app);
    await other.signIn(person.email);
    const next = 'quite a few unrelated words';
    expect((await person.browser.call('POST', '/password', { currentPassword: 'not this one', newPassword: next })).codes).toEqual(['password_wrong']);
    expect((await person.browser.call('POST', '/password', { currentPassword: password, newPassword: next })).status).toBe(200);
    expect((await other.call('GET', '/session')).codes).toEqual(['session_ended']);
    expect((await asked(person)).status).toBe(200);
    expect((await openBrowser(app).signIn(person.email)).codes).toEqual(['sign_in_invalid']);
    expect((await openBrowser(app).signIn(person.email, { password: next })).status).toBe(200);
  });

  test('is a fresh proof of who has no second factor', async () => {
    const person = await signedIn(app, app, 'viewer');
    await age('proved_at', person, '6 minutes');
    await person.browser.call('POST', '/password', { currentPassword: password, newPassword: 'quite a few unrelated words' });
    expect((await asked(person)).data['provedLately']).toBe(true);
  });

  test('to what another member with the address chooses at the same moment is refused', async () => {
    const elsewhere = await app.addTenant();
    const email = await addMember(app, app, 'viewer');
    await createMember(app.db, app.app.ctx.ids, { organizationId: elsewhere.organizationId, email, password: 'marble kettles upwards', role: 'viewer' });
    const changing = async (was: string): Promise<() => Promise<Answered>> => {
      const browser = openBrowser(app);
      await browser.signIn(email, { password: was });
      return () => browser.call('POST', '/password', { currentPassword: was, newPassword: 'tangerine bicycle moss' });
    };
    const answers = await heldBack(app, allMembers, [await changing(password), await changing('marble kettles upwards')]);
    expect(answers.map(({ status, codes }) => codes[0] ?? status)).toEqual([200, 'invalid_field']);
  });

  test.each([['short', 'eleven char'], ['of one letter', 'aaaaaaaaaaaaaaaa'], ['the e-mail address', 'member@kano.example-X']])('to one that is %s is refused', async (_what, weak) => {
    const person = await signedIn(app, app, 'viewer');
    const newPassword = weak.includes('@') ? `${person.email}-X` : weak;
    const answer = await person.browser.call('POST', '/password', { currentPassword: password, newPassword });
    expect(answer.json['errors']).toEqual([expect.objectContaining({ code: 'invalid_field', field: '/newPassword' })]);
  });
});

describe('a call that changes something', () => {
  const change = (person: Person, headers: Record<string, string | null>) => person.browser.call('DELETE', '/sessions', undefined, headers);

  test.each([
    ['the token is missing', { 'x-csrf-token': null }],
    ['the token is made up', { 'x-csrf-token': 'a'.repeat(43) }],
    ['it comes from another site', { 'sec-fetch-site': 'cross-site' }],
    ['it comes from a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['it was typed into the address line', { 'sec-fetch-site': 'none' }],
    ['its origin is another', { origin: 'https://evil.example' }],
    ['its origin is hidden', { origin: 'null' }],
    ['nothing says where it comes from', { origin: null, 'sec-fetch-site': null }],
  ])('is refused when %s', async (_why, headers) => {
    const person = await signedIn(app, app, 'viewer');
    const answer = await change(person, headers);
    expect([answer.status, answer.codes]).toEqual([403, ['csrf_failed']]);
  });

  test('is refused with the token of another session, be it the same member\'s', async () => {
    const person = await signedIn(app, app, 'viewer');
    const other = openBrowser(app);
    await other.signIn(person.email);
    expect((await change(person, { 'x-csrf-token': other.csrfToken })).codes).toEqual(['csrf_failed']);
    expect((await change(person, {})).status).toBe(200);
  });

  test.each([{ origin: null }, { 'sec-fetch-site': null }])('is taken when one of both headers vouches: %j', async (headers) => {
    expect((await change(await signedIn(app, app, 'viewer'), headers)).status).toBe(200);
  });

  test('signs nobody in from another site', async () => {
    const email = await addMember(app, app, 'viewer');
    const answer = await openBrowser(app).call('POST', '/session', { email, password }, { origin: 'https://evil.example' });
    expect([answer.codes, answer.headers.getSetCookie()]).toEqual([['csrf_failed'], []]);
  });
});

describe('the two kinds of root', () => {
  test('a token opens nothing at the dashboard\'s', async () => {
    const answer = await openBrowser(app).call('GET', '/credentials', undefined, { authorization: `Bearer ${app.token}` });
    expect(answer.codes).toEqual(['session_missing']);
  });

  test('a cookie opens nothing at the API\'s', async () => {
    const { browser } = await signedIn(app, app, 'owner');
    expect((await app.fetch('/sandbox/v1/transfer/banks', { headers: { cookie: browser.cookie, requestid: 'a' } })).codes).toEqual(['token_missing']);
  });

  test('a cookie that came twice is nobody\'s', async () => {
    const { browser } = await signedIn(app, app, 'owner');
    expect((await browser.call('GET', '/session', undefined, { cookie: `${browser.cookie}; ${browser.cookie}` })).codes).toEqual(['session_missing']);
  });
});

test('neither tokens nor passwords are logged or kept', async () => {
  const person = await signedIn(app, app, 'owner');
  const token = person.browser.cookie.split('=')[1] ?? '';
  await person.browser.call('POST', '/session/step-up', { password });
  const later = person.browser.cookie.split('=')[1] ?? '';
  const kept = await app.db.across('audit', (tx) => tx.rows<{ text: string }>(sql`select row_to_json(s)::text as text from member_session s union all select row_to_json(a)::text from audit_entry a`));
  const everything = [...app.logLines, ...kept.map(({ text }) => text)].join('\n');
  for (const secret of [token, later, person.browser.csrfToken, password, person.email]) expect(everything.includes(secret), 'a secret or an address is in the log').toBe(false);
  expect(everything).toContain(person.memberId);
});
