/** Made from the dashboard's routes: whatever is declared is held, for every route and every role. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { catalogue, type ErrorCode } from '#src/errors.ts';
import { exampleFaults } from '#src/http/check-examples.ts';
import { sessionCodesOf, type SessionRoute } from '#src/http/session-route.ts';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { memberRoles } from '#src/organizations/members.ts';
import { rolePermissions } from '#src/organizations/permissions.ts';
import { bytesOf, openBrowser, password, type Person, signedIn } from '#tests/support/dashboard.ts';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let document: string;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  document = (await app.fetch('/dashboard/api/openapi.json')).text;
});
afterAll(() => app.close());

const routes = (): readonly SessionRoute[] => app.app.dashboard.routes;
const signedInRoutes = (): SessionRoute[] => routes().filter(({ access }) => access !== 'anyone');
const writingRoutes = (): SessionRoute[] => routes().filter(({ method }) => method !== 'GET');
const anyPath = ({ path }: SessionRoute): string => path.replaceAll(/\{\w+\}/g, '1');

type Headers = Record<string, string | null>;

const paged = ({ query }: SessionRoute): string => (query === undefined ? '' : '&page=1&pageSize=10');

/** A call that every check before the schemas lets pass, and the schemas refuse for a parameter they do not know, so that nothing is done. */
function knock(route: SessionRoute, { browser }: { browser: Person['browser'] }, headers: Headers = {}, body: unknown = route.requestExample?.value): Promise<Answered> {
  return browser.call(route.method, `${anyPath(route)}?there-is-no-such-field=1${paged(route)}`, body, headers);
}

const told = ({ status, json, codes }: Answered): unknown[] => [status, json['statusCode'], codes[0]];
const asDeclared = (code: ErrorCode): unknown[] => [catalogue[code].httpStatus, catalogue[code].statusCode, code];

