/**
 * What a payment reads and writes by lists of rows is found by its keys as soon as there are some thousand rows, whether or not the server has analyzed the tables:
 * `src/db/statement-group.ts` has statements planned anew as tables grow, and this is what they are planned to then.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tx } from '#src/db/database.ts';
import { isRecord } from '#src/lib/assert.ts';
import { enquire, initiate, openCollection, openPayer, ownBank, type Payer, pending, pendingOf, statusUntil, succeed, transferBody, validate, wrongOtp } from '#tests/journeys/payer.ts';
import { writeTransfers } from '#tests/models/many-transfers.ts';
import { hearStatements } from '#tests/support/hear-statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let payer: Payer;
/** Statements by their text. */
const sent = new Set<string>();

beforeAll(async () => {
  hearStatements((text) => sent.add(text));
  app = await startTestApp();
  payer = await openPayer(app);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const plans = (tx: Tx, text: string, name: string): Promise<Record<string, unknown>[]> => {
  const places = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
  const nulls = Array.from({ length: places }, () => 'null').join(', ');
  const asked = (words: string, as: string) => tx.rows<Record<string, unknown>>({ text: words, values: [], name: as });
  return asked(`prepare ${name} as ${text}`, `${name}_text`).then(() => asked(`explain (format json) execute ${name}${places === 0 ? '' : `(${nulls})`}`, `${name}_plan`));
};

/** Looks at tables that no key leads to, or the tenant alone. */
function unled(long: ReadonlySet<string>, plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap((each: unknown) => unled(long, each));
  if (!isRecord(plan)) return [];
  const table = plan['Relation Name'];
  const led = String(plan['Index Cond']).includes(' AND ') || 'TID Cond' in plan || plan['Node Type'] === 'ModifyTable';
  return [...(typeof table === 'string' && long.has(table) && !led ? [`${String(plan['Node Type'])} of ${table} by ${String(plan['Index Name'])} ${String(plan['Index Cond'] ?? plan['Recheck Cond'])} cost ${String(plan['Total Cost'])} rows ${String(plan['Plan Rows'])}`] : []), ...Object.values(plan).flatMap((value) => (typeof value === 'object' ? unled(long, value) : []))];
}

async function tablesOf(owner: pg.Client): Promise<string[]> {
  return (await owner.query<{ name: string }>(`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name) where table_schema = 'openteller' and table_type = 'BASE TABLE' and column_name = 'tenant_id'`)).rows.map(({ name }) => name);
}

/** Tables of more than a thousand rows. */
async function longTables(owner: pg.Client): Promise<ReadonlySet<string>> {
  const long = new Set<string>();
  for (const name of await tablesOf(owner)) {
    const counted = await owner.query<{ rows: string }>(`select count(*) as rows from (select from ${name} limit 1001) as counted`);
    if (Number(counted.rows[0]?.rows) > 1_000) long.add(name);
  }
  return long;
}

async function faultsOf(texts: readonly string[], long: ReadonlySet<string>, when: string): Promise<string[]> {
  const faults: string[] = [];
  await app.db.write(app.tenantId, async (tx) => {
    for (const [index, text] of texts.entries()) {
      for (const fault of unled(long, await plans(tx, text, `planned_${when}_${index}`))) faults.push(`${fault}, in ${text.replaceAll(/\s+/g, ' ').slice(0, 60)}`);
    }
  });
  return faults;
}

test('no statement by lists of rows reads a whole table, analyzed or not', async () => {
  const near = await openPayer(app);
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
  const byLists = [...sent].filter((text) => !/\bfrom tenant n\b/.test(text) && /\bunnest\(\$/.test(text) && /^\s*(insert|update|select|with|delete)\b/i.test(text));
  expect(byLists.length).toBeGreaterThan(25);
  const many = await app.addTenant();
  const owner = new pg.Client({ ...app.database.connection, options: '-c search_path=openteller' });
  await owner.connect();
  try {
    await writeTransfers(owner, many.tenantId, 4_000);
    const long = await longTables(owner);
    expect([...long]).toEqual(expect.arrayContaining(['transfer', 'ledger_entry', 'rail_attempt', 'name_enquiry', 'event']));
    expect(await faultsOf(byLists, long, 'unknown')).toEqual([]);
    await owner.query('analyze');
    expect(await faultsOf(byLists, long, 'analyzed')).toEqual([]);
  } finally {
    // The rail's book knows none of these payments.
    await owner.query('set session_replication_role = replica');
    for (const table of await tablesOf(owner)) await owner.query(`delete from ${table} where tenant_id = '${many.tenantId}'`);
    await owner.end();
  }
});
