/**
 * Faults that the books check must report: each is made in a transaction that the check looks into and that is then
 * rolled back, over books that hold every kind of transfer.
 */
import pg from 'pg';
import { checkBooks, type RailCredits } from '#src/cli/books.ts';
import { createDatabase, type Database, type Tx } from '#src/db/database.ts';
import type { Sql } from '#src/db/sql.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import type { RailCredit } from '#src/sandbox/rail-simulator/book.ts';
import { batchOf, writeBatches } from './many-batches.ts';
import { railBookOf, writeTransfers } from './many-transfers.ts';

/** `reported`: the first line the check gives; null when it saw nothing. */
export type Found = { name: string; reported: string | null };

type Corruption = { name: string; statements?: readonly string[]; rail?: (credits: RailCredit[]) => RailCredit[] };

const transfers = 1000;
/** Numbers of the plan: a transfer that succeeded over the rail, one on us, one that failed, one that is unknown. */
const [succeeded, onUs, failed, unknown] = [7, 905, 945, 998].map((number) => `txn_${number.toString(16).padStart(32, '0')}`);

const batch = batchOf(1);

/** The clerk's rows of the audit log, and marks as the program makes them but nearer to each other: by an instant, by an instant with a sum, and by an id. */
const audited: readonly string[] = [
  `insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)
   select $1, 'aud_' || n, 'clerk', 'account.restricted', '9900000003', '{}', now() from generate_series(1, 9) as n`,
  ...[
    { list: 'transfer/all', place: instant('at'), rows: 'select initiated_at as at, 0::bigint as kobo from transfer where tenant_id = $1' },
    {
      list: 'entry/account=9900000003', place: instant('at'),
      rows: `select created_at as at, case when credit_account = '9900000003' then amount_kobo else -amount_kobo end as kobo from ledger_entry where tenant_id = $1 and kind in ('single', 'post') and '9900000003' in (debit_account, credit_account)`,
    },
    { list: 'audit_history/subject=9900000003/actions=account.restricted', place: 'at', rows: `select audit_id as at, 0::bigint as kobo from audit_entry where tenant_id = $1 and actor = 'clerk'` },
  ].map(({ list, place, rows }) => `
    insert into list_mark (tenant_id, list, place, rows, kobo)
    select distinct $1, '${list}', ${place}, before, kobo from (
      select at, rank() over (order by at) - 1 as before, coalesce(sum(kobo) over (order by at groups between unbounded preceding and 1 preceding), 0) as kobo from (${rows}) as listed
    ) as ranked where before % 50 between 4 and 8`),
];

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Each is what a bug, a hand on the database or a half-restored backup would leave. */
export const corruptions: readonly Corruption[] = [
  { name: 'the sandbox of an organization is set aside and no other is there', statements: [`update tenant set retired_at = now() where environment = 'sandbox'`] },
  { name: 'a stored balance is edited', statements: [`update ledger_account set posted_credit = posted_credit + 1 where ledger_account_id = '9900000003'`] },
  { name: 'a hold is forgotten in the stored balance', statements: [`update ledger_account set pending_debit = 0 where pending_debit > 0`] },
  { name: 'an entry is deleted', statements: [`delete from ledger_entry where ledger_entry_id = '${succeeded}.post.fee'`] },
  { name: 'an entry is lost together with its balance', statements: [
    `update ledger_account set posted_debit = posted_debit - (select amount_kobo from ledger_entry where ledger_entry_id = '${succeeded}.post.fee'), pending_debit = pending_debit + (select amount_kobo from ledger_entry where ledger_entry_id = '${succeeded}.post.fee')
     where ledger_account_id = (select debit_account from ledger_entry where ledger_entry_id = '${succeeded}.post.fee')`,
    `delete from ledger_entry where ledger_entry_id = '${succeeded}.post.fee'`,
  ] },
  { name: 'a post moves another amount than its hold', statements: [`update ledger_entry set amount_kobo = amount_kobo + 1 where ledger_entry_id = '${succeeded}.post.transfer'`] },
  { name: 'a post pays somebody else than its hold', statements: [`update ledger_entry set credit_account = 'fee_income' where ledger_entry_id = '${succeeded}.post.transfer'`] },
  { name: 'entries name an account that was never opened', statements: [`update ledger_entry set credit_account = 'fee_incomes' where ledger_entry_id in ('${succeeded}.hold.fee', '${succeeded}.post.fee')`] },
  { name: 'money is released while its transfer is unknown', statements: [
    `insert into ledger_entry (tenant_id, ledger_entry_id, kind, pending_id, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
     select tenant_id, reference || '.void.' || code, 'void', ledger_entry_id, debit_account, credit_account, amount_kobo, code, reference, narration, created_at from ledger_entry where reference = '${unknown}'`,
    `update ledger_account set pending_debit = 0 where ledger_account_id = (select source_account_number from transfer where transaction_id = '${unknown}')`,
  ] },
  { name: 'a success is rewritten as a failure', statements: [`update transfer set state = 'FAILED' where transaction_id = '${succeeded}'`] },
  { name: 'a failure is rewritten as a success', statements: [`update transfer set state = 'COMPLETED' where transaction_id = '${failed}'`] },
  { name: 'a transfer is deleted', statements: [`delete from rail_attempt where transaction_id = '${succeeded}'`, `delete from transfer where transaction_id = '${succeeded}'`] },
  { name: 'money moved on us goes to another account', statements: [
    `update ledger_account set posted_credit = posted_credit - (select amount_kobo from transfer where transaction_id = '${onUs}') where ledger_account_id = (select beneficiary_account_number from transfer where transaction_id = '${onUs}')`,
    `update ledger_account set posted_credit = posted_credit + (select amount_kobo from transfer where transaction_id = '${onUs}') where ledger_account_id = '9900000001'`,
    `update ledger_entry set credit_account = '9900000001' where ledger_entry_id = '${onUs}.move.transfer'`,
  ] },
  { name: 'an amount is edited', statements: [`update transfer set amount_kobo = amount_kobo - 100 where transaction_id = '${onUs}'`] },
  { name: 'money comes from nowhere', statements: [
    `insert into ledger_entry (tenant_id, ledger_entry_id, kind, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
     select tenant_id, 'phantom', 'single', 'rail_clearing', ledger_account_id, 5000, 'credit', 'phantom', 'Phantom', created_at from ledger_account where ledger_account_id = '9900000003'`,
    `update ledger_account set posted_credit = posted_credit + 5000 where ledger_account_id = '9900000003'`,
  ] },
  { name: 'a credit is applied twice', statements: [
    `insert into ledger_entry (tenant_id, ledger_entry_id, kind, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
     select tenant_id, ledger_entry_id || '.again', kind, debit_account, credit_account, amount_kobo, code, reference, narration, created_at from ledger_entry where code = 'credit' and credit_account = '9900000003'`,
    `update ledger_account set posted_credit = posted_credit + 100000000000 where ledger_account_id = '9900000003'`,
  ] },
  { name: 'a credit has no entry', statements: [
    `insert into inbound_credit (tenant_id, session_id, account_number, amount_kobo, sender_name, narration, created_at)
     select tenant_id, '7' || right(session_id, 29), account_number, amount_kobo, sender_name, narration, created_at from inbound_credit where account_number = '9900000009'`,
  ] },
  { name: 'an event is lost', statements: [`delete from event where subject = '${succeeded}' and kind = 'payment.success'`] },
  { name: 'a success was announced as a failure too', statements: [`insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at) select tenant_id, 'evt_more', 'payment.failed', subject, sequence, body, created_at from event where subject = '${succeeded}' and kind = 'payment.success'`] },
  { name: 'the day\'s use is lower than what was sent', statements: [`update limit_usage set amount_kobo = amount_kobo - 1 where subject = 'account:9900000003'`] },
  { name: 'an accepted payment of a bulk transfer has no transfer', statements: [`update transfer_batch_item set transaction_id = null where batch_id = '${batch}'`, `update transfer set batch_id = null where batch_id = '${batch}'`] },
  { name: 'a transfer belongs to a bulk transfer that did not order it', statements: [`update transfer set batch_id = '${batch}' where transaction_id = '${succeeded}'`] },
  { name: 'a payment of a bulk transfer was of another amount', statements: [`update transfer_batch_item set amount_kobo = amount_kobo + 1 where batch_id = '${batch}'`] },
  { name: 'a payment of a bulk transfer was for somebody else', statements: [`update transfer_batch_item set beneficiary_account_number = '0123456780' where batch_id = '${batch}'`] },
  { name: 'a bulk transfer is of another account than its transfers', statements: [`update transfer_batch set source_account_number = '9900000001' where batch_id = '${batch}'`] },
  { name: 'a bulk transfer that was not confirmed has transfers', statements: [`update transfer_batch set state = 'expired' where batch_id = '${batch}'`] },
  { name: 'a mark counts a row too many', statements: [`update list_mark set rows = rows + 1 where list = 'transfer/all' and place = (select max(place) from list_mark where list = 'transfer/all')`] },
  { name: 'a mark sums other entries', statements: [`update list_mark set kobo = kobo - 1 where list = 'entry/account=9900000003' and rows = (select max(rows) from list_mark where list = 'entry/account=9900000003')`] },
  { name: 'a row before a mark is lost', statements: [`delete from audit_entry where audit_id = 'aud_3'`] },
  { name: 'there are marks of a list that nobody knows', statements: [`update list_mark set list = 'transfer/colour=red' where list = 'transfer/all'`] },
  { name: 'a customer is counted on a day on which nobody came', statements: [
    `insert into customer_tally (tenant_id, span, since, class_type, status, kyc_tier, shard, customers) select tenant_id, 'day', date '2026-03-01', 'INDIVIDUAL', 'Active', 1, 0, 1 from tenant limit 1`,
  ] },
  { name: 'the rail credits a payment twice', rail: (credits) => [...credits, ...credits.slice(0, 1)] },
  { name: 'the rail credits a payment nobody sent', rail: (credits) => credits.map((credit, index) => (index === 0 ? { ...credit, railRef: '0'.repeat(30) } : credit)) },
  { name: 'the rail credits another amount', rail: (credits) => credits.map((credit, index) => (index === 0 ? { ...credit, amountKobo: credit.amountKobo + 1n } : credit)) },
  { name: 'the rail never credited a success', rail: (credits) => credits.slice(1) },
  { name: 'the rail credited what failed here', statements: [
    `update rail_attempt set rail_ref = repeat('7', 30) where transaction_id = '${failed}'`,
  ], rail: (credits) => [...credits, { railRef: '7'.repeat(30), amountKobo: 100_000n + ((945n * 7919n) % 1_900_000n), at: new Date(0), returned: false }] },
];

