/** SQL of the list of customers: by page, and by key for exports. */
import type { ReadTx } from '#src/db/database.ts';
import { sql, type Sql } from '#src/db/sql.ts';
import { between, type LongList, type Page, timeIn } from '#src/lists/long-list.ts';
import { type ListTx, readPage } from '#src/lists/marks.ts';
import { type Search, searchCustomers } from './search-store.ts';
import { countCustomers, findDay } from './tally-store.ts';
import { customerColumns, type CustomerClass, type CustomerRow, type CustomerStatus } from './store.ts';

export type CustomerFilter = {
  status: CustomerStatus | null;
  classType: CustomerClass | null;
  kycTier: number | null;
  search: Search | null;
  createdFrom: Date | null;
  /** Exclusive. */
  createdBefore: Date | null;
};

/** One page, newest first, and how many there are in all. */
export async function listCustomers(tx: ListTx, filter: CustomerFilter, page: Page): Promise<{ customers: CustomerRow[]; total: number }> {
  if (filter.search !== null) {
    const { ids, total } = await searchCustomers(tx, filter.search, conditionsOf(filter), page);
    return { customers: await loadInOrder(tx, ids), total };
  }
  return filter.status === null && filter.classType === null && filter.kycTier === null ? listAll(tx, filter, page) : listKind(tx, filter, page);
}

/** Customers of a span of time, whatever they have become since. */
async function listAll(tx: ListTx, filter: CustomerFilter, page: Page): Promise<{ customers: CustomerRow[]; total: number }> {
  // The page's ids first: what is skipped is then read from the index alone.
  const { total, rows } = await readPage(tx, everyCustomer, between(filter.createdFrom, filter.createdBefore), page, ({ span, limit, skip }) => tx.rows<{ customer_id: string }>(sql`
    select customer_id from customer where tenant_id = ${tx.tenantId} and ${timeIn(sql`created_at`, span)}
    order by created_at desc, customer_id desc limit ${limit} offset ${skip}`));
  return { customers: await loadInOrder(tx, rows.map((row) => row.customer_id)), total };
}

const everyCustomer: LongList = {
  name: 'customer',
  idPrefix: null,
  rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from customer where tenant_id = ${tx.tenantId} and ${timeIn(sql`created_at`, span)}`,
};

/** So many customers are walked past without looking for a nearer place. */
const worthLooking = 1_000;

/**
 * Customers of a kind change their kind, so that nothing of their list can be counted once for all. Its total is kept as they come and go, and so are those of each month
 * and day; in a span of time they are counted. A page is walked to in the index alone, from the nearest end: of the list, or of the day on which its first customer was created.
 */
async function listKind(tx: ReadTx, filter: CustomerFilter, page: Page): Promise<{ customers: CustomerRow[]; total: number }> {
  const total = await countOf(tx, filter);
  const limit = Math.min(page.limit, total - page.offset);
  if (limit <= 0) return { customers: [], total };
  const whole = { ...filter, younger: 0, customers: total };
  const day = isOfAllTimes(filter) && Math.min(page.offset, total - page.offset - limit) > worthLooking ? await findDay(tx, filter, page.offset) : null;
  const { younger, customers, ...within } = day === null ? whole : { ...filter, createdFrom: day.from, createdBefore: day.to, younger: day.younger, customers: day.customers };
  const [skip, behind] = [page.offset - younger, younger + customers - page.offset - limit];
  // A page that begins on one day and ends on an earlier one is read from the young end.
  const ids = behind >= 0 && behind < skip
    ? sql`select customer_id from customer where tenant_id = ${tx.tenantId} ${conditionsOf({ ...within, createdBefore: filter.createdBefore }) ?? sql``} order by created_at, customer_id limit ${limit} offset ${behind}`
    : sql`select customer_id from customer where tenant_id = ${tx.tenantId} ${conditionsOf({ ...within, createdFrom: filter.createdFrom }) ?? sql``} order by created_at desc, customer_id desc limit ${limit} offset ${skip}`;
  const rows = await tx.rows<{ customer_id: string }>(ids);
  return { customers: await loadInOrder(tx, rows.map((row) => row.customer_id)), total };
}

function isOfAllTimes({ createdFrom, createdBefore }: CustomerFilter): boolean {
  return createdFrom === null && createdBefore === null;
}

/** Kinds of customers are counted as they come; a span of time is counted row by row. */
async function countOf(tx: ReadTx, filter: CustomerFilter): Promise<number> {
  if (isOfAllTimes(filter)) return countCustomers(tx, filter);
  const [row] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from customer where tenant_id = ${tx.tenantId} ${conditionsOf(filter) ?? sql``}`);
  return row?.total ?? 0;
}

/** The next `limit` customers, newest first, after this one; from the newest on null. */
export async function listCustomersAfter(tx: ReadTx, filter: CustomerFilter, after: Pick<CustomerRow, 'customerId' | 'createdAt'> | null, limit: number): Promise<CustomerRow[]> {
  const further = after === null ? null : sql`and (created_at, customer_id) < (${after.createdAt}::timestamptz, ${after.customerId}::text)`;
  const conditions = conditionsOf(filter, further);
  if (filter.search !== null) return loadInOrder(tx, (await searchCustomers(tx, filter.search, conditions, { limit, offset: 0 })).ids);
  return tx.rows<CustomerRow>(sql`
    select ${customerColumns} from customer where tenant_id = ${tx.tenantId} ${conditions ?? sql``}
    order by created_at desc, customer_id desc limit ${limit}`);
}

async function loadInOrder(tx: ReadTx, ids: readonly string[]): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  return tx.rows<CustomerRow>(sql`
    select ${customerColumns} from customer where tenant_id = ${tx.tenantId} and customer_id = any(${ids}::text[])
    order by created_at desc, customer_id desc`);
}

/**
 * Conditions beside the tenant and the search, each with its `and`; null where there are none. Only what is asked for stands in the statement: plans are made once
 * for each text, and a condition that may be off would keep the indexes out of them. Constants are written out where a partial index holds them.
 */
function conditionsOf({ status, classType, kycTier, createdFrom, createdBefore }: CustomerFilter, further: Sql | null = null): Sql | null {
  const conditions = [
    status === null ? null : status === 'Inactive' ? sql`and status = 'Inactive'` : sql`and status = 'Active'`,
    classType === null ? null : classType === 'BUSINESS' ? sql`and class_type = 'BUSINESS'` : sql`and class_type = 'INDIVIDUAL'`,
    kycTier === null ? null : sql`and kyc_tier = ${kycTier}`,
    createdFrom === null ? null : sql`and created_at >= ${createdFrom}`,
    createdBefore === null ? null : sql`and created_at < ${createdBefore}`,
    further,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? null : conditions.reduce((left, right) => sql`${left} ${right}`);
}