describe('every route', () => {
  test('stands in the document with its errors, and has examples that fit its schemas', () => {
    const paths = JSON.parse(document).paths;
    for (const route of routes()) {
      const operation = paths[route.path]?.[route.method.toLowerCase()];
      expect(operation, route.operationId).toMatchObject({ operationId: route.operationId, summary: expect.stringMatching(/\w/), description: expect.stringMatching(/\.$/), tags: [route.tag] });
      const text = JSON.stringify(operation.responses);
      expect([...sessionCodesOf(route)].filter((code) => !text.includes(`"${code}"`)), route.operationId).toEqual([]);
      expect(operation['x-permission'], route.operationId).toBe(typeof route.access === 'string' ? undefined : route.access.permission);
    }
    expect(new Set(routes().map(({ operationId }) => operationId)).size).toBe(routes().length);
    expect(routes().flatMap(exampleFaults)).toEqual([]);
  });

  test('needs a session unless it takes anybody', async () => {
    for (const route of routes()) {
      const answer = await knock(route, { browser: openBrowser(app) });
      expect(told(answer), route.operationId).toEqual(asDeclared(route.access === 'anyone' ? 'invalid_field' : 'session_missing'));
      expect(answer.json, route.operationId).toMatchObject({ message: expect.stringMatching(/\w/), data: {} });
    }
    expect(routes().filter(({ access }) => access === 'anyone').map(({ operationId }) => operationId)).toEqual(['signIn', 'readInvitation', 'acceptInvitation']);
  });

  test.each(['session_expired', 'session_ended'] as const)('refuses a session that is over: %s', async (code) => {
    const person = await signedIn(app, app, 'owner');
    await app.db.across('directory', (tx) => tx.execute(code === 'session_ended'
      ? sql`update member_session set ended_at = now() where member_id = ${person.memberId}`
      : sql`update member_session set expires_at = now() where member_id = ${person.memberId}`));
    for (const route of signedInRoutes()) expect(told(await knock(route, person)), route.operationId).toEqual(asDeclared(code));
  });

  test.each(memberRoles)('does for the role %s what its permission says, and nothing else', async (role) => {
    const person = await signedIn(app, app, role);
    const permitted: readonly string[] = rolePermissions[role];
    for (const route of signedInRoutes()) {
      const may = typeof route.access === 'string' || permitted.includes(route.access.permission);
      expect(told(await knock(route, person)), `${role}: ${route.operationId}`).toEqual(asDeclared(may ? 'invalid_field' : 'role_missing'));
    }
  });

  test('is bound to a role by declaration: who may do what, in full', () => {
    const byPermission = Object.groupBy(signedInRoutes(), ({ access }) => (typeof access === 'string' ? access : access.permission));
    const named = Object.fromEntries(Object.entries(byPermission).map(([permission, each = []]) => [permission, each.map(({ operationId }) => operationId)]));
    expect(named).toEqual({
      member: ['readSession', 'signOut', 'stepUp', 'changePassword', 'listSessions', 'endSession', 'endOtherSessions', 'beginSecondFactor', 'confirmSecondFactor', 'replaceRecoveryCodes', 'removeSecondFactor'],
      'members:read': ['listMembers', 'listInvitations'],
      'members:manage': ['changeMemberRole', 'removeMember', 'invite', 'withdrawInvitation'],
      'audit:read': ['listAudit'],
      'credentials:read': ['listCredentials'],
      'credentials:test': ['createTestCredential', 'rotateTestCredential', 'changeTestCredential', 'revokeTestCredential'],
      'credentials:live': ['createLiveCredential', 'rotateLiveCredential', 'changeLiveCredential', 'revokeLiveCredential'],
    });
  });

  test('asks for a fresh proof where it declares so, and nowhere else', async () => {
    const person = await signedIn(app, app, 'owner');
    await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '5 minutes' where member_id = ${person.memberId}`));
    for (const route of signedInRoutes()) {
      expect(told(await knock(route, person)), route.operationId).toEqual(asDeclared('stepUp' in route && route.stepUp === true ? 'step_up_required' : 'invalid_field'));
    }
  });
});

describe('every route that changes something', () => {
  test('refuses a call without the session\'s CSRF token, or from elsewhere', async () => {
    const person = await signedIn(app, app, 'owner');
    for (const route of writingRoutes()) {
      const foreign: Headers[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: null, 'sec-fetch-site': null }];
      for (const headers of [...foreign, ...(route.access === 'anyone' ? [] : [{ 'x-csrf-token': null }, { 'x-csrf-token': 'x' }])]) {
        expect(told(await knock(route, person, headers)), `${route.operationId} ${JSON.stringify(headers)}`).toEqual(asDeclared('csrf_failed'));
      }
    }
  });

  test('is no GET: all GETs leave the database as it was', async () => {
    const person = await signedIn(app, app, 'owner');
    const state = () => app.db.across('audit', (tx) => tx.rows(sql`
      select (select count(*) from audit_entry) as audits, (select md5(string_agg(s::text, '' order by session_id)) from member_session s) as sessions, (select md5(string_agg(m::text, '' order by member_id)) from member m) as members`));
    const before = await state();
    for (const route of routes().filter(({ method }) => method === 'GET')) {
      expect((await person.browser.call('GET', `${route.path}?${paged(route)}`)).status, route.operationId).toBe(200);
    }
    expect(await state()).toEqual(before);
  });

  test.each([
    ['invalid_json', '{"a": 1,}', {}], ['unsupported_media_type', '<a/>', { 'content-type': 'text/xml' }], ['payload_too_large', JSON.stringify({ a: 'a'.repeat(256 * 1024) }), {}],
  ] as const)('answers a bad body with the envelope: %s', async (code, body, headers) => {
    const person = await signedIn(app, app, 'owner');
    for (const route of writingRoutes()) expect(told(await knock(route, person, headers, body)), route.operationId).toEqual(asDeclared(code));
  });
});

test('paths and methods that are not there answer the envelope', async () => {
  for (const route of routes()) expect(told(await app.fetch(`${app.app.dashboard.prefix}${anyPath(route)}`, { method: 'OPTIONS' })), route.operationId).toEqual(asDeclared('method_not_allowed'));
  expect(told(await app.fetch('/dashboard/api/v1/nothing'))).toEqual(asDeclared('record_not_found'));
});

/** Calls, in an order in which each one succeeds; what was answered is held against the route's declaration on the way. */
test('every route does what it is for, once', async () => {
  const tenant = await app.addTenant();
  await app.db.write(tenant.liveTenantId, (tx) => tx.execute(sql`update organization set live_approved_at = now() where organization_id = ${tenant.organizationId}`));
  const { browser, email } = await signedIn(app, tenant, 'owner');
  const done = new Set<string>(['signIn']);
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await browser.call(method, path, body);
    expect([answer.status, answer.json['statusCode'], answer.json['errors']], `${method} ${path}: ${answer.text}`).toEqual([200, '00', []]);
    const route = routes().find((each) => each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '\\w+')}$`).test(path.split('?')[0] ?? ''));
    done.add(route?.operationId ?? path);
    return answer.data;
  };
  for (const path of ['/session', '/sessions', '/members', '/invitations', '/credentials', '/audit?page=1&pageSize=10']) await call('GET', path);
  for (const section of ['test', 'live']) {
    const { credentialId } = await call('POST', `/credentials/${section}`, { name: 'Shop' });
    const path = `/credentials/${section}/${String(credentialId)}`;
    await call('PATCH', path, { name: 'Till' });
    await call('POST', `${path}/rotate`, {});
    await call('DELETE', path);
  }
  const { link } = await call('POST', '/invitations', { email: 'bello@kano.example', role: 'developer' });
  const token = new URL(String(link)).hash.slice(1);
  await call('POST', '/invitations/read', { token });
  const { memberId } = await call('POST', '/invitations/accept', { token, name: 'Bello Sani', password });
  await call('PATCH', `/members/${String(memberId)}`, { role: 'operations' });
  await call('DELETE', `/members/${String(memberId)}`);
  const { invitationId } = await call('POST', '/invitations', { email: 'chika@kano.example', role: 'viewer' });
  await call('DELETE', `/invitations/${String(invitationId)}`);
  await call('POST', '/session/step-up', { password });
  await call('POST', '/password', { currentPassword: password, newPassword: 'quite a few unrelated words' });
  const other = openBrowser(app);
  await other.signIn(email, { password: 'quite a few unrelated words' });
  await call('DELETE', `/sessions/${String((await other.call('GET', '/session')).data['sessionId'])}`);
  await call('DELETE', '/sessions');
  const { otpauthUri } = await call('POST', '/second-factor/totp');
  const secret = String(new URL(String(otpauthUri)).searchParams.get('secret'));
  await call('POST', '/second-factor/totp/confirm', { code: totpCode(bytesOf(secret), totpStep(new Date())) });
  await call('POST', '/second-factor/recovery-codes');
  await call('DELETE', '/second-factor');
  await call('DELETE', '/session');
  expect([...done].toSorted()).toEqual(routes().map(({ operationId }) => operationId).toSorted());
});
