import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { addMember, openBrowser, password, type Person, signedIn } from '#tests/support/dashboard.ts';
import { heldBack, rowsOf } from '#tests/support/held-back.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const tokenOf = (invited: Answered): string => new URL(String(invited.data['link'])).hash.slice(1);
const accept = (token: string, more: Record<string, unknown> = {}) => openBrowser(app).call('POST', '/invitations/accept', { token, name: 'Bello Sani', password, ...more });
const roles = (listed: unknown): unknown[] => (Array.isArray(listed) ? listed.map((each: unknown) => (isRecord(each) ? each['role'] : undefined)) : []);
let guests = 0;
const guest = (): string => `guest${(guests += 1)}@kano.example`;

describe('an invitation', () => {
  test('is a link shown once, in whose path and query no token stands', async () => {
    const owner = await signedIn(app, app, 'owner');
    const email = guest();
    const invited = await owner.browser.call('POST', '/invitations', { email, role: 'developer' });
    const link = new URL(String(invited.data['link']));
    expect([link.pathname, link.search, link.hash]).toEqual(['/dashboard/invitation', '', expect.stringMatching(/^#inv_[A-Za-z0-9_-]{43}$/)]);
    const list = await owner.browser.call('GET', '/invitations');
    expect(list.text).toContain(email);
    expect(list.text).not.toContain(tokenOf(invited));
    const kept = await app.db.across('audit', (tx) => tx.rows<{ text: string }>(sql`select row_to_json(i)::text as text from member_invitation i`));
    expect([...kept.map(({ text }) => text), ...app.logLines].join('\n').includes(tokenOf(invited)), 'the token stands there').toBe(false);
  });

  test('makes a member with the invited role and the chosen password, once', async () => {
    const owner = await signedIn(app, app, 'owner');
    const email = guest();
    const token = tokenOf(await owner.browser.call('POST', '/invitations', { email, role: 'compliance' }));
    expect((await openBrowser(app).call('POST', '/invitations/read', { token })).data).toMatchObject({ organization: 'Test organization', email, role: 'compliance' });
    const racing = await Promise.all([accept(token), accept(token)]);
    expect(racing.map(({ codes }) => codes[0] ?? 'accepted').toSorted()).toEqual(['accepted', 'invitation_not_found']);
    const browser = openBrowser(app);
    expect((await browser.signIn(email)).data['member']).toMatchObject({ email, name: 'Bello Sani', role: 'compliance' });
    expect((await openBrowser(app).call('POST', '/invitations/read', { token })).codes).toEqual(['invitation_not_found']);
  });

  test('is worth nothing once withdrawn, after seven days, or when whoever made it is removed', async () => {
    const owner = await signedIn(app, app, 'owner');
    const admin = await signedIn(app, app, 'admin');
    const invited = await Promise.all([owner, owner, admin].map(({ browser }) => browser.call('POST', '/invitations', { email: guest(), role: 'viewer' })));
    const [withdrawn = '', expired = ''] = invited.map(({ data }) => String(data['invitationId']));
    await owner.browser.call('DELETE', `/invitations/${withdrawn}`);
    await app.db.across('directory', (tx) => tx.execute(sql`update member_invitation set expires_at = expires_at - interval '7 days' where invitation_id = ${expired}`));
    await owner.browser.call('DELETE', `/members/${admin.memberId}`);
    for (const each of invited) expect((await accept(tokenOf(each))).codes).toEqual(['invitation_not_found']);
    expect((await owner.browser.call('DELETE', `/invitations/${withdrawn}`)).codes).toEqual(['invitation_not_found']);
  });

  test('is worth what its maker may still make: taken from the role, it is withdrawn', async () => {
    const tenant = await app.addTenant();
    const [owner, maker] = [await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'owner')];
    const invited = async (role: string): Promise<string> => tokenOf(await maker.browser.call('POST', '/invitations', { email: guest(), role }));
    const [toOwner, toAdmin, toViewer] = [await invited('owner'), await invited('admin'), await invited('viewer')];
    const open = async (): Promise<unknown[]> => roles((await owner.browser.call('GET', '/invitations')).json['data']);
    await owner.browser.call('PATCH', `/members/${maker.memberId}`, { role: 'admin' });
    expect(await open()).toEqual(['viewer', 'admin']);
    expect((await openBrowser(app).call('POST', '/invitations/read', { token: toOwner })).codes).toEqual(['invitation_not_found']);
    expect((await accept(toOwner)).codes).toEqual(['invitation_not_found']);
    expect((await accept(toAdmin)).status).toBe(200);
    await owner.browser.call('PATCH', `/members/${maker.memberId}`, { role: 'developer' });
    expect(await open()).toEqual([]);
    expect((await accept(toViewer)).codes).toEqual(['invitation_not_found']);
  });

  test.each([
    ['is removed', (owner: Person, maker: Person) => owner.browser.call('DELETE', `/members/${maker.memberId}`), 'session_ended'],
    ['becomes a viewer', (owner: Person, maker: Person) => owner.browser.call('PATCH', `/members/${maker.memberId}`, { role: 'viewer' }), 'role_missing'],
  ] as const)('under way while its maker %s is not made', async (_what, end, code) => {
    const tenant = await app.addTenant();
    const [owner, maker] = [await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'admin')];
    const [ended, invited] = await heldBack(app, rowsOf(maker.memberId), [() => end(owner, maker), () => maker.browser.call('POST', '/invitations', { email: guest(), role: 'admin' })]);
    expect([ended?.status, invited?.codes]).toEqual([200, [code]]);
    expect((await owner.browser.call('GET', '/invitations')).json['data']).toEqual([]);
  });

  test('is refused for a member of one\'s own; of another organization\'s members it tells nothing', async () => {
    const owner = await signedIn(app, app, 'owner');
    expect((await owner.browser.call('POST', '/invitations', { email: owner.email.toUpperCase(), role: 'viewer' })).codes).toEqual(['member_exists']);
    const elsewhere = await addMember(app, await app.addTenant(), 'owner');
    const invited = await owner.browser.call('POST', '/invitations', { email: elsewhere, role: 'viewer' });
    expect(invited.status).toBe(200);
    // Who has the same password there is that person, and is told.
    expect((await accept(tokenOf(invited))).json['errors']).toEqual([expect.objectContaining({ code: 'invalid_field', field: '/password' })]);
    const another = 'tangerine bicycle moss';
    expect((await accept(tokenOf(invited), { password: another })).data['member']).toMatchObject({ email: elsewhere, role: 'viewer' });
    const roles = await Promise.all([password, another].map(async (each) => (await openBrowser(app).signIn(elsewhere, { password: each })).data['member']));
    expect(roles).toEqual([expect.objectContaining({ role: 'owner' }), expect.objectContaining({ role: 'viewer' })]);
  });

  test('to be owner is made by an owner alone', async () => {
    const admin = await signedIn(app, app, 'admin');
    expect((await admin.browser.call('POST', '/invitations', { email: guest(), role: 'owner' })).codes).toEqual(['role_missing']);
    expect((await admin.browser.call('POST', '/invitations', { email: guest(), role: 'admin' })).status).toBe(200);
  });

  test('is one of a hundred open ones at most', async () => {
    const tenant = await app.addTenant();
    const owner = await signedIn(app, tenant, 'owner');
    await app.db.across('directory', (tx) => tx.execute(sql`
      insert into member_invitation (organization_id, invitation_id, email, role, token_hash, invited_by, expires_at, created_at)
      select ${tenant.organizationId}, 'inv_' || n, n || '@kano.example', 'viewer', sha256(n::text::bytea), ${owner.memberId}, now() + interval '1 day', now() from generate_series(1, 100) as n`));
    expect((await owner.browser.call('POST', '/invitations', { email: guest(), role: 'viewer' })).codes).toEqual(['limit_exceeded']);
  });

  test('is not accepted with a weak password, and stays good', async () => {
    const owner = await signedIn(app, app, 'owner');
    const email = guest();
    const token = tokenOf(await owner.browser.call('POST', '/invitations', { email, role: 'viewer' }));
    expect((await accept(token, { password: 'short' })).codes).toEqual(['invalid_field']);
    expect((await accept(token, { password: `${email}!` })).codes).toEqual(['invalid_field']);
    expect((await accept(token)).status).toBe(200);
  });
});

describe('a member', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await app.addTenant();
  });

  test('gets another role, which counts with the next call', async () => {
    const owner = await signedIn(app, tenant, 'owner');
    const person = await signedIn(app, tenant, 'viewer');
    expect((await person.browser.call('GET', '/credentials')).codes).toEqual(['role_missing']);
    await owner.browser.call('PATCH', `/members/${person.memberId}`, { role: 'developer' });
    expect((await person.browser.call('GET', '/credentials')).status).toBe(200);
  });

  test('who is removed is out with the next call, cannot sign in, and leaves the address free', async () => {
    const owner = await signedIn(app, tenant, 'owner');
    const person = await signedIn(app, tenant, 'developer');
    expect((await owner.browser.call('DELETE', `/members/${person.memberId}`)).data).toEqual({ memberId: person.memberId, status: 'removed' });
    expect((await person.browser.call('GET', '/session')).codes).toEqual(['session_ended']);
    expect((await openBrowser(app).signIn(person.email)).codes).toEqual(['sign_in_invalid']);
    expect((await owner.browser.call('GET', '/members')).text).not.toContain(person.memberId);
    expect((await owner.browser.call('DELETE', `/members/${person.memberId}`)).codes).toEqual(['record_not_found']);
    const token = tokenOf(await owner.browser.call('POST', '/invitations', { email: person.email, role: 'viewer' }));
    expect((await accept(token)).status).toBe(200);
  });

  test.each([
    ['another role', (owner: Person, admin: Person) => owner.browser.call('PATCH', `/members/${admin.memberId}`, { role: 'viewer' }), 'role_missing'],
    ['no place any more', (owner: Person, admin: Person) => owner.browser.call('DELETE', `/members/${admin.memberId}`), 'session_ended'],
  ] as const)('who gets %s while removing somebody removes nobody', async (_what, end, code) => {
    const [owner, admin, person] = [await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'admin'), await signedIn(app, tenant, 'viewer')];
    const owners = sql`select 1 from member where organization_id = ${tenant.organizationId} and role = 'owner' order by member_id for update`;
    const [ended, removed] = await heldBack(app, owners, [() => end(owner, admin), () => admin.browser.call('DELETE', `/members/${person.memberId}`)]);
    expect([ended?.status, removed?.codes]).toEqual([200, [code]]);
    expect((await person.browser.call('GET', '/session')).status).toBe(200);
  });

  test('of another organization is not there', async () => {
    const owner = await signedIn(app, tenant, 'owner');
    const stranger = await signedIn(app, app, 'developer');
    expect((await owner.browser.call('PATCH', `/members/${stranger.memberId}`, { role: 'viewer' })).codes).toEqual(['record_not_found']);
    expect((await owner.browser.call('DELETE', `/members/${stranger.memberId}`)).codes).toEqual(['record_not_found']);
    expect((await owner.browser.call('GET', '/members')).text).not.toContain(stranger.email);
    expect((await stranger.browser.call('GET', '/session')).status).toBe(200);
    const invited = await (await signedIn(app, app, 'owner')).browser.call('POST', '/invitations', { email: guest(), role: 'viewer' });
    expect((await owner.browser.call('DELETE', `/invitations/${String(invited.data['invitationId'])}`)).codes).toEqual(['invitation_not_found']);
    expect((await owner.browser.call('GET', '/audit?page=1&pageSize=100')).text).not.toContain(String(invited.data['invitationId']));
  });
});

