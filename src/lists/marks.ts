/**
 * Marks in long lists. A mark says how many rows stand before a place, and what they sum to. With marks a total is one look-up and a count of what came since; a page
 * is found from the nearest mark instead of by walking to it; and a balance of long ago needs no sum over all that followed.
 *
 * A mark is made where rows cannot come any more, and is then true for ever: two that are made at once cannot contradict each other, and none is ever changed.
 */
import type { Database, ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { type LongList, type Page, type Place, type Span, wholeOf } from './long-list.ts';
import { readSettled, type Settled, settledPlace } from './settled.ts';

/** Rows from mark to mark: what a page skips at most. */
const rowsBetween = 1_000;
/** So many rows behind the last mark are worth making marks for. */
const worthMarking = 3 * rowsBetween;
/** Rows that one reader makes marks for; the next one goes on. */
const rowsAtOnce = 100_000;

/** A read transaction that hears which lists have grown past their marks, and asks once what is settled. */
export type ListTx = ReadTx & { grown(list: LongList): void; settled(): Promise<Settled> };

/** How many rows of a list stand before a place, and their sum. */
export type Rank = { rows: number; kobo: bigint };
export type Mark = Rank & { place: Place };

/** Reads in one transaction of a tenant (`snapshot`: all of one moment). Lists that have grown get their marks after it, for whoever reads next. */
export async function readLists<T>(db: Database, tenantId: string, mode: 'read' | 'snapshot', work: (tx: ListTx) => Promise<T>): Promise<T> {
  const grown = new Map<string, LongList>();
  const result = await db[mode](tenantId, (tx) => {
    let asked: Promise<Settled> | undefined;
    return work({ ...tx, grown: (list) => void grown.set(list.name, list), settled: () => (asked ??= readSettled(tx)) });
  });
  for (const list of grown.values()) await makeMarks(db, tenantId, list);
  return result;
}

/** How many rows stand before a place. */
export async function rankOf(tx: ListTx, list: LongList, before: Place): Promise<Rank> {
  const mark = await lastMark(tx, list, before);
  const since = await countIn(tx, list, { from: mark.place, to: before });
  if (since.rows > worthMarking && (await settledIn(tx, list, mark.place, before)) > worthMarking) tx.grown(list);
  return { rows: mark.rows + since.rows, kobo: mark.kobo + since.kobo };
}

async function countIn(tx: ReadTx, list: LongList, span: Span): Promise<Rank> {
  const [counted] = await tx.rows<Rank>(sql`select count(*)::int as rows, coalesce(sum(kobo), 0)::bigint as kobo from (${list.rowsOf(tx, span)}) as since`);
  return counted ?? { rows: 0, kobo: 0n };
}

/** How many rows between two places marks may be made for. */
async function settledIn(tx: ListTx, list: LongList, from: Place, before: Place): Promise<number> {
  const settled = await settledPlace(tx, list, await tx.settled());
  return settled <= from ? 0 : (await countIn(tx, list, { from, to: settled < before ? settled : before })).rows;
}

/** What to read for a page, newest first: the rows of `span` after the first `skip` of them, at most `limit`. Null: the page lies behind the last row. */
export type PageSpan = { span: Span; skip: number; limit: number };

/** `without`: lists whose rows are all in the list and do not count here; few beside it, since the search for the page goes past them step by step. */
export type PageOptions = {
  without?: readonly LongList[];
  /** Lists whose rows are none of the list's and count too; few beside it, since a page is found among its marks alone. */
  beside?: readonly LongList[];
  /** The page is counted from the oldest row, though it is read newest first. */
  oldestFirst?: boolean;
};

/** How many rows a span has, and where a page of it lies, to be read newest first. */
export async function findPage(tx: ListTx, list: LongList, span: Span, page: Page, { without = [], beside = [], oldestFirst = false }: PageOptions = {}): Promise<{ total: number; at: PageSpan | null }> {
  const others: Others = { without, beside };
  const [end, start] = await Promise.all([rowsBefore(tx, list, span.to, others), span.from === wholeOf(list).from ? noRows : rowsBefore(tx, list, span.from, others)]);
  const total = Math.max(0, end.counting - start.counting);
  if (page.offset >= total) return { total, at: null };
  const limit = Math.min(page.limit, total - page.offset);
  const offset = oldestFirst ? total - page.offset - limit : page.offset;
  // Counted from the oldest row of the list: the newest that the page shows.
  const newest = end.counting - offset;
  // Near the end no mark is worth looking for.
  const [above, below] = await Promise.all([offset < rowsBetween ? null : nearestAbove(tx, list, newest, { place: span.to, ...end }, others), markUpTo(tx, list, newest - limit - end.beside)]);
  const from = below === null || below.place < span.from ? span.from : below.place;
  return { total, at: above === null ? { span: { from, to: span.to }, skip: offset, limit } : { span: { from, to: above.place }, skip: above.rows - newest, limit } };
}

type Others = Required<Pick<PageOptions, 'without' | 'beside'>>;

/** Before a place: rows of the list, rows of the lists beside it, and those of all of them that count. */
type RowsBefore = { all: number; beside: number; counting: number };
const noRows: RowsBefore = { all: 0, beside: 0, counting: 0 };

async function rowsBefore(tx: ListTx, list: LongList, place: Place, { without, beside }: Others): Promise<RowsBefore> {
  const rowsOf = async (lists: readonly LongList[]): Promise<number> => (await Promise.all(lists.map((each) => rankOf(tx, each, place)))).reduce((sum, { rows }) => sum + rows, 0);
  const [all, left, added] = await Promise.all([rowsOf([list]), rowsOf(without), rowsOf(beside)]);
  return { all, beside: added, counting: all - left + added };
}

/** Looks so often for a nearer mark: each look leaves as many rows between as those that do not count are among the rows that were left. */
const looks = 6;

/** A near mark with at least so many rows that count before it, and how many those are; null where none is nearer than the end. */
async function nearestAbove(tx: ListTx, list: LongList, rows: number, end: RowsBefore & { place: Place }, others: Others): Promise<{ place: Place; rows: number } | null> {
  // As though those that do not count lay evenly among the others.
  let goal = Math.ceil((rows * end.all) / end.counting);
  for (let look = 0; look < looks; look += 1) {
    const mark = await markAbove(tx, list, goal);
    if (mark === null || mark.place >= end.place) return null;
    const counting = others.without.length + others.beside.length === 0 ? mark.rows : (await rowsBefore(tx, list, mark.place, others)).counting;
    if (counting >= rows) return { place: mark.place, rows: counting };
    goal = Math.max(mark.rows + 1, rows + mark.rows - counting);
  }
  return null;
}

/** The last mark before or at a place; the start of the list where there is none. */
async function lastMark(tx: ReadTx, list: LongList, place: Place): Promise<Mark> {
  const [mark] = await tx.rows<Mark>(sql`
    select place, rows::int as rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and place <= ${place} order by place desc limit 1`);
  return mark ?? { place: wholeOf(list).from, rows: 0, kobo: 0n };
}

/** The first mark with at least so many rows before it. */
async function markAbove(tx: ReadTx, list: LongList, rows: number): Promise<Mark | null> {
  const [mark] = await tx.rows<Mark>(sql`
    select place, list_mark.rows::int as rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and list_mark.rows >= ${rows}::bigint order by list_mark.rows limit 1`);
  return mark ?? null;
}

/** The last mark with at most so many rows before it. */
export async function markUpTo(tx: ReadTx, list: LongList, rows: number): Promise<Mark | null> {
  const [mark] = await tx.rows<Mark>(sql`
    select place, list_mark.rows::int as rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and list_mark.rows <= ${rows}::bigint order by list_mark.rows desc limit 1`);
  return mark ?? null;
}

/**
 * Makes marks behind the last one, in a transaction of its own: the rows of one reader's share, one mark for each thousand. Not in the reader's: a snapshot may be older than
 * the answer what is settled, and lack rows whose transactions ended in between. Here each statement sees what was committed before it.
 */
async function makeMarks(db: Database, tenantId: string, list: LongList): Promise<void> {
  await db.write(tenantId, async (tx) => {
    const settled = await settledPlace(tx, list, await readSettled(tx));
    const last = await lastMark(tx, list, wholeOf(list).to);
    if (settled <= last.place) return;
    // Rows of one place stay together: what counts is how many stand before it.
    const found = await tx.rows<{ place: Date | string; rows: number; kobo: bigint }>(sql`
      select distinct place, before as rows, kobo from (
        select place, (rank() over (order by place) - 1)::int as before, row_number() over (order by place) as number,
          coalesce(sum(kobo) over (order by place groups between unbounded preceding and 1 preceding), 0)::bigint as kobo
        from (select place, kobo from (${list.rowsOf(tx, { from: last.place, to: settled })}) as settled order by place limit ${rowsAtOnce}) as share
      ) as ranked where number % ${rowsBetween} = 0 and before > 0 and ${isWhole(list)}`);
    await tx.execute(sql`
      insert into list_mark (tenant_id, list, place, rows, kobo)
      select ${tx.tenantId}, ${list.name}, m.place, m.rows, m.kobo
      from unnest(${found.map(({ place }) => (place instanceof Date ? place.toISOString() : place))}::text[], ${found.map(({ rows }) => last.rows + rows)}::bigint[], ${found.map(({ kobo }) => last.kobo + kobo)}::bigint[]) as m (place, rows, kobo)
      on conflict do nothing`);
  });
}

/**
 * Renames a list in the transaction that puts rows into its midst, the first of them at `from`: marks up to there come along, the others go. One such transaction at a time, which its
 * caller sees to by a lock on what the name is read from, a number that this transaction raises.
 *
 * Nobody can get a wrong mark by the new name: whoever reads that name sees these rows too, and so does each statement that makes marks for it afterwards. And none by the old one: whoever read
 * that in a snapshot has neither the rows nor a mark that is made from now on. Marks which such a reader makes after its snapshot may count the rows; they lie under a name that is never read again.
 */
export async function renameList(tx: Tx, { oldName, newName, from }: { oldName: string; newName: string; from: Place }): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from list_mark where tenant_id = ${tx.tenantId} and list = ${oldName} returning place, rows, kobo)
    insert into list_mark (tenant_id, list, place, rows, kobo)
    select ${tx.tenantId}, ${newName}, place, rows, kobo from gone where place <= ${from}`);
}

/** Places are kept to the millisecond, which is what the program writes: a row between two of them is no place for a mark. */
function isWhole(list: LongList): Sql {
  return list.idPrefix === null ? sql`place = date_trunc('milliseconds', place)` : sql`true`;
}