/** Makes each fault alone in fresh books, and asks the check. The books without a fault must be found clean first. */
export async function findCorruptions(connection: pg.ClientConfig): Promise<Found[]> {
  const db = createDatabase(connection, { poolSize: 2, onError: () => undefined });
  const owner = new pg.Client({ ...connection, options: '-c search_path=openteller', types: { getTypeParser: bigintParser } });
  await owner.connect();
  try {
    const { tenants } = await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization');
    await writeTransfers(owner, tenants.sandbox, transfers);
    await writeBatches(owner, tenants.sandbox);
    for (const text of audited) await owner.query(text, [tenants.sandbox]);
    const inside = insideOf(owner, db);
    const clean = await checkBooks(inside, railBookOf(transfers));
    if (clean.length > 0) throw new Error(`The books are not clean before a fault: ${clean[0]}`);
    const found: Found[] = [];
    for (const { name, statements = [], rail } of corruptions) {
      await owner.query('begin');
      await owner.query('set local session_replication_role = replica');
      for (const statement of statements) await changeSomething(owner, name, statement);
      const credits = [...railBookOf(transfers).credits()];
      const book: RailCredits = { credits: () => (rail === undefined ? credits : rail(credits)) };
      const [reported = null] = await checkBooks(inside, book);
      await owner.query('rollback');
      found.push({ name, reported });
    }
    return found;
  } finally {
    await owner.end();
    await db.close();
  }
}

/** A fault that changes nothing would prove nothing. */
async function changeSomething(owner: pg.Client, name: string, statement: string): Promise<void> {
  const { rowCount } = await owner.query(statement);
  if ((rowCount ?? 0) === 0) throw new Error(`"${name}" changed no row.`);
}

/** A database whose reads happen inside the owner's open transaction. */
function insideOf(owner: pg.Client, db: Database): Database {
  const tx: Tx = {
    tenantId: '',
    now: new Date(0),
    environment: null,
    retired: false,
    rows: async <Row extends pg.QueryResultRow>(query: Sql) => (await owner.query<Row>(query.text, [...query.values])).rows,
    execute: async (query) => (await owner.query(query.text, [...query.values])).rowCount ?? 0,
    lastly: () => undefined,
  };
  return { ...db, across: (_scope, work) => work(tx) };
}

/** int8 as bigint, as the program reads it. */
function bigintParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === 20 ? BigInt : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
}
