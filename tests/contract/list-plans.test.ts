/**
 * Every list of the route table, with each of its filters and on three of its pages, in a tenant with tens of thousands of rows: what it asks of PostgreSQL is planned
 * as the program's connections plan it (once for all values), and no statement reads more rows than lie between two marks and behind the last one. A list that walks
 * its table fails here, and so does a new filter that nobody tried, and a page or a record of the dashboard that reads a table whole.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Route } from '#src/http/route.ts';
import { checkBooks } from '#src/cli/books.ts';
import { rowsOfList } from '#src/cli/mark-books.ts';
import { isRecord } from '#src/lib/assert.ts';
import { batchOf } from '#tests/models/many-batches.ts';
import { accountOf, customerIdOf, familyOf, inboxOf, payingAccount, phoneOf, writeCustomers } from '#tests/models/many-customers.ts';
import { railBookOf, writeTransfers } from '#tests/models/many-transfers.ts';
import { becomeOperator, signedIn } from '#tests/support/dashboard.ts';
import { forgetStatistics } from '#tests/support/forget-statistics.ts';
import { hearStatements } from '#tests/support/hear-statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deliveryId } from '#src/webhooks/delivery-id.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import { liftRateLimits } from './samples.ts';

const transfers = 30_000;
const customers = 6_000;
/** What no mark holds yet, and a thousand: less than a fifth of the smallest table that is asked for its totals. */
const mostRows = 4_500;

/** What each filter is tried with. */
const filters: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  listCustomers: {
    status: ['Active', 'Inactive'], classType: ['INDIVIDUAL', 'BUSINESS'], kycTier: ['1', '2', '3'], search: [familyOf(7), `${familyOf(7)} Halima`, phoneOf(7), customerIdOf(7)], createdFrom: ['2026-02-01'], createdTo: ['2026-02-01'],
  },
  listAccounts: { customerId: [customerIdOf(1)], type: ['savings', 'current', 'collection', 'virtual'] },
  listTransfers: {
    status: ['PENDING', 'SUCCESS', 'FAILED', 'REVERSED'], accountNumber: [payingAccount, '9900000000'], customerId: [customerIdOf(1)], from: ['2026-03-02'], to: ['2026-03-02'],
    stage: ['awaiting_otp', 'review', 'completed', 'expired', 'reversed'], scheduledFrom: ['2026-03-02'], scheduledTo: ['2026-03-02'],
    amountFrom: ['15000'], amountTo: ['2500.50'],
  },
  listKycChecks: { customerId: [customerIdOf(1)], kind: ['bvn', 'face', 'tin'], outcome: ['passed', 'name_mismatch', 'provider_unavailable'], from: ['2026-02-01'], to: ['2026-02-01'] },
  listWebhookDeliveries: { status: ['pending', 'delivered', 'failed'] },
  listAuditLog: { subject: [customerIdOf(1)], action: ['customer.pii_read', 'customer.erased'], actor: ['crd_0'], from: ['2026-02-01'], to: ['2026-02-01'] },
  listSandboxMessages: { accountNumber: [accountOf(7), accountOf(inboxOf)] },
  listBulkTransfers: { state: ['ready', 'completed', 'cancelled'] },
  listBulkTransferItems: {},
  listBeneficiaries: { search: ['chioma'] },
  listRestrictions: {},
  readStatement: {},
};

/** What bounds a filter that no index serves: it looks through the period it is asked for. */
const beside: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  amountFrom: [['from', '2026-03-02T09:00Z'], ['to', '2026-03-02T12:00Z']], amountTo: [['from', '2026-03-02T09:00Z'], ['to', '2026-03-02T12:00Z']],
};

const kept = ['transfer', 'ledger_entry', 'event', 'customer', 'customer_word', 'kyc_check', 'account', 'ledger_account', 'message', 'otp', 'webhook_delivery', 'beneficiary', 'transfer_batch', 'transfer_batch_item', 'audit_entry'];

let app: TestApp;
let owner: pg.Client;
let program: pg.Client;
let endpointId: string;
/** What the program asks while a list is answered. */
const asked: { text: string; values: unknown[] }[] = [];
let listening = false;
/** Lists whose marks were looked for. */
const named = new Set<string>();

beforeAll(async () => {
  hearStatements((text, values) => {
    if (!listening) return;
    asked.push({ text, values: [...values] });
    if (/from list_mark where tenant_id = \$1 and list = \$2/.test(text)) named.add(String(values[1]));
  });
  app = await startTestApp({ worker: false });
  await liftRateLimits(app, app, defaultScopes);
  owner = await connected({ ...app.database.connection, options: '-c search_path=openteller' });
  const endpoint = await app.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/events', events: ['payment.success'] });
  endpointId = String(endpoint.data['id']);
  await writeTransfers(owner, app.tenantId, transfers, { openFrom: transfers - 1_000, busyEvery: 20 });
  await writeCustomers(owner, app.tenantId, await app.app.ctx.keyring.of(app.tenantId), customers, endpointId);
  expect(await checkBooks(app.db, railBookOf(transfers))).toEqual([]);
  program = await connected(app.database.appConnection);
}, 120_000);

