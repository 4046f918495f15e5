/**
 * What a payment reads and writes by lists of rows is found by its keys: while the tables are new and empty, since plans outlive that (decision 30), and as soon as there are some thousand rows,
 * whether or not the server has analyzed them. `src/db/statement-group.ts` has statements planned anew as tables grow, and this is what they are planned to then.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tx } from '#src/db/database.ts';
import { isRecord } from '#src/lib/assert.ts';
import { enquire, initiate, openCollection, openPayer, ownBank, pending, pendingOf, statusUntil, succeed, transferBody, validate, wrongOtp } from '#tests/journeys/payer.ts';
import { writeTransfers } from '#tests/models/many-transfers.ts';
import { forgetStatistics } from '#tests/support/forget-statistics.ts';
import { hearStatements } from '#tests/support/hear-statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let owner: pg.Client;
/** Statements by their text. */
const sent = new Set<string>();
let byLists: readonly string[] = [];
/** What the worker asks to learn who has something due. */
let looks: readonly string[] = [];

beforeAll(async () => {
  hearStatements((text) => sent.add(text));
  app = await startTestApp();
  owner = await ownerOf(app);
  const [payer, near] = [await openPayer(app), await openPayer(app)];
  const collection = await openCollection(app);
  const paid = await pending(app, payer);
  await succeed(validate(app, paid));
  await succeed(validate(app, await pending(app, payer, { beneficiary: await enquire(app, near.accountNumber, ownBank) })));
  await succeed(app.call('POST', '/transfer/collection/initiate', { ...await enquire(app), sourceAccountNumber: collection, amount: 500 }));
  const refused = pendingOf(await succeed(initiate(app, payer)));
  await validate(app, refused, wrongOtp);
  const later = pendingOf(await succeed(app.call('POST', '/transfer/customer/initiate', transferBody(near, await enquire(app), { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }))));
  await succeed(validate(app, later));
  await statusUntil(app, paid.transactionId, { status: 'SUCCESS' });
  // The gauges look over all tenants, by small indexes that hold nothing else.
  byLists = [...sent].filter((text) => !/\bfrom tenant n\b/.test(text) && /\bunnest\(\$/.test(text) && /^\s*(insert|update|select|with|delete)\b/i.test(text));
  expect(byLists.length).toBeGreaterThan(25);
  looks = [...sent].filter((text) => /^\s*select t\.tenant_id from tenant t\s/.test(text));
  expect(looks.length).toBeGreaterThan(2);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await owner.end();
  await app.close();
});

async function ownerOf({ database }: TestApp): Promise<pg.Client> {
  const client = new pg.Client({ ...database.connection, options: '-c search_path=openteller' });
  await client.connect();
  return client;
}

/** Tables that get rows with each transfer. */
const growing = new Set(['transfer', 'ledger_entry', 'rail_attempt', 'name_enquiry', 'event', 'request', 'message', 'otp']);

/** As the server plans for any values, and for lists of sixty-four. */
const modes = ['force_generic_plan', 'force_custom_plan'] as const;

async function plans(tx: Tx, text: string, name: string): Promise<Record<string, unknown>[]> {
  const asked = (words: string, as: string) => tx.rows<Record<string, unknown>>({ text: words, values: [], name: `${name}_${as}` });
  await asked(`prepare ${name} as ${text}`, 'text');
  const parameters = await asked(`select unnest(parameter_types)::text as type from pg_prepared_statements where name = '${name}'`, 'types');
  const values = parameters.map(({ type }) => (String(type).endsWith('[]') ? `array_fill(null::${String(type).slice(0, -2)}, array[64])` : 'null'));
  const planned: Record<string, unknown>[] = [];
  for (const mode of modes) {
    await asked(`set local plan_cache_mode = ${mode}`, mode);
    planned.push(...await asked(`explain (format json) execute ${name}${values.length === 0 ? '' : `(${values.join(', ')})`}`, `${mode}_plan`));
  }
  return planned;
}

/** Looks at tables that no key leads to, or the tenant alone. */
function unled(long: ReadonlySet<string>, plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap((each: unknown) => unled(long, each));
  if (!isRecord(plan)) return [];
  const table = plan['Relation Name'];
  const led = String(plan['Index Cond']).includes(' AND ') || 'TID Cond' in plan || plan['Node Type'] === 'ModifyTable';
  return [...(typeof table === 'string' && long.has(table) && !led ? [`${String(plan['Node Type'])} of ${table} by ${String(plan['Index Name'])} ${String(plan['Index Cond'] ?? plan['Recheck Cond'])} cost ${String(plan['Total Cost'])} rows ${String(plan['Plan Rows'])}`] : []), ...Object.values(plan).flatMap((value) => (typeof value === 'object' ? unled(long, value) : []))];
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>(`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name) where table_schema = 'openteller' and table_type = 'BASE TABLE' and column_name = 'tenant_id'`)).rows.map(({ name }) => name);
}

/** Tables of more than a thousand rows. */
async function longTables(): Promise<ReadonlySet<string>> {
  const long = new Set<string>();
  for (const name of await tablesOf(owner)) {
    const counted = await owner.query<{ rows: string }>(`select count(*) as rows from (select from ${name} limit 1001) as counted`);
    if (Number(counted.rows[0]?.rows) > 1_000) long.add(name);
  }
  return long;
}

async function faultsOf({ db, tenantId }: TestApp, texts: readonly string[], long: ReadonlySet<string>, when: string): Promise<string[]> {
  const faults: string[] = [];
  await db.write(tenantId, async (tx) => {
    for (const [index, text] of texts.entries()) {
      for (const fault of unled(long, await plans(tx, text, `planned_${when}_${index}`))) faults.push(`${fault}, in ${text.replaceAll(/\s+/g, ' ').slice(0, 60)}`);
    }
  });
  return faults;
}

test('no statement by lists of rows goes through all rows of a tenant for each of its list because the tables were new', async () => {
  const young = await startTestApp();
  const client = await ownerOf(young);
  // One read of a table that is short costs little and grows with it, until the statement is planned anew.
  const throughTenant = async (when: string): Promise<string[]> => (await faultsOf(young, byLists, growing, when)).filter((fault) => !fault.startsWith('Seq Scan'));
  try {
    expect(await throughTenant('young')).toEqual([]);
    // What a server plans that was told nothing, which says that this can fail.
    await forgetStatistics(client);
    expect(await throughTenant('untold')).toContainEqual(expect.stringContaining('Index Scan of transfer by transfer_by_source (tenant_id = '));
  } finally {
    await client.end();
    await young.close();
  }
});

test('no statement by lists of rows and no look of the worker reads a whole table, analyzed or not', async () => {
  const many = await app.addTenant();
  try {
    await writeTransfers(owner, many.tenantId, 4_000);
    const long = await longTables();
    expect([...long]).toEqual(expect.arrayContaining(['transfer', 'ledger_entry', 'rail_attempt', 'name_enquiry', 'event']));
    expect(await faultsOf(app, [...byLists, ...looks], long, 'unknown')).toEqual([]);
    await owner.query('analyze');
    expect(await faultsOf(app, [...byLists, ...looks], long, 'analyzed')).toEqual([]);
  } finally {
    // The rail's book knows none of these payments.
    await owner.query('set session_replication_role = replica');
    for (const table of await tablesOf(owner)) await owner.query(`delete from ${table} where tenant_id = '${many.tenantId}'`);
    await owner.query('reset session_replication_role');
  }
});