describe('an owner', () => {
  test('is changed or removed by an owner alone', async () => {
    const tenant = await app.addTenant();
    const [owner, admin] = [await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'admin')];
    await addMember(app, tenant, 'owner');
    expect((await admin.browser.call('PATCH', `/members/${owner.memberId}`, { role: 'viewer' })).codes).toEqual(['role_missing']);
    expect((await admin.browser.call('DELETE', `/members/${owner.memberId}`)).codes).toEqual(['role_missing']);
    expect((await admin.browser.call('PATCH', `/members/${admin.memberId}`, { role: 'owner' })).codes).toEqual(['role_missing']);
  });

  test('who is an owner no more changes no other, though the call began before', async () => {
    const tenant = await app.addTenant();
    const [one, two, three] = [await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'owner')];
    const change = (by: Person, whom: Person, role: string) => () => by.browser.call('PATCH', `/members/${whom.memberId}`, { role });
    const all = rowsOf(one.memberId, two.memberId, three.memberId);
    const [demoted, demoting] = await heldBack(app, all, [change(one, two, 'admin'), change(two, three, 'viewer')]);
    expect([demoted?.status, demoting?.codes]).toEqual([200, ['role_missing']]);
    const [toAdmin, making] = await heldBack(app, all, [change(one, three, 'admin'), change(three, two, 'owner')]);
    expect([toAdmin?.status, making?.codes]).toEqual([200, ['role_missing']]);
    expect(roles((await one.browser.call('GET', '/members')).json['data'])).toEqual(['owner', 'admin', 'admin']);
  });

  test('stays when they are the last one, whoever asks', async () => {
    const tenant = await app.addTenant();
    const owner = await signedIn(app, tenant, 'owner');
    expect((await owner.browser.call('PATCH', `/members/${owner.memberId}`, { role: 'admin' })).codes).toEqual(['last_owner']);
    expect((await owner.browser.call('DELETE', `/members/${owner.memberId}`)).codes).toEqual(['last_owner']);
  });

  test('stays when two owners take the ownership from each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await app.addTenant();
      const [one, two] = [await signedIn(app, tenant, 'owner'), await signedIn(app, tenant, 'owner')];
      const answers = await Promise.all([one.browser.call('PATCH', `/members/${two.memberId}`, { role: 'viewer' }), two.browser.call('DELETE', `/members/${one.memberId}`)]);
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      const owners = await app.db.across('directory', (tx) => tx.rows(sql`select 1 from member where organization_id = ${tenant.organizationId} and role = 'owner' and removed_at is null`));
      expect(owners.length).toBe(1);
    }
  });
});