afterAll(async () => {
  vi.restoreAllMocks();
  await program.end();
  // The rail's book of this run knows none of these payments.
  await owner.query('truncate transfer, transfer_batch, ledger_entry, limit_usage, event, inbound_credit, ledger_account, list_mark cascade');
  await owner.end();
  await app.close();
});

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

type Ask = { name: string; route: Route; query: readonly (readonly [string, string])[] };

const isList = (route: Route): boolean => route.envelope !== undefined && 'total' in route.envelope;
const filtersOf = (route: Route): string[] => Object.keys(route.query?.shape ?? {}).filter((key) => key !== 'page' && key !== 'pageSize');

/** A list without a filter, and with each value of each. */
function asksOf(route: Route): Ask[] {
  const tried = filtersOf(route).flatMap((key) => (filters[route.operationId]?.[key] ?? []).map((value): Ask => ({ name: `${route.operationId} ${key}=${value}`, route, query: [[key, value], ...(beside[key] ?? [])] })));
  return [{ name: route.operationId, route, query: [] }, ...tried];
}

const pageSize = 20;

async function answer({ route, query }: Ask, page: number): Promise<number> {
  const path = route.path.replace('{customerId}', customerIdOf(1)).replace('{accountNumber}', payingAccount).replace('{id}', endpointId).replace('{batchId}', batchOf(1));
  const paging = { page: String(page), pageSize: String(pageSize) };
  const answered = route.method === 'POST'
    ? await app.call('POST', path, { accountNumber: '9900000000', startDate: '2026-02-01', endDate: '2026-11-20', page, pageSize })
    : await app.call('GET', `${path}?${new URLSearchParams([...query, ...Object.entries(paging)].map(([key, value]): [string, string] => [key, value])).toString()}`);
  expect(answered.status, answered.text).toBe(200);
  return Number(answered.json['total']);
}

/** What the program reads of large tables meanwhile. */
async function hear(meanwhile: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  asked.length = 0;
  listening = true;
  await meanwhile();
  listening = false;
  return asked.filter(({ text }) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text) && kept.some((table) => new RegExp(`\\b${table}\\b`).test(text)));
}

type Scan = { statement: string; table: string; rows: number; node: string; index: string };

