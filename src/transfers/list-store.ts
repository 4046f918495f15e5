/** SQL of the list of transfers: by page, and by key for exports. */
import type { Asker, ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { fail } from '#src/errors.ts';
import { isoMillis } from '#src/lib/time.ts';
import { between, type LongList, type Page, timeIn, wholeOf } from '#src/lists/long-list.ts';
import { findPage, type ListAsker, type PageOptions, type PageSpan, readPage } from '#src/lists/marks.ts';
import { settledAfterSeconds } from '#src/lists/settled.ts';
import { columns } from './store.ts';
import { type PublicStatus, publicStatus, type Transfer, type TransferState } from './transfer.ts';

export type TransferFilter = {
  /** All of one public status; null: every one. None: nothing is found. */
  states: readonly TransferState[] | null;
  accountNumber: string | null;
  customerId: string | null;
  /** Initiated at or after, and before. */
  from: Date | null;
  to: Date | null;
  /** Scheduled for then or after, and for before then; with either the list is by that time, the soonest first. */
  scheduledFrom: Date | null;
  scheduledTo: Date | null;
  /** Of this amount in kobo or more, and of this or less. */
  amountFrom: bigint | null;
  amountTo: bigint | null;
};

/** Every transfer there is. */
export const everyTransfer: TransferFilter = { states: null, accountNumber: null, customerId: null, from: null, to: null, scheduledFrom: null, scheduledTo: null, amountFrom: null, amountTo: null };

/** No index knows amounts, since every payment would pay for it: among so many transfers that fit otherwise they are looked for, one by one. */
export const mostByAmount = 100_000;

const isByAmount = (filter: TransferFilter): boolean => filter.amountFrom !== null || filter.amountTo !== null;
const isBySchedule = (filter: TransferFilter): boolean => filter.scheduledFrom !== null || filter.scheduledTo !== null;
const newestFirst = sql`initiated_at desc, transaction_id desc`;
const soonestFirst = sql`scheduled_for, transaction_id`;

/** The internal states behind a public status, written as the partial indexes say them. */
const inStatus: Readonly<Record<PublicStatus, Sql>> = {
  PENDING: sql`and state in ('AWAITING_OTP', 'SCHEDULED', 'AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW')`,
  SUCCESS: sql`and state = 'COMPLETED'`,
  FAILED: sql`and state in ('FAILED', 'EXPIRED', 'CANCELLED')`,
  REVERSED: sql`and state = 'RETURNED'`,
};

/** Asks for a list, which may not know the clock yet. */
export type TransferLister = ListAsker & { readonly begun: Promise<ReadTx> };

/** One page and how many there are in all: newest first, or by schedule. */
export async function listTransfers(tx: TransferLister, filter: TransferFilter, page: Page): Promise<{ total: number; transfers: Transfer[] }> {
  const [state] = filter.states ?? [];
  if (filter.states !== null && state === undefined) return { total: 0, transfers: [] };
  if (isBySchedule(filter)) return listScheduled(tx, filter, page);
  if (isByAmount(filter)) return listByAmount(tx, filter, page);
  const status = state === undefined ? null : publicStatus(state);
  const span = between(filter.from, filter.to);
  const read = (at: PageSpan): Promise<Transfer[]> => (status === 'PENDING' ? readPending(tx, filter, at) : readRows(tx, filter, at));
  const { list, ...others } = status === 'SUCCESS' || status === 'REVERSED' ? listOf(await tx.begun, filter, status) : { list: transfersOf(filter, status) };
  const { total, rows } = await readPage(tx, list, span, page, read, others);
  return { total, transfers: rows };
}

/**
 * Refuses to look for an amount among too many transfers: by marks it is known beforehand how many there are.
 * @throws Failure invalid_field
 */
export async function refuseWideAmount(tx: ReadTx & ListAsker, filter: TransferFilter): Promise<void> {
  const [state] = filter.states ?? [];
  if (!isByAmount(filter) || (filter.states !== null && state === undefined)) return;
  const { list, beside = [] }: PageOptions & { list: LongList } = isBySchedule(filter) ? { list: everyScheduled } : listOf(tx, filter, state === undefined ? null : publicStatus(state));
  const span = isBySchedule(filter) ? between(filter.scheduledFrom, filter.scheduledTo) : between(filter.from, filter.to);
  const { total } = await findPage(tx, list, span, { limit: 1, offset: 0 }, { beside });
  if (total <= mostByAmount) return;
  throw fail('invalid_field', {
    field: `/query/${filter.amountFrom === null ? 'amountTo' : 'amountFrom'}`,
    message: `An amount is looked for among at most ${mostByAmount.toLocaleString('en')} transfers, and ${total.toLocaleString('en')} come into question.`,
    fix: 'Narrow the list further: by days (from and to), accountNumber or customerId.',
  });
}

/** Found and counted in one look over what fits otherwise. */
async function listByAmount(tx: Asker, filter: TransferFilter, page: Page): Promise<{ total: number; transfers: Transfer[] }> {
  const [state] = filter.states ?? [];
  const source = state !== undefined && publicStatus(state) === 'PENDING'
    ? sql`select transaction_id, initiated_at from (${pendingOf(tx, filter)}) as pending where ${timeIn(sql`initiated_at`, between(filter.from, filter.to))}`
    : sql`select transaction_id, initiated_at from transfer where tenant_id = ${tx.tenantId} ${whose(tx, filter)} ${statesAre(filter)} ${amountIn(filter)} and ${timeIn(sql`initiated_at`, between(filter.from, filter.to))}`;
  const [found] = await tx.rows<{ total: number; ids: string[] }>(sql`
    with found as materialized (${source})
    select (select count(*)::int from found) as total, array(select transaction_id from found order by ${newestFirst} limit ${page.limit} offset ${page.offset}) as ids`);
  if (found === undefined || found.ids.length === 0) return { total: found?.total ?? 0, transfers: [] };
  return { total: found.total, transfers: await tx.rows<Transfer>(sql`select ${columns} from transfer where tenant_id = ${tx.tenantId} and transaction_id = any(${found.ids}::text[]) order by ${newestFirst}`) };
}

/** In which list the transfers of a status are looked for, and which others do not count there or count too. */
function listOf(tx: ReadTx, filter: TransferFilter, status: PublicStatus | null): PageOptions & { list: LongList } {
  const allOf = (some: PublicStatus | null): LongList => transfersOf({ ...filter, states: null }, some);
  const [returned, ...lately] = filter.accountNumber === null && filter.customerId === null ? returnedOf(tx) : [allOf('REVERSED')];
  // Succeeded is what neither failed, nor came back, nor is still on its way: most transfers, and the only ones no index holds.
  if (status === 'SUCCESS') return { list: allOf(null), without: [allOf('FAILED'), allOf('PENDING'), returned, ...lately] };
  return status === 'REVERSED' ? { list: returned, beside: lately } : { list: transfersOf(filter, status) };
}

/**
 * All transfers that came back, in two lists: up to the beginning of a month none comes back any more, so that there are marks between them; the few of since then are counted anew.
 * An account has few altogether.
 */
function returnedOf(tx: ReadTx): [LongList, LongList] {
  const month = `${isoMillis(new Date(tx.now.getTime() - settledAfterSeconds * 1000)).slice(0, 7)}-01`;
  const begin = new Date(month);
  return [
    {
      name: `transfer/REVERSED/until=${month}`,
      idPrefix: null,
      rowsOf: (reader, span) => sql`
        select initiated_at as place, 0::bigint as kobo from transfer where tenant_id = ${reader.tenantId} ${inStatus.REVERSED} and returned_at < ${begin} and ${timeIn(sql`initiated_at`, span)}`,
      // Among the old ones, too, until whoever wrote returns of before the month is done.
      settledBefore: (_reader, byTime) => Promise.resolve(isoMillis(begin) <= byTime ? byTime : null),
    },
    {
      name: `transfer/REVERSED/since=${month}`,
      idPrefix: null,
      // By the index of their return, whatever the planner believes of the span.
      rowsOf: (reader, span) => sql`
        select initiated_at as place, 0::bigint as kobo from (
          with lately as materialized (select initiated_at from transfer where tenant_id = ${reader.tenantId} ${inStatus.REVERSED} and returned_at >= ${begin})
          select initiated_at from lately
        ) as lately where ${timeIn(sql`initiated_at`, span)}`,
      settledBefore: () => Promise.resolve(null),
    },
  ];
}

/** An index holds scheduled transfers alone. All of them in a span of their times are counted once; with a further filter they are counted anew. */
async function listScheduled(tx: ListAsker, filter: TransferFilter, page: Page): Promise<{ total: number; transfers: Transfer[] }> {
  if (filter.states === null && filter.accountNumber === null && filter.customerId === null && filter.from === null && filter.to === null && !isByAmount(filter)) return listWholeSchedule(tx, filter, page);
  const where = sql`tenant_id = ${tx.tenantId} ${whose(tx, filter)} ${statesAre(filter)} ${amountIn(filter)} and ${timeIn(sql`initiated_at`, between(filter.from, filter.to))} ${scheduledIn(filter)}`;
  const [count] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from transfer where ${where}`);
  const transfers = await tx.rows<Transfer>(sql`select ${columns} from transfer where ${where} order by ${soonestFirst} limit ${page.limit} offset ${page.offset}`);
  return { total: count?.total ?? 0, transfers };
}

async function listWholeSchedule(tx: ListAsker, filter: TransferFilter, page: Page): Promise<{ total: number; transfers: Transfer[] }> {
  const { total, at } = await findPage(tx, everyScheduled, between(filter.scheduledFrom, filter.scheduledTo), page, { oldestFirst: true });
  if (at === null) return { total, transfers: [] };
  const transfers = await tx.rows<Transfer>(sql`
    select ${columns} from transfer where tenant_id = ${tx.tenantId} and transaction_id = any(array(
      select transaction_id from transfer where tenant_id = ${tx.tenantId} and scheduled_for is not null and ${timeIn(sql`scheduled_for`, at.span)}
      order by scheduled_for desc, transaction_id desc limit ${at.limit} offset ${at.skip}))
    order by ${soonestFirst}`);
  return { total, transfers };
}

/** A transfer is never scheduled for what is past, and keeps its time. */
const everyScheduled: LongList = {
  name: 'transfer_by_schedule',
  idPrefix: null,
  rowsOf: (tx, span) => sql`select scheduled_for as place, 0::bigint as kobo from transfer where tenant_id = ${tx.tenantId} and scheduled_for is not null and ${timeIn(sql`scheduled_for`, span)}`,
};

/** Said with `scheduled_for is not null`, so that the index of scheduled transfers serves it. */
function scheduledIn({ scheduledFrom, scheduledTo }: TransferFilter): Sql {
  return sql`and scheduled_for is not null and ${timeIn(sql`scheduled_for`, between(scheduledFrom, scheduledTo))}`;
}

/** The page's ids first: what is skipped is then read from the index alone. */
function readRows(tx: Asker, filter: TransferFilter, { span, skip, limit }: PageSpan): Promise<Transfer[]> {
  return tx.rows<Transfer>(sql`
    select ${columns} from transfer where tenant_id = ${tx.tenantId} and transaction_id = any(array(
      select transaction_id from transfer where tenant_id = ${tx.tenantId} ${whose(tx, filter)} ${statesAre(filter)} and ${timeIn(sql`initiated_at`, span)}
      order by ${newestFirst} limit ${limit} offset ${skip}))
    order by ${newestFirst}`);
}

function readPending(tx: Asker, filter: TransferFilter, { span, skip, limit }: PageSpan): Promise<Transfer[]> {
  return tx.rows<Transfer>(sql`
    select ${columns} from transfer where tenant_id = ${tx.tenantId} and transaction_id = any(array(
      select transaction_id from (${pendingOf(tx, filter)}) as pending where ${timeIn(sql`initiated_at`, span)} order by ${newestFirst} limit ${limit} offset ${skip}))
    order by ${newestFirst}`);
}

/** The list of these transfers of all times, whatever their amount. Those in a status come and go until all transfers of their time are over; those that came back come at any time. */
function transfersOf(filter: TransferFilter, status: PublicStatus | null): LongList {
  const names = [
    `transfer/${status ?? 'all'}`, ...(filter.states === null ? [] : [`states=${filter.states.join('+')}`]),
    ...(filter.accountNumber === null ? [] : [`account=${filter.accountNumber}`]), ...(filter.customerId === null ? [] : [`customer=${filter.customerId}`]),
  ];
  return {
    name: names.join('/'),
    idPrefix: null,
    rowsOf: (tx, span) => (status === 'PENDING'
      ? sql`select initiated_at as place, 0::bigint as kobo from (${pendingOf(tx, { ...filter, amountFrom: null, amountTo: null })}) as pending where ${timeIn(sql`initiated_at`, span)}`
      : sql`select initiated_at as place, 0::bigint as kobo from transfer
          where tenant_id = ${tx.tenantId} ${whose(tx, filter)} ${status === null ? sql`` : inStatus[status]} ${statesAre(filter)} and ${timeIn(sql`initiated_at`, span)}`),
    ...(status === null ? {} : { settledBefore: (tx: Asker) => (status === 'FAILED' ? firstPending(tx) : Promise.resolve(null)) }),
  };
}

/** All that is on its way has a next step or is in review: two small indexes hold it, whatever the planner believes of the rest. */
function pendingOf(tx: Asker, filter: TransferFilter): Sql {
  return sql`
    with waiting as materialized (
      select transaction_id, initiated_at, state, source_account_number, customer_id, amount_kobo from transfer where tenant_id = ${tx.tenantId} and next_at is not null
      union all
      select transaction_id, initiated_at, state, source_account_number, customer_id, amount_kobo from transfer where tenant_id = ${tx.tenantId} and state = 'REVIEW' and next_at is null
    )
    select transaction_id, initiated_at from waiting where true ${whose(tx, filter)} ${inStatus.PENDING} ${statesAre(filter)} ${amountIn(filter)}`;
}

/** Transfers before it are all over. */
async function firstPending(tx: Asker): Promise<string> {
  const [first] = await tx.rows<{ at: Date | null }>(sql`select min(initiated_at) as at from (${pendingOf(tx, everyTransfer)}) as pending`);
  return first?.at?.toISOString() ?? wholeOf(transfersOf(everyTransfer, null)).to;
}

/** The next transfers of the same list after one of it (null: from its start). */
export async function listTransfersAfter(tx: ReadTx, filter: TransferFilter, after: Pick<Transfer, 'initiatedAt' | 'scheduledFor' | 'transactionId'> | null, limit: number): Promise<Transfer[]> {
  const where = sql`tenant_id = ${tx.tenantId} ${whose(tx, filter)} ${statesAre(filter)} ${amountIn(filter)} and ${timeIn(sql`initiated_at`, between(filter.from, filter.to))}`;
  if (isBySchedule(filter)) {
    const later = after === null ? sql`` : sql`and (scheduled_for, transaction_id) > (${after.scheduledFor}::timestamptz, ${after.transactionId}::text)`;
    return tx.rows<Transfer>(sql`select ${columns} from transfer where ${where} ${scheduledIn(filter)} ${later} order by ${soonestFirst} limit ${limit}`);
  }
  const earlier = after === null ? sql`` : sql`and (initiated_at, transaction_id) < (${after.initiatedAt}::timestamptz, ${after.transactionId}::text)`;
  return tx.rows<Transfer>(sql`select ${columns} from transfer where ${where} ${earlier} order by ${newestFirst} limit ${limit}`);
}

/** How many states each status has. */
const statesIn: Readonly<Record<PublicStatus, number>> = { PENDING: 6, SUCCESS: 1, FAILED: 3, REVERSED: 1 };

/** Said twice where a partial index holds them: once as the index says it. */
function statesAre({ states }: TransferFilter): Sql {
  const [first] = states ?? [];
  if (first === undefined) return sql``;
  const status = publicStatus(first);
  // All of a status are what its index holds: one condition more would send the count to the table.
  if (states?.length === statesIn[status]) return inStatus[status];
  return states?.length === 1 ? sql`${inStatus[status]} and state = ${first}` : sql`${inStatus[status]} and state = any(${states}::text[])`;
}

function amountIn({ amountFrom, amountTo }: TransferFilter): Sql {
  return sql`${amountFrom === null ? sql`` : sql`and amount_kobo >= ${amountFrom}`} ${amountTo === null ? sql`` : sql`and amount_kobo <= ${amountTo}`}`;
}

/** By account, or by all accounts of a customer: transfers are indexed by the account they leave. Only what is asked for stands in the statement. */
function whose(tx: Asker, { accountNumber, customerId }: TransferFilter): Sql {
  const ofAccount = accountNumber === null ? sql`` : sql`and source_account_number = ${accountNumber}`;
  const ofCustomer = customerId === null ? sql`` : sql`
    and customer_id = ${customerId} and source_account_number = any(array(select account_number from account where tenant_id = ${tx.tenantId} and customer_id = ${customerId}))`;
  return sql`${ofAccount} ${ofCustomer}`;
}
