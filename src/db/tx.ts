/** A transaction as whoever works in it sees it. */
import type pg from 'pg';
import type { Sql } from './sql.ts';

/** Asks in a transaction whose clock need not be known. */
export type Asker = {
  readonly tenantId: string;
  rows<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]>;
};

export type ReadTx = Asker & {
  /** The database's clock plus the tenant's clock offset, fixed for the transaction; millisecond precision. */
  readonly now: Date;
  /** The tenant's environment; null in a transaction outside any tenant. */
  readonly environment: 'sandbox' | 'live' | null;
  /** A sandbox that a reset has set aside, or that is not its organization's yet. */
  readonly retired: boolean;
};

export type Ending = {
  /**
   * Says that what is asked in this turn of the event loop is the last: COMMIT travels with it, and nothing can be asked afterwards (decision 27). No answer can undo the
   * transaction any more: what must undo it has to fail its statement.
   */
  lastly(): void;
};

/** Asks and changes. */
export type Writer = Asker & Ending & {
  /** Runs a change; answers the number of rows it touched. */
  execute(query: Sql): Promise<number>;
};

export type Tx = ReadTx & Writer;

/** The same as `Opening`, to read. */
export type ReadOpening = Asker & Ending & { readonly begun: Promise<ReadTx> };

/** A transaction whose beginning is not answered yet: what is asked of it in its first turn travels with BEGIN. */
export type Opening = Writer & {
  /** Rejects with what the beginning failed with. */
  readonly begun: Promise<Tx>;
};
