/**
 * The marks of long lists against the rows they count. A wrong mark moves no money and shows a wrong total. What a list holds is said here anew, by its name alone, so
 * that a list whose own statement is wrong does not vouch for itself.
 */
import type { ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';

type Marked = { tenant_id: string; list: string };
type Mark = { place: string; rows: bigint; kobo: bigint };

/** One line for each list of which a mark is wrong: its first one. */
export async function marks(tx: ReadTx): Promise<string[]> {
  const lists = await tx.rows<Marked>(sql`select distinct tenant_id, list from list_mark order by tenant_id, list`);
  const differences: string[] = [];
  for (const marked of lists) differences.push(...(await ofList(tx, marked)));
  return differences;
}

async function ofList(tx: ReadTx, { tenant_id: tenantId, list }: Marked): Promise<string[]> {
  const rows = rowsOfList(tenantId, list);
  if (rows === null) return [`${tenantId}: there are marks of ${list}, which is no list`];
  const found = await tx.rows<Mark>(sql`select place, rows, kobo from list_mark where tenant_id = ${tenantId} and list = ${list} order by place`);
  const places = found.map(({ place }) => place);
  const between = await tx.rows<{ after: number; rows: bigint; kobo: bigint }>(sql`
    select after, count(*) as rows, coalesce(sum(kobo), 0)::bigint as kobo from (
      select width_bucket(place, ${places}${rows.byTime ? sql`::timestamptz[]` : sql`::text[] collate "C"`}) as after, kobo from (${rows.select}) as listed
    ) as placed where after < ${places.length}::int group by after`);
  const after = new Map(between.map((part) => [part.after, part]));
  let [count, sum] = [0n, 0n];
  for (const [at, mark] of found.entries()) {
    const part = after.get(at);
    [count, sum] = [count + (part?.rows ?? 0n), sum + (part?.kobo ?? 0n)];
    if (mark.rows === count && mark.kobo === sum) continue;
    return (await isRenamed(tx, { tenant_id: tenantId, list })) ? [] : [`${tenantId}: the mark of ${list} at ${mark.place} says ${mark.rows} rows and ${mark.kobo} kobo, there are ${count} and ${sum}`];
  }
  return [];
}

/** Does an endpoint's list of deliveries go by another name since a replay put rows into its midst? Nobody reads marks of the old one. Asked after the count: that replay may have come meanwhile. */
async function isRenamed(tx: ReadTx, { tenant_id: tenantId, list }: Marked): Promise<boolean> {
  const [, endpointId, generation = '0'] = /^webhook_delivery\/endpoint=([^/]+)(?:\/generation=(\d+))?(?:\/(?:failed|pending))?$/.exec(list) ?? [];
  if (endpointId === undefined) return false;
  const renamed = await tx.rows(sql`select from webhook_endpoint where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and list_generation > ${generation}::int`);
  return renamed.length > 0;
}

/** `select`: place and kobo of all rows. `byTime`: places are instants, else ids. */
type Rows = { select: Sql; byTime: boolean };

type Listed = { from: Sql; place: Sql; byTime: boolean; filters: Readonly<Record<string, (value: string) => Sql>> };

const equals = (column: Sql) => (value: string): Sql => sql`and ${column} = ${value}`;
const byAccount = equals(sql`account_number`);
const ofChecks = { customerId: equals(sql`customer_id`), kind: equals(sql`kind`), outcome: equals(sql`outcome`) };

/** What a name says first, and each part behind. */
const listed: Readonly<Record<string, Listed>> = {
  transfer: {
    from: sql`transfer`, place: sql`initiated_at`, byTime: true,
    filters: {
      all: () => sql``, PENDING: () => sql`and state in ('AWAITING_OTP', 'SCHEDULED', 'AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW')`,
      FAILED: () => sql`and state in ('FAILED', 'EXPIRED', 'CANCELLED')`, REVERSED: () => sql`and state = 'RETURNED'`, states: (states) => sql`and state = any(${states.split('+')}::text[])`,
      until: (month) => sql`and returned_at < ${month}::timestamp at time zone 'UTC'`, since: (month) => sql`and returned_at >= ${month}::timestamp at time zone 'UTC'`,
      account: equals(sql`source_account_number`), customer: equals(sql`customer_id`),
    },
  },
  transfer_by_schedule: { from: sql`transfer`, place: sql`scheduled_for`, byTime: true, filters: {} },
  transfer_batch: { from: sql`transfer_batch`, place: sql`created_at`, byTime: true, filters: { state: equals(sql`state`) } },
  customer: { from: sql`customer`, place: sql`created_at`, byTime: true, filters: {} },
  account: { from: sql`account`, place: sql`created_at`, byTime: true, filters: { customer: equals(sql`customer_id`), type: equals(sql`type`) } },
  kyc_check: { from: sql`kyc_check`, place: sql`check_id`, byTime: false, filters: ofChecks },
  'kyc_check/time': { from: sql`kyc_check`, place: sql`created_at`, byTime: true, filters: ofChecks },
  message: { from: sql`message`, place: sql`created_at`, byTime: true, filters: { account: byAccount } },
  otp: { from: sql`otp`, place: sql`created_at`, byTime: true, filters: { account: byAccount } },
  webhook_delivery: {
    from: sql`webhook_delivery`, place: sql`event_id`, byTime: false,
    filters: { endpoint: equals(sql`endpoint_id`), generation: () => sql``, failed: () => sql`and state = 'failed'`, pending: () => sql`and state = 'pending'` },
  },
  audit_entry: { from: sql`audit_entry`, place: sql`created_at`, byTime: true, filters: { subject: equals(sql`subject`), action: equals(sql`action`), actor: equals(sql`actor`) } },
  audit_history: { from: sql`audit_entry`, place: sql`audit_id`, byTime: false, filters: { subject: equals(sql`subject`), actions: (actions) => sql`and action = any(${actions.split('+')}::text[])` } },
};

/** The rows of the list of a name; null: no list has it. */
export function rowsOfList(tenantId: string, name: string): Rows | null {
  const kind = name.startsWith('kyc_check/time') ? 'kyc_check/time' : (/^[^/]+/.exec(name)?.[0] ?? '');
  const parts = name.slice(kind.length + 1).split('/').filter((part) => part !== '');
  if (kind === 'entry') return entriesOf(tenantId, parts);
  const list = listed[kind];
  if (list === undefined) return null;
  const conditions = parts.map((part) => {
    const [key = '', ...value] = part.split('=');
    return list.filters[key]?.(decodeURIComponent(value.join('=')));
  });
  if (conditions.includes(undefined)) return null;
  const where = conditions.reduce<Sql>((left, right) => (right === undefined ? left : sql`${left} ${right}`), sql`tenant_id = ${tenantId} and ${list.place} is not null`);
  return { select: sql`select ${list.place} as place, 0::bigint as kobo from ${list.from} where ${where}`, byTime: list.byTime };
}

/** What was booked on an account: credits alone, or debits too, counting down. */
function entriesOf(tenantId: string, [part = '', ...more]: readonly string[]): Rows | null {
  const [key, account = ''] = part.split('=');
  const booked = sql`from ledger_entry where tenant_id = ${tenantId} and kind in ('single', 'post')`;
  const credits = sql`select created_at as place, amount_kobo as kobo ${booked} and credit_account = ${account}`;
  if (more.length > 0) return null;
  if (key === 'credited') return { select: credits, byTime: true };
  return key === 'account' ? { select: sql`${credits} union all select created_at, -amount_kobo ${booked} and debit_account = ${account}`, byTime: true } : null;
}
