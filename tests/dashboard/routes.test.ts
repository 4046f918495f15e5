/** Made from the dashboard's routes: whatever is declared is held, for every route and every role. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { catalogue, type ErrorCode } from '#src/errors.ts';
import { exampleFaults } from '#src/http/check-examples.ts';
import { sessionCodesOf, type SessionRoute } from '#src/http/session-route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { memberRoles } from '#src/organizations/members.ts';
import { rolePermissions, roleScopes } from '#src/organizations/permissions.ts';
import { openAuthenticator } from '#tests/support/authenticator.ts';
import { becomeOperator, bytesOf, openBrowser, operator, password, type Person, signedIn } from '#tests/support/dashboard.ts';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let document: string;
beforeAll(async () => {
  // A name, not an address: passkeys are bound to names.
  app = await startTestApp({ worker: false, env: { HOST: 'localhost' } });
  document = (await app.fetch('/dashboard/api/openapi.json')).text;
});
afterAll(() => app.close());

const routes = (): readonly SessionRoute[] => app.app.dashboard.routes;
const signedInRoutes = (): SessionRoute[] => routes().filter(({ access }) => access !== 'anyone');
const writingRoutes = (): SessionRoute[] => routes().filter(({ method }) => method !== 'GET');
type Section = 'test' | 'live';
const sections: readonly Section[] = ['test', 'live'];
const inEnvironment = ({ path }: SessionRoute): boolean => path.startsWith('/environments/');
/** Each call once, and once for each environment where it names one. */
const placed = (all: readonly SessionRoute[], section: Section): SessionRoute[] => all.filter((route) => section === 'test' || inEnvironment(route));
const asksScope = ({ access }: SessionRoute): boolean => typeof access === 'object' && 'scope' in access;
const anyPath = ({ path }: SessionRoute, section: Section): string => path.replace('{environment}', section).replaceAll(/\{\w+\}/g, '1');
const required = ({ access }: SessionRoute): string => (typeof access === 'string' ? access : 'permission' in access ? access.permission : access.scope);

const rolesThat = (operationId: string, section: Section) =>
  memberRoles.filter((role) => roleScopes[role][section === 'test' ? 'sandbox' : 'live'].some((scope) => routes().some((route) => route.operationId === operationId && required(route) === scope)));

type Headers = Record<string, string | null>;

const paged = ({ query }: SessionRoute): string => (query === undefined ? '' : '&page=1&pageSize=10');

/** A call that every check before the schemas lets pass, and the schemas refuse for a parameter they do not know, so that nothing is done. */
function knock(route: SessionRoute, { browser }: { browser: Person['browser'] }, { section = 'test', headers = {}, body = route.requestExample?.value }: { section?: Section; headers?: Headers; body?: unknown } = {}): Promise<Answered> {
  return browser.call(route.method, `${anyPath(route, section)}?there-is-no-such-field=1${paged(route)}`, body, headers);
}

const told = ({ status, json, codes }: Answered): unknown[] => [status, json['statusCode'], codes[0]];
/** Refused by the schemas for the unknown parameter, and for fields it lacks; else what it was told. */
const reached = (answer: Answered): unknown => (answer.codes.includes('invalid_field') ? 'its schemas' : told(answer));
const asDeclared = (code: ErrorCode): unknown[] => [catalogue[code].httpStatus, catalogue[code].statusCode, code];

