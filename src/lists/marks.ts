/**
 * Marks in long lists. A mark says how many rows stand before a place, and what they sum to. With marks a total is one look-up and a count of what came since; a page
 * is found from the nearest mark instead of by walking to it; and a balance of long ago needs no sum over all that followed.
 *
 * A mark is made where rows cannot come any more, and is then true for ever: two that are made at once cannot contradict each other, and none is ever changed.
 */
import { type Asker, CommitUnknown, type Database, isRetryable, type ReadOpening, type ReadTx, type Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import { isoMillis } from '#src/lib/time.ts';
import { type Bounds, type LongList, type Page, type Place, type Span, wholeOf } from './long-list.ts';
import { readSettled, settledPlace } from './settled.ts';

/** Rows from mark to mark: what a page skips at most. */
const rowsBetween = 1_000;
/** So many rows behind the last mark are worth making marks for. */
const worthMarking = 3 * rowsBetween;
/** Rows that one reader makes marks for; the next one goes on. */
const rowsAtOnce = 100_000;

/** `grown` hears which lists have grown past their marks; `allAsked`, where one page is all that is read, that its last statements are asked. */
export type ListAsker = Asker & { grown(list: LongList): void; allAsked?: () => void };
export type ListTx = ReadTx & ListAsker;

/** How many rows of a list stand before a place, and their sum. */
export type Rank = { rows: number; kobo: bigint };
export type Mark = Rank & { place: Place };

/** Reads in one transaction of a tenant (`snapshot`: all of one moment). Lists that have grown get their marks after it, for whoever reads next. */
export function readLists<T>(db: Database, tenantId: string, mode: 'read' | 'snapshot', work: (tx: ListTx) => Promise<T>): Promise<T> {
  return markingAfter(db, tenantId, (grown) => db[mode](tenantId, (tx) => work({ ...tx, grown })));
}

/** The same for one page, which may have something to ask before it knows the clock; other pages may share the transaction. */
export function openList<T>(db: Database, tenantId: string, work: (opening: ReadOpening & ListAsker) => Promise<T>): Promise<T> {
  return markingAfter(db, tenantId, (grown) => db.readPage(tenantId, (opening) => work({ ...opening, grown, allAsked: opening.lastly })));
}

async function markingAfter<T>(db: Database, tenantId: string, read: (grown: ListAsker['grown']) => Promise<T>): Promise<T> {
  const grown = new Map<string, LongList>();
  const result = await read((list) => void grown.set(list.name, list));
  for (const list of grown.values()) await markOnce(db, tenantId, list).catch(leaveToNext);
  return result;
}

/** Marks that could not be written now, as by a standby, are made by another reader; this one has its answer. */
function leaveToNext(error: unknown): void {
  if (!(error instanceof CommitUnknown) && !isRetryable(error)) throw error;
}

/** How many rows stand before a place. */
export async function rankOf(tx: ListAsker, list: LongList, before: Place): Promise<Rank> {
  const start = wholeOf(list).from;
  const found = expectOne(await tx.rows<{ rows: number; kobo: bigint; since: number }>(sql`
    with mark as materialized (select place, rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and place <= ${before} order by place desc limit 1)
    select (coalesce((select rows from mark), 0) + count(*))::int as rows, (coalesce((select kobo from mark), 0) + coalesce(sum(kobo), 0))::bigint as kobo, count(*)::int as since
    from (${list.rowsOf(tx, { from: laterOf(start, sql`(select place from mark)`), to: before })}) as since`), 'count');
  if (found.since > worthMarking) tx.grown(list);
  return { rows: found.rows, kobo: found.kobo };
}

/** What to read for a page, newest first: the rows of `span` after the first `skip` of them, at most `limit`. Null: the page lies behind the last row. */
export type PageSpan = { span: Bounds; skip: number; limit: number };

/** `without`: lists whose rows are all in the list and do not count here; few beside it, since the search for the page goes past them step by step. */
export type PageOptions = {
  without?: readonly LongList[];
  /** Lists whose rows are none of the list's and count too; few beside it, since a page is found among its marks alone. */
  beside?: readonly LongList[];
  /** The page is counted from the oldest row, though it is read newest first. */
  oldestFirst?: boolean;
};

/**
 * One page, newest first, and how many rows its span has. Rows of the list are all that `read` may find. Near the new end it is asked together with the count: that costs one trip
 * to the database where the count first would cost three.
 */
export async function readPage<Row>(tx: ListAsker, list: LongList, span: Span, page: Page, read: (at: PageSpan) => Promise<Row[]>, options: PageOptions = {}): Promise<{ total: number; rows: Row[] }> {
  const { without = [], beside = [], oldestFirst = false } = options;
  if (without.length + beside.length > 0 || oldestFirst || page.offset >= rowsBetween) {
    const { total, at } = await findPage(tx, list, span, page, options);
    return { total, rows: at === null ? [] : await read(at) };
  }
  const counting = Promise.all([rankOf(tx, list, span.to), span.from === wholeOf(list).from ? { rows: 0 } : rankOf(tx, list, span.from)]);
  const reading = read({ span: { from: placeBefore(tx, list, span, page.offset + page.limit), to: span.to }, skip: page.offset, limit: page.limit });
  tx.allAsked?.();
  const [[end, start], rows] = await Promise.all([counting, reading]);
  const total = Math.max(0, end.rows - start.rows);
  // A row may have come after the count.
  return { total, rows: rows.slice(0, Math.max(0, total - page.offset)) };
}

/** A place with at least so many rows of the list between it and the end of the span, so that no plan reads much more than them; else the beginning of the span. */
function placeBefore(tx: Asker, list: LongList, { from, to }: Span, rows: number): Sql {
  const marks = sql`from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name}`;
  const last = sql`(select list_mark.rows ${marks} and place <= ${to} order by place desc limit 1)`;
  return laterOf(from, sql`(select place ${marks} and list_mark.rows <= ${last} - ${rows}::bigint order by list_mark.rows desc limit 1)`);
}

/** Of a place and that of a mark, if there is one. Not by `coalesce`: under row-level security the planner takes no index for what is compared with one. */
function laterOf(place: Place, mark: Sql): Sql {
  return sql`(greatest(${place}::text collate "C", ${mark}) collate "default")`;
}

/** How many rows a span has, and where a page of it lies, to be read newest first. */
export async function findPage(tx: ListAsker, list: LongList, span: Span, page: Page, { without = [], beside = [], oldestFirst = false }: PageOptions = {}): Promise<{ total: number; at: PageSpan | null }> {
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

async function rowsBefore(tx: ListAsker, list: LongList, place: Place, { without, beside }: Others): Promise<RowsBefore> {
  const rowsOf = async (lists: readonly LongList[]): Promise<number> => (await Promise.all(lists.map((each) => rankOf(tx, each, place)))).reduce((sum, { rows }) => sum + rows, 0);
  const [all, left, added] = await Promise.all([rowsOf([list]), rowsOf(without), rowsOf(beside)]);
  return { all, beside: added, counting: all - left + added };
}

/** Looks so often for a nearer mark: each look leaves as many rows between as those that do not count are among the rows that were left. */
const looks = 6;

/** A near mark with at least so many rows that count before it, and how many those are; null where none is nearer than the end. */
async function nearestAbove(tx: ListAsker, list: LongList, rows: number, end: RowsBefore & { place: Place }, others: Others): Promise<{ place: Place; rows: number } | null> {
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
async function lastMark(tx: Asker, list: LongList, place: Place): Promise<Mark> {
  const [mark] = await tx.rows<Mark>(sql`
    select place, rows::int as rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and place <= ${place} order by place desc limit 1`);
  return mark ?? { place: wholeOf(list).from, rows: 0, kobo: 0n };
}

/** The first mark with at least so many rows before it. */
async function markAbove(tx: Asker, list: LongList, rows: number): Promise<Mark | null> {
  const [mark] = await tx.rows<Mark>(sql`
    select place, list_mark.rows::int as rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and list_mark.rows >= ${rows}::bigint order by list_mark.rows limit 1`);
  return mark ?? null;
}

/** The last mark with at most so many rows before it. */
export async function markUpTo(tx: Asker, list: LongList, rows: number): Promise<Mark | null> {
  const [mark] = await tx.rows<Mark>(sql`
    select place, list_mark.rows::int as rows, kobo from list_mark where tenant_id = ${tx.tenantId} and list = ${list.name} and list_mark.rows <= ${rows}::bigint order by list_mark.rows desc limit 1`);
  return mark ?? null;
}

/** Lists that are being marked, by tenant and name. */
const marking = new WeakMap<Database, Set<string>>();

/** Whoever finds that another reader is at it leaves it to that one. */
async function markOnce(db: Database, tenantId: string, list: LongList): Promise<void> {
  const running = marking.get(db) ?? new Set();
  marking.set(db, running);
  const key = `${tenantId}/${list.name}`;
  if (running.has(key)) return;
  running.add(key);
  await makeMarks(db, tenantId, list).finally(() => running.delete(key));
}

/**
 * Makes marks behind the last one where that is worth it, in a transaction of its own: the rows of one reader's share, one mark for each thousand. Not in the reader's: a snapshot may be older than
 * the answer what is settled, and lack rows whose transactions ended in between. Here each statement sees what was committed before it.
 */
async function makeMarks(db: Database, tenantId: string, list: LongList): Promise<void> {
  await db.write(tenantId, async (tx) => {
    const settled = await settledPlace(tx, list, await readSettled(tx));
    const last = await lastMark(tx, list, wholeOf(list).to);
    if (settled <= last.place || (await countIn(tx, list, { from: last.place, to: settled })) <= worthMarking) return;
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
      from unnest(${found.map(({ place }) => (place instanceof Date ? isoMillis(place) : place))}::text[], ${found.map(({ rows }) => last.rows + rows)}::bigint[], ${found.map(({ kobo }) => last.kobo + kobo)}::bigint[]) as m (place, rows, kobo)
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

async function countIn(tx: Asker, list: LongList, span: Span): Promise<number> {
  return expectOne(await tx.rows<{ rows: number }>(sql`select count(*)::int as rows from (${list.rowsOf(tx, span)}) as since`), 'count').rows;
}

/** Places are kept to the millisecond, which is what the program writes: a row between two of them is no place for a mark. */
function isWhole(list: LongList): Sql {
  return list.idPrefix === null ? sql`place = date_trunc('milliseconds', place)` : sql`true`;
}
