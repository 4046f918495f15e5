/** What a list must tell of itself so that it is counted once and its pages are found without walking to them. */
import type { Asker } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';

/** Where in a list: an instant as ISO text with milliseconds (`toISOString`), or an id that begins with its time. A place stands before the rows that have it. */
export type Place = string;

/** From the first place on, to before the second. */
export type Span = { from: Place; to: Place };

/** A span as a statement says it: its beginning may be found by the statement itself. */
export type Bounds = { from: Place | Sql; to: Place };

export type LongList = {
  /** Names the list in its tenant, its filter included. Two lists of one name have the same rows. */
  name: string;
  /** Null: ordered by a time. Else by ids of this prefix. */
  idPrefix: string | null;
  /**
   * Selects `place` (timestamptz or text) and `kobo` (bigint; 0 where nothing is summed) of the rows of a span, in any order. An index must lead to them. Rows come at
   * the new end alone, and stay in the list: what a row is found by never changes. A list into whose midst rows are put has another name from then on (`renameList`).
   */
  rowsOf(tx: Asker, span: Bounds): Sql;
  /**
   * Where rows may still leave the list or come into its midst: the place before which they do not, if that is earlier than time alone says; null: nowhere, and then it
   * is counted anew each time, for which an index must hold these rows alone. `byTime`: what time alone says; asked before, so that whoever was open then shows here.
   */
  settledBefore?(tx: Asker, byTime: Place): Promise<Place | null>;
};

export type Page = { limit: number; offset: number };

/** The ends of every list. */
export function wholeOf(list: LongList): Span {
  return list.idPrefix === null ? { from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T00:00:00.000Z' } : { from: '', to: `${list.idPrefix}_g` };
}

/** The span between two times, each null where that end is open. */
export function between(from: Date | null, to: Date | null): Span {
  return { from: from?.toISOString() ?? '0001-01-01T00:00:00.000Z', to: to?.toISOString() ?? '9999-12-31T00:00:00.000Z' };
}

/** `column` lies in the span, as a condition on a time. */
export function timeIn(column: Sql, { from, to }: Bounds): Sql {
  return sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`;
}

/** `column` lies in the span, as a condition on an id. */
export function idIn(column: Sql, { from, to }: Bounds): Sql {
  return sql`${column} >= ${from}::text and ${column} < ${to}::text`;
}