describe('every route', () => {
  test('stands in the document with its errors, and has examples that fit its schemas', () => {
    const paths = JSON.parse(document).paths;
    for (const route of routes()) {
      const operation = paths[route.path]?.[route.method.toLowerCase()];
      expect(operation, route.operationId).toMatchObject({ operationId: route.operationId, summary: expect.stringMatching(/\w/), description: expect.stringMatching(/\.$/), tags: [route.tag] });
      const text = JSON.stringify(operation.responses);
      expect([...sessionCodesOf(route)].filter((code) => !text.includes(`"${code}"`)), route.operationId).toEqual([]);
      expect(operation['x-permission'], route.operationId).toBe(typeof route.access === 'string' ? undefined : required(route));
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
    expect(routes().filter(({ access }) => access === 'anyone').map(({ operationId }) => operationId)).toEqual(['readSignUp', 'signUp', 'signIn', 'beginPasskey', 'signInWithPasskey', 'readInvitation', 'acceptInvitation']);
  });

  test.each(['session_expired', 'session_ended'] as const)('refuses a session that is over: %s', async (code) => {
    const person = await signedIn(app, app, 'owner');
    await app.db.across('directory', (tx) => tx.execute(code === 'session_ended'
      ? sql`update member_session set ended_at = now() where member_id = ${person.memberId}`
      : sql`update member_session set expires_at = now() where member_id = ${person.memberId}`));
    for (const route of signedInRoutes()) expect(told(await knock(route, person)), route.operationId).toEqual(asDeclared(code));
  });

  describe.each(sections)('in %s', (section) => {
    test.each(memberRoles)('does for the role %s what its permission says, and nothing else', async (role) => {
      const person = await signedIn(app, app, role);
      const permitted: readonly string[] = rolePermissions[role];
      const inScope: readonly string[] = roleScopes[role][section === 'test' ? 'sandbox' : 'live'];
      for (const route of placed(signedInRoutes(), section)) {
        const may = route.access === 'member' || (asksScope(route) ? inScope : permitted).includes(required(route));
        expect(reached(await knock(route, person, { section })), `${role}: ${route.operationId}`).toEqual(may ? 'its schemas' : asDeclared('role_missing'));
      }
    });
  });

  test('asks of a person for one of the API\'s calls what it asks of a program, but to read numbers whole', () => {
    const api = new Map(app.app.routes.map(({ operationId, scope }) => [operationId, scope]));
    const calls = signedInRoutes().filter((route) => api.has(route.operationId));
    expect(calls.map(({ operationId }) => operationId).toSorted()).toEqual([...api.keys()].filter((name) => name !== 'streamEvents').toSorted());
    for (const route of calls) expect(required(route), route.operationId).toBe(route.operationId === 'resetSandbox' ? 'sandbox:reset' : api.get(route.operationId));
    expect(memberRoles.filter((role) => rolePermissions[role].includes('sandbox:reset'))).toEqual(['owner', 'admin', 'developer']);
    expect(rolesThat('revealCustomer', 'live')).toEqual(['owner', 'admin', 'compliance']);
    expect(rolesThat('createBulkTransfer', 'live')).toEqual(['owner', 'admin', 'operations']);
    expect(rolesThat('readCustomer', 'live')).toEqual(['owner', 'admin', 'operations', 'compliance', 'viewer']);
  });

  test('is bound to a role by declaration: who may do what, in full', () => {
    const byPermission = Object.groupBy(signedInRoutes().filter((route) => !inEnvironment(route)), required);
    const named = Object.fromEntries(Object.entries(byPermission).map(([permission, each = []]) => [permission, each.map(({ operationId }) => operationId)]));
    expect(named).toEqual({
      member: ['readSession', 'signOut', 'stepUp', 'changePassword', 'listSessions', 'endSession', 'endOtherSessions', 'beginSecondFactor', 'confirmSecondFactor', 'replaceRecoveryCodes', 'removeSecondFactor',
        'beginPasskeyEnrolment', 'enrolPasskey', 'listPasskeys', 'renamePasskey', 'removePasskey'],
      'members:read': ['listMembers', 'listInvitations'],
      'members:manage': ['changeMemberRole', 'removeMember', 'invite', 'withdrawInvitation'],
      'audit:read': ['listAudit'],
      'credentials:read': ['listCredentials'],
      'credentials:test': ['createTestCredential', 'rotateTestCredential', 'changeTestCredential', 'revokeTestCredential'],
      'credentials:live': ['createLiveCredential', 'rotateLiveCredential', 'changeLiveCredential', 'revokeLiveCredential'],
      'operator:read': ['listOrganizations', 'readOrganization', 'readHealth', 'listLateTransfers', 'readPolicies', 'searchAudit', 'readBooksCheck'],
      'operator:manage': ['approveOrganization', 'withdrawOrganization', 'startBooksCheck'],
    });
  });

  test('asks for a fresh proof where it declares so, and nowhere else', async () => {
    const person = await operator(app, app);
    await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '5 minutes' where member_id = ${person.memberId}`));
    for (const route of signedInRoutes()) {
      expect(reached(await knock(route, person)), route.operationId).toEqual('stepUp' in route && route.stepUp === true ? asDeclared('step_up_required') : 'its schemas');
    }
  });

  test('asks for one in live, and not in test, where it declares that', async () => {
    const person = await signedIn(app, app, 'owner');
    await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '5 minutes' where member_id = ${person.memberId}`));
    const asking = signedInRoutes().filter((route) => 'stepUp' in route && route.stepUp === 'live');
    expect(asking.length).toBeGreaterThan(10);
    for (const route of asking) expect(told(await knock(route, person, { section: 'live' })), route.operationId).toEqual(asDeclared('step_up_required'));
  });
});