/** Every look at a table that a statement takes, by the plan that is made once for all values. */
async function scansOf({ text, values }: { text: string; values: unknown[] }): Promise<Scan[]> {
  await program.query(`begin read only; set local app.tenant_id = '${app.tenantId}'; set local plan_cache_mode = force_generic_plan`);
  try {
    await program.query(`prepare heard as ${text}`);
    const literals = values.map((value) => literalOf(value)).join(', ');
    const { rows } = await program.query<{ 'QUERY PLAN': unknown }>(`explain (analyze, timing off, format json) execute heard${values.length === 0 ? '' : `(${literals})`}`);
    return scansIn(rows[0]?.['QUERY PLAN'], text);
  } finally {
    await program.query('rollback; deallocate all');
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

function scansIn(plan: unknown, statement: string): Scan[] {
  if (Array.isArray(plan)) return plan.flatMap((each: unknown) => scansIn(each, statement));
  if (!isRecord(plan)) return [];
  const number = (key: string): number => Number(plan[key] ?? 0);
  const own = typeof plan['Relation Name'] === 'string'
    ? [{ statement, table: plan['Relation Name'], node: String(plan['Node Type']), index: String(plan['Index Name'] ?? ''), rows: (number('Actual Rows') + number('Rows Removed by Filter') + number('Rows Removed by Index Recheck')) * number('Actual Loops') }]
    : [];
  return [...own, ...Object.values(plan).flatMap((value) => (typeof value === 'object' ? scansIn(value, statement) : []))];
}

/** Statements that read a large table whole, or more of it than lies between marks. */
async function faultsOf(ask: Ask): Promise<string[]> {
  // The first readers make the marks.
  const total = await answer(ask, 1);
  for (const _ of [1, 2]) await answer(ask, 1);
  const pages = new Set([1, Math.max(1, Math.floor(total / pageSize / 2)), Math.max(1, Math.floor(total / pageSize))]);
  const faults: string[] = [];
  for (const page of pages) {
    for (const statement of await hear(() => answer(ask, page))) {
      const scans = (await scansOf(statement)).filter(({ table }) => kept.includes(table));
      const bad = scans.filter(({ node, rows }) => node === 'Seq Scan' || rows > mostRows);
      faults.push(...bad.map(({ node, table, rows }) => `page ${page}: ${node} of ${table}, ${rows} rows, in ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 300)}`));
    }
  }
  return faults;
}

const lists = (): Route[] => app.app.routes.filter(isList);

/** What stands for each parameter of a path: records of the large tenant, and for its receipts a code that was just written. */
async function placesIn(): Promise<Readonly<Record<string, string>>> {
  const one = async (text: string): Promise<string> => String((await owner.query<{ id: string }>(text)).rows[0]?.id);
  const transactionId = await one("select transaction_id as id from transfer where state = 'COMPLETED' order by initiated_at desc limit 1");
  const eventId = await one('select event_id as id from event order by event_id desc offset 40000 limit 1');
  const checkId = await one('select check_id as id from kyc_check order by check_id desc offset 2000 limit 1');
  const callId = await one('select call_id as id from api_call order by call_id desc limit 1');
  const receipt = await app.call('GET', `/transfer/${transactionId}/receipt`, undefined, { accept: 'application/json' });
  return {
    environment: 'test', transactionId, eventId, checkId, callId, deliveryId: deliveryId({ eventId, endpointId }),
    verificationCode: String(receipt.data['verificationCode']), customerId: customerIdOf(1), accountNumber: payingAccount, id: endpointId, batchId: batchOf(1), bankCode: '000013', organizationId: app.organizationId,
  };
}

test('every page and every record that people look at in the dashboard is found by keys', async () => {
  const person = await signedIn(app, app, 'owner');
  await becomeOperator(app, person.email);
  const places = await placesIn();
  const faults: string[] = [];
  const answers: Record<string, number> = {};
  for (const { method, path, operationId, query: parameters } of app.app.dashboard.routes) {
    if (method !== 'GET') continue;
    const look = () => person.browser.call('GET', `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '')}?${queryOf(parameters?.shape ?? {})}`);
    // The first readers of a list make its marks.
    const { status } = await look();
    if (status !== 200) answers[operationId] = status;
    const asked = await hear(look);
    for (const statement of asked) {
      const bad = (await scansOf(statement)).filter(({ table, node, rows }) => kept.includes(table) && (node === 'Seq Scan' || rows > mostRows));
      faults.push(...bad.map(({ node, table, rows }) => `${operationId}: ${node} of ${table}, ${rows} rows, in ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 300)}`));
    }
  }
  expect(faults).toEqual([]);
  // The large tenant has written events and deliveries of another form than the program's, no company, and no pictures.
  expect(answers).toEqual({ getWebhookCheck: 404, getWebhookDelivery: 404, listEvents: 500, readCompanyPeople: 404, readEvent: 400, readReviewPictures: 404 });
});

function queryOf(shape: Readonly<Record<string, unknown>>): string {
  const all = { page: '1', pageSize: '20', accountNumber: accountOf(7) };
  return new URLSearchParams(Object.entries(all).filter(([name]) => name in shape)).toString();
}

describe('every list', () => {
  test('is tried with each of its filters', () => {
    expect(lists().map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(filters).toSorted());
    expect(lists().flatMap((route) => filtersOf(route).filter((key) => (filters[route.operationId]?.[key] ?? []).length === 0).map((key) => `${route.operationId} ${key}`))).toEqual([]);
  });

  test.for(Object.keys(filters))('%s reads no large table whole, on its first, a middle and its last page', async (operationId) => {
    const route = app.app.routes.find((each) => each.operationId === operationId);
    if (route === undefined) throw new Error('There is no such route.');
    const faults: string[] = [];
    for (const ask of asksOf(route)) {
      faults.push(...(await faultsOf(ask)).map((fault) => `${ask.name}, ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test('also where PostgreSQL knows nothing of the tables yet', async () => {
    for (const table of kept) await owner.query(`select pg_clear_relation_stats('openteller', $1)`, [table]);
    await forgetStatistics(owner);
    const faults: string[] = [];
    for (const ask of lists().map((route): Ask => ({ name: route.operationId, route, query: [] }))) faults.push(...(await faultsOf(ask)).map((fault) => `${ask.name}, ${fault}`));
    expect(faults).toEqual([]);
  });
});

test('what was held long ago is found without reading what went before', async () => {
  asked.length = 0;
  listening = true;
  const answered = await app.call('GET', '/account/9900000000?asOf=2026-03-03T00:00:00Z');
  listening = false;
  expect(answered.status, answered.text).toBe(200);
  const looks = asked.filter(({ text }) => /\bfrom transfer\b/.test(text));
  expect(looks).toHaveLength(1);
  for (const look of looks) for (const scan of await scansOf(look)) expect(scan.rows, JSON.stringify({ ...scan, statement: '' })).toBeLessThan(500);
});

test('the books check knows every list by its name', () => {
  expect(named.size).toBeGreaterThan(30);
  expect([...named].filter((name) => rowsOfList(app.tenantId, name) === null)).toEqual([]);
});

test('the marks that were made on the way are true', async () => {
  expect((await owner.query('select distinct list from list_mark')).rowCount).toBeGreaterThan(5);
  expect(await checkBooks(app.db, railBookOf(transfers))).toEqual([]);
});

test('a statement that walks its table is found out', async () => {
  const whole = await scansOf({ text: 'select count(*) from transfer where tenant_id = $1 and narration = $2', values: [app.tenantId, 'nothing'] });
  expect(whole.some(({ rows }) => rows > mostRows)).toBe(true);
});
