/** The SQL of a settlement import: what was sent, by the rail's reference, over all tenants of an environment. */
import type { Database, ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { TransferState } from './transfer.ts';

export type SentPayment = {
  railRef: string;
  tenantId: string;
  transactionId: string;
  state: TransferState;
  amountKobo: bigint;
  /** The rail has contradicted our final state before, and people have resolved it. */
  exceptionResolved: boolean;
};

const page = 5_000;

function select(tx: ReadTx, environment: 'sandbox' | 'live', where: Sql): Promise<SentPayment[]> {
  return tx.rows<SentPayment>(sql`
    select a.rail_ref as "railRef", a.tenant_id as "tenantId", a.transaction_id as "transactionId", t.state, t.amount_kobo as "amountKobo",
      exists (select 1 from rail_exception x where x.tenant_id = t.tenant_id and x.transaction_id = t.transaction_id and x.resolved_at is not null) as "exceptionResolved"
    from rail_attempt a join transfer t on t.tenant_id = a.tenant_id and t.transaction_id = a.transaction_id
    join tenant n on n.tenant_id = a.tenant_id and n.environment = ${environment}
    where ${where} order by a.rail_ref limit ${page}`);
}

/** Payments with these references; unknown ones are left out. At most 5,000. */
export async function paymentsOfReferences(db: Database, environment: 'sandbox' | 'live', railRefs: readonly string[]): Promise<Map<string, SentPayment>> {
  const rows = await db.across('audit', (tx) => select(tx, environment, sql`a.rail_ref = any(${[...railRefs]}::text[])`));
  return new Map(rows.map((row) => [row.railRef, row]));
}

/** Every payment over this rail whose reference names the day, in the order of the references. */
export async function* paymentsOfDay(db: Database, environment: 'sandbox' | 'live', of: { rail: string; institution: string; day: string }): AsyncIterable<SentPayment> {
  const prefix = `${of.institution}${of.day.slice(2).replaceAll('-', '')}`;
  const last = prefix.padEnd(30, '9');
  for (let after = prefix; ;) {
    const rows = await db.across('audit', (tx) => select(tx, environment, sql`a.rail = ${of.rail} and a.rail_ref > ${after} and a.rail_ref <= ${last}`));
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < page) return;
    after = end.railRef;
  }
}