describe('every route that changes something', () => {
  test('refuses a call without the session\'s CSRF token, or from elsewhere', async () => {
    // One person asks no more than a session may.
    let asked = 0;
    let current = await signedIn(app, app, 'owner');
    const person = async (): Promise<Person> => {
      asked += 1;
      if (asked % 150 === 0) current = await signedIn(app, app, 'owner');
      return current;
    };
    for (const route of writingRoutes()) {
      const foreign: Headers[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: null, 'sec-fetch-site': null }];
      for (const headers of [...foreign, ...(route.access === 'anyone' ? [] : [{ 'x-csrf-token': null }, { 'x-csrf-token': 'x' }])]) {
        expect(told(await knock(route, await person(), { headers })), `${route.operationId} ${JSON.stringify(headers)}`).toEqual(asDeclared('csrf_failed'));
      }
    }
  });

  test('is no GET: all GETs leave the database as it was, but for the note that the operator looked', async () => {
    const person = await operator(app, app);
    const noted = ['readOrganization', 'searchAudit'];
    const state = () => app.db.across('audit', (tx) => tx.rows(sql`
      select (select count(*) from audit_entry) as audits, (select md5(string_agg(s::text, '' order by session_id)) from member_session s) as sessions, (select md5(string_agg(m::text, '' order by member_id)) from member m) as members`));
    const before = await state();
    for (const route of routes().filter((each) => each.method === 'GET' && !inEnvironment(each) && !noted.includes(each.operationId))) {
      expect((await person.browser.call('GET', `${route.path}?${paged(route)}`)).status, route.operationId).toBe(200);
    }
    expect(await state()).toEqual(before);
  });

  test.each([
    ['invalid_json', '{"a": 1,}', {}], ['unsupported_media_type', '<a/>', { 'content-type': 'text/xml' }], ['payload_too_large', JSON.stringify({ a: 'a'.repeat(256 * 1024) }), {}],
  ] as const)('answers a bad body with the envelope: %s', async (code, body, headers) => {
    const person = await signedIn(app, app, 'owner');
    for (const route of writingRoutes().filter(({ largeBody, bodyLimits, bodyMedia }) => largeBody !== true && bodyLimits === undefined && bodyMedia === undefined)) expect(told(await knock(route, person, { headers, body })), route.operationId).toEqual(asDeclared(code));
  });
});

test('paths and methods that are not there answer the envelope', async () => {
  for (const route of routes()) expect(told(await app.fetch(`${app.app.dashboard.prefix}${anyPath(route, 'test')}`, { method: 'OPTIONS' })), route.operationId).toEqual(asDeclared('method_not_allowed'));
  expect(told(await app.fetch('/dashboard/api/v1/nothing'))).toEqual(asDeclared('record_not_found'));
});

/** Calls, in an order in which each one succeeds; what was answered is held against the route's declaration on the way. */
test('every route does what it is for, once', async () => {
  const tenant = await app.addTenant();
  await app.db.write(tenant.liveTenantId, (tx) => tx.execute(sql`update organization set live_approved_at = now() where organization_id = ${tenant.organizationId}`));
  const { browser, email } = await signedIn(app, tenant, 'owner');
  const done = new Set<string>(['signIn']);
  const call = async (method: string, path: string, body?: unknown, by = browser): Promise<Record<string, unknown>> => {
    const answer = await by.call(method, path, body);
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
  const invited = openBrowser(app);
  await call('POST', '/invitations/accept', { token, name: 'Bello Sani', password }, invited);
  const { member } = await call('GET', '/session', undefined, invited);
  const memberId = isRecord(member) ? String(member['memberId']) : '';
  await call('PATCH', `/members/${memberId}`, { role: 'operations' });
  await call('DELETE', `/members/${memberId}`);
  await call('GET', '/sign-up');
  await call('POST', '/sign-up', { organization: 'Kaduna Pay', name: 'Chika Obi', email: 'chika@kaduna.example', password }, openBrowser(app));
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
  await becomeOperator(app, email);
  const overseen = `/operator/organizations/${tenant.organizationId}`;
  for (const path of ['/operator/organizations?page=1&pageSize=10', overseen, '/operator/health', '/operator/late-transfers', '/operator/policies', '/operator/audit', '/operator/books-check']) await call('GET', path);
  await call('POST', `${overseen}/withdraw-live`, { reason: 'Licence expired' });
  await call('POST', `${overseen}/approve-live`, { reason: 'Licence renewed' });
  await call('POST', '/operator/books-check');
  await call('POST', '/second-factor/recovery-codes');
  await call('DELETE', '/second-factor');
  const key = openAuthenticator('localhost');
  const { origin } = new URL(app.app.ctx.config.publicUrl);
  const challengeOf = ({ options }: Record<string, unknown>): string => (isRecord(options) ? String(options['challenge']) : '');
  const { passkeyId } = await call('POST', '/passkeys', { name: 'Laptop', response: key.create(challengeOf(await call('POST', '/passkeys/challenge')), origin) });
  await call('GET', '/passkeys');
  await call('PATCH', `/passkeys/${String(passkeyId)}`, { name: 'Phone' });
  await call('POST', '/session/passkey', { passkey: key.get(challengeOf(await call('POST', '/passkey-challenges')), origin) }, openBrowser(app));
  await call('DELETE', `/passkeys/${String(passkeyId)}`);
  await call('DELETE', '/session');
  expect([...done].toSorted()).toEqual(routes().filter((route) => !inEnvironment(route)).map(({ operationId }) => operationId).toSorted());
});
