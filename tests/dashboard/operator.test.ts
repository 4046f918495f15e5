/** Who runs the service looks across organizations, and nobody else does. */
import { setTimeout as nextLook } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { closeQueue } from '#src/work/due.ts';
import { confirmed, openPayer, pass } from '#tests/journeys/payer.ts';
import { enrolFactor, operator, type Person, signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { withConnection } from '#tests/support/test-server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const organizationPath = ({ organizationId }: TestTenant): string => `/operator/organizations/${organizationId}`;
const reason = { reason: 'Licence and agreement seen' };

/** What stands in an organization's log of live, newest first. */
async function logOf(tenant: TestTenant): Promise<unknown[]> {
  const rows = await app.db.read(tenant.liveTenantId, (tx) => tx.rows<{ action: string; actor: string; subject: string; details: unknown }>(sql`
    select action, actor, subject, details from audit_entry where tenant_id = ${tenant.liveTenantId} and (action like 'operator.%' or action like 'organization.%') order by audit_id desc`));
  return rows.map(({ action, actor, subject, details }) => [action, actor, subject, details]);
}

describe('a member who is no operator', () => {
  test.each(['owner', 'admin', 'compliance'] as const)('is refused everywhere, be they %s', async (role) => {
    const person = await signedIn(app, app, role);
    const routes = app.app.dashboard.routes.filter(({ path }) => path.startsWith('/operator/'));
    expect(routes.length).toBe(10);
    for (const { method, path } of routes) {
      const answer = await person.browser.call(method, path.replace('{organizationId}', app.organizationId), method === 'GET' ? undefined : reason);
      expect([answer.status, answer.codes], path).toEqual([403, ['role_missing']]);
    }
    expect((await person.browser.call('GET', '/session')).data['permissions']).not.toContain('operator:read');
  });

  test('does not become one by what a page can send', async () => {
    const [owner, other] = [await signedIn(app, app, 'owner'), await signedIn(app, app, 'viewer')];
    expect((await owner.browser.call('PATCH', `/members/${other.memberId}`, { role: 'operator' })).codes).toEqual(['invalid_field']);
    expect((await owner.browser.call('PATCH', `/members/${other.memberId}`, { role: 'owner', operatorSince: '2026-11-21T09:30:00.123Z' })).codes).toEqual(['invalid_field']);
  });

  test('is one no more once they are removed', async () => {
    const tenant = await app.addTenant();
    const [owner, runs] = [await signedIn(app, tenant, 'owner'), await operator(app, tenant, 'viewer')];
    expect((await runs.browser.call('GET', '/operator/health')).status).toBe(200);
    await owner.browser.call('DELETE', `/members/${runs.memberId}`);
    expect((await runs.browser.call('GET', '/operator/health')).codes).toEqual(['session_ended']);
    const [left] = await app.db.across('directory', (tx) => tx.rows<{ since: Date | null }>(sql`select operator_since as since from member where member_id = ${runs.memberId}`));
    expect(left?.since).toBeNull();
  });
});

describe('approval for live', () => {
  let runs: Person;
  let tenant: TestTenant;
  beforeAll(async () => {
    [runs, tenant] = [await operator(app, app, 'viewer'), await app.addTenant()];
  });

  test('needs a second factor of whoever gives it', async () => {
    const answer = await runs.browser.call('POST', `${organizationPath(tenant)}/approve-live`, reason);
    expect([answer.status, answer.codes]).toEqual([409, ['second_factor_state']]);
    expect(await logOf(tenant)).toEqual([]);
  });

  test('lets its owner make live credentials, and its withdrawal no further ones; both stand in its log, each once', async () => {
    await enrolFactor(runs);
    const owner = await signedIn(app, tenant, 'owner');
    const make = async () => (await owner.browser.call('POST', '/credentials/live', { name: 'Core' })).codes;
    expect(await make()).toEqual(['live_not_approved']);
    const approve = () => runs.browser.call('POST', `${organizationPath(tenant)}/approve-live`, reason);
    expect((await approve()).data).toEqual({ organizationId: tenant.organizationId, liveApprovedAt: expect.stringMatching(/Z$/) });
    await approve();
    expect(await make()).toEqual([]);
    expect((await runs.browser.call('POST', `${organizationPath(tenant)}/withdraw-live`, { reason: 'Licence expired' })).data['liveApprovedAt']).toBeNull();
    expect(await make()).toEqual(['live_not_approved']);
    expect(await logOf(tenant)).toEqual([
      ['organization.live_withdrawn', runs.memberId, tenant.organizationId, { reason: 'Licence expired' }], ['organization.live_approved', runs.memberId, tenant.organizationId, reason],
    ]);
    const { data } = await runs.browser.call('GET', organizationPath(tenant));
    expect(data).toMatchObject({ members: 1, credentials: { test: 1, live: 1 }, people: [{ role: 'owner', secondFactor: false }], approvals: [{ action: 'organization.live_withdrawn', reason: 'Licence expired' }, { reason: reason.reason }] });
    expect((await logOf(tenant))[0]).toEqual(['operator.organization_read', runs.memberId, tenant.organizationId, {}]);
  });

  test('is refused without a reason, and of what is not there', async () => {
    expect((await runs.browser.call('POST', `${organizationPath(tenant)}/approve-live`, { reason: ' x ' })).codes).toEqual(['invalid_field']);
    expect((await runs.browser.call('POST', `/operator/organizations/org_${'0'.repeat(32)}/approve-live`, reason)).codes).toEqual(['record_not_found']);
    expect((await runs.browser.call('GET', `/operator/organizations/org_${'0'.repeat(32)}`)).codes).toEqual(['record_not_found']);
  });
});

test('transfers that are late show with whose they are, their deadline, and in the volumes', async () => {
  const [runs, tenant] = [await operator(app, app), await app.addTenant()];
  const payer = await openPayer(tenant);
  const { transactionId } = await confirmed(tenant, payer, { headers: { 'x-scenario': 'stays_pending' } });
  const queue = closeQueue(transferQueue(app.app.ctx, app.app.lanes), app.app.ctx.log);
  const work = async () => (await queue.runOnce(app.db, tenant.tenantId)).done;
  await work();
  const late = async (): Promise<unknown> => (await runs.browser.call('GET', '/operator/late-transfers')).json['data'];
  expect(await late()).toEqual([]);
  await pass(tenant, 300);
  expect(await late()).toMatchObject([{ organizationId: tenant.organizationId, environment: 'test', transactionId, state: 'UNKNOWN', past: '4m', onUs: false }]);
  const { json } = await runs.browser.call('GET', `/operator/organizations?page=1&pageSize=10&search=${tenant.organizationId}`);
  expect(json).toMatchObject({ total: 1, data: [{ volume: { test: { transfers: 1, completed: 0, completedAmount: 0 }, live: { transfers: 0 } } }] });
  await pass(tenant, 23 * 3600);
  await work();
  expect(await late()).toMatchObject([{ transactionId, state: 'REVIEW', past: '23h' }]);
  await app.app.lanes.settle.run(tenant.tenantId, { environment: 'sandbox', transactionId, evidence: { from: 'people', verdict: 'failure' } });
  expect(await late()).toEqual([]);
});

test('limits below the policy\'s are shown with whose they are; the policy in force is one', async () => {
  const [runs, tenant] = [await operator(app, app), await app.addTenant()];
  const { accountNumber } = await openPayer(tenant);
  await tenant.call('PUT', `/limits/account/${accountNumber}`, { perTransfer: 2_000, perDay: null, perDayTransfers: 3, reason: 'Asked for' });
  const { data } = await runs.browser.call('GET', '/operator/policies');
  expect(data['ownLimits']).toMatchObject([{ organizationId: tenant.organizationId, environment: 'test', subject: `account:${accountNumber}`, perTransfer: 2_000, perDay: null, perDayTransfers: 3, reason: 'Asked for' }]);
  for (const versions of ['policies', 'charges']) expect((data[versions] as { inForce: boolean }[]).filter(({ inForce }) => inForce).length, versions).toBe(1); // eslint-disable-line -- the schema of the answer was checked
});

test('the audit logs of all organizations are searched by what fits whole, page by page, and each page is noted', async () => {
  const [runs, tenant] = [await operator(app, app), await app.addTenant()];
  await app.db.write(tenant.liveTenantId, (tx) => tx.execute(sql`
    insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)
    select ${tenant.liveTenantId}, 'aud_' || lpad(to_hex(i), 32, '0'), 'somebody', 'made.up', 'sub_' || i % 2, '{}', ${tx.now}::timestamptz - make_interval(secs => i) from generate_series(1, 120) i`));
  type Found = { entries: { auditId: string; organizationId: string; subject: string }[]; next: string | null };
  const search = async (query: string): Promise<Found> => {
    const answer = await runs.browser.call('GET', `/operator/audit?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.data as Found; // eslint-disable-line -- the schema of the answer was checked
  };
  const seen: string[] = [];
  const places: string[] = [];
  let next: string | null = null;
  do {
    const page: Found = await search(`action=made.up${next === null ? '' : `&before=${encodeURIComponent(next)}`}`);
    seen.push(...page.entries.map(({ auditId }) => auditId));
    next = page.next;
    if (next !== null) places.push(next);
  } while (next !== null);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `aud_${(index + 1).toString(16).padStart(32, '0')}`));
  const noted = (await logOf(app)).filter((entry) => JSON.stringify(entry).includes('made.up'));
  expect(noted).toEqual([places[1], places[0], null].map((before) => ['operator.audit_searched', runs.memberId, 'all organizations', { action: 'made.up', ...(before === null ? {} : { before }) }]));
  expect((await search(`subject=sub_1&organizationId=${tenant.organizationId}`)).entries.length).toBe(50);
  expect((await search('subject=sub_1&actor=nobody')).entries).toEqual([]);
  expect((await search(`action=made.up&organizationId=${app.organizationId}`)).entries).toEqual([]);
  expect(await logOf(app)).toContainEqual(['operator.audit_searched', runs.memberId, 'all organizations', { actor: 'nobody', subject: 'sub_1' }]);
});

test.each(['2026-99-99T99:99:99.999Z', '2026-02-30T00:00:00.000Z', '2026-11-21T09:30Z', '2026-11-21T09:30:00Z'])('an audit search goes on from no %s, which is no place of any page', async (time) => {
  const runs = await operator(app, app);
  const answer = await runs.browser.call('GET', `/operator/audit?before=${time}_aud_${'f'.repeat(32)}`);
  expect([answer.status, answer.json['errors']]).toEqual([400, [expect.objectContaining({ code: 'invalid_field', field: '/query/before' })]]);
});

test('the books are checked one at a time, beside all other work, and what was found stays', async () => {
  const runs = await operator(app, app);
  const last = async () => (await runs.browser.call('GET', '/operator/books-check')).data['last'];
  // While the entries cannot be read, the first check is not over.
  const begun = await withConnection(app.database.connection, async (owner) => {
    await owner.query('begin; lock table openteller.ledger_entry in access exclusive mode');
    return Promise.all([1, 2, 3].map(() => runs.browser.call('POST', '/operator/books-check')));
  });
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  for (let look = 0; look < 200 && JSON.stringify(await last()).includes('running'); look += 1) await nextLook(50);
  expect(await last()).toMatchObject({ state: 'done', differences: 0, lines: [], startedBy: runs.memberId });
  const { checkId } = (await runs.browser.call('POST', '/operator/books-check')).data;
  expect(await logOf(app)).toContainEqual(['operator.books_checked', runs.memberId, checkId, {}]);
  for (let look = 0; look < 200 && JSON.stringify(await last()).includes('running'); look += 1) await nextLook(50);
});
