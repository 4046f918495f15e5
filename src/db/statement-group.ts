/**
 * Statements that are asked together travel as one group with one Sync. The driver by itself ends each with a Sync, which the server answers with a call of `send` and the
 * program with a wake-up, and has the columns described each time: half of what a statement costs the program, a fifth of what it costs the server (docs/performance.md).
 * Within a transaction nothing else changes: when one fails, those behind it fail, as they would in an aborted transaction.
 */
import pg from 'pg';
import { createByteWriter } from './byte-writer.ts';
import type { Sql } from './sql.ts';
import { writeBind, writeClose, writeDescribe, writeExecute, writeParse, writeSync } from './statement-messages.ts';

export type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>;

export type Asking = {
  /** What is asked in one turn of the event loop goes as one group. @throws pg.DatabaseError, or what the connection broke with */
  ask(query: Sql): Promise<Answer>;
  /** Calls back before the next group goes, so that what is asked then goes with it. */
  beforeSend(gather: () => void): void;
  /** The same, behind all others. */
  lastly(end: () => void): void;
  /** At once, before what is told to the connection by itself. */
  send(): void;
  /** What the first statement that failed has failed with. */
  failure(): unknown;
};

export function askTogether(client: pg.ClientBase, types: pg.CustomTypesConfig): Asking {
  let asked: Asked[] = [];
  let gathering: (() => void)[] = [];
  let ending: (() => void) | undefined;
  let isSoon = false;
  let failure: unknown;
  const send = (): void => {
    isSoon = true;
    const gathers = gathering;
    gathering = [];
    for (const gather of gathers) gather();
    ending?.();
    ending = undefined;
    isSoon = false;
    if (asked.length === 0) return;
    const group = new StatementGroup(asked, types);
    asked = [];
    client.query(group);
  };
  // When the promises of this turn have settled: statements that wait for nothing are all asked by then.
  const soon = (): void => {
    if (isSoon) return;
    isSoon = true;
    process.nextTick(send);
  };
  return {
    ask: ({ text, name, values }) => new Promise((resolve, refuse) => {
      const reject = (error: unknown): void => {
        failure ??= error;
        refuse(error);
      };
      asked.push({ text, name, values, columns: null, isParsed: false, rows: [], resolve, reject });
      soon();
    }),
    beforeSend(gather) {
      gathering.push(gather);
      soon();
    },
    lastly(end) {
      ending = end;
      soon();
    },
    send,
    failure: () => failure,
  };
}

type Column = { name: string; parse(text: string): unknown };
type Asked = {
  text: string;
  name: string;
  values: readonly unknown[];
  /** Null: to be described. */
  columns: readonly Column[] | null;
  /** By this group. */
  isParsed: boolean;
  rows: pg.QueryResultRow[];
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** What a connection knows of a statement. 'unsure': it failed, and may be prepared or not, with other columns than before. */
type Prepared = { columns: readonly Column[] | null; /** Since it was first prepared. */ uses: number } | 'unsure';
const preparedOn = new WeakMap<pg.Connection, Map<string, Prepared>>();

/** One for all groups: each is written and taken in one go. */
const writer = createByteWriter();

class StatementGroup extends pg.Query {
  /** What is sent, and who hears of it. */
  asked: readonly Asked[];
  readonly #types: pg.CustomTypesConfig;
  #prepared = new Map<string, Prepared>();
  /** Place of the statement that is being answered. */
  #at = 0;

  constructor(asked: readonly Asked[], types: pg.CustomTypesConfig) {
    super({ text: '' });
    this.asked = asked;
    this.#types = types;
  }

  override submit = (connection: pg.Connection): void => {
    this.#prepared = preparedOn.get(connection) ?? new Map();
    preparedOn.set(connection, this.#prepared);
    this.asked = this.asked.filter((statement) => this.#write(statement));
    writeSync(writer);
    const group = writer.take();
    // Of a connection that has ended, the driver tells every query that waits.
    if (connection.stream.writable) connection.stream.write(group);
  };

  /** False, and nothing written: a value cannot be bound. */
  #write(statement: Asked): boolean {
    const { text, name } = statement;
    const start = writer.at();
    const known = this.#prepared.get(name) ?? { columns: null, uses: 0 };
    const { columns, uses } = known === 'unsure' ? { columns: null, uses: 0 } : known;
    const renewed = isRenewedAt(uses);
    try {
      if (known === 'unsure' || renewed) writeClose(writer, name);
      if (uses === 0 || renewed) writeParse(writer, name, text);
      writeBind(writer, statement);
    } catch (error) {
      writer.rewind(start);
      statement.reject(error);
      return false;
    }
    if (columns === null) writeDescribe(writer);
    writeExecute(writer);
    statement.isParsed = uses === 0 || renewed;
    statement.columns = columns;
    this.#prepared.set(name, { columns, uses: uses + 1 });
    return true;
  }

  // The driver calls these for the query whose turn it is, message by message.

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const statement = this.asked[this.#at];
    if (statement !== undefined) statement.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#types.getTypeParser(dataTypeID, 'text') }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const statement = this.asked[this.#at];
    if (statement === undefined) return;
    const row: pg.QueryResultRow = {};
    const columns = statement.columns ?? [];
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const text = fields[index];
      if (column !== undefined) row[column.name] = text === null || text === undefined ? null : column.parse(text);
    }
    statement.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.asked[this.#at];
    if (statement === undefined) return;
    this.#at += 1;
    // What was not described answers no rows.
    const known = this.#prepared.get(statement.name);
    if (known !== undefined && known !== 'unsure') known.columns = statement.columns ?? [];
    // 'INSERT 0 64', 'SELECT 3', 'BEGIN'.
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    statement.resolve({ command: text.split(' ', 1)[0] ?? text, rows: statement.rows, rowCount: Number.isNaN(count) ? null : count });
  }

  handleError(error: Error): void {
    const [failed, ...behind] = this.asked.slice(this.#at);
    this.#at = this.asked.length;
    if (failed === undefined) return;
    this.#prepared.set(failed.name, 'unsure');
    failed.reject(error);
    for (const statement of behind) {
      if (statement.isParsed) this.#prepared.set(statement.name, 'unsure');
      statement.reject(error instanceof pg.DatabaseError ? aborted() : error);
    }
  }

  handleReadyForQuery(): void {
    if (this.#at < this.asked.length) this.handleError(new Error('The server answered fewer statements than were asked.'));
  }
}

/**
 * A plan is made for the tables as they are, and kept: one that was made while a table was young reads it whole, or all of the tenant's, however long it has grown, until the server analyzes it:
 * 3.1 ms for an update of six rows instead of 0.5 (decision 25). So a statement is prepared anew after 8 uses, 16, 32 and so on: the server looks at how long its tables are now.
 */
function isRenewedAt(uses: number): boolean {
  return uses >= 8 && (uses & (uses - 1)) === 0;
}

/** What the server says itself of a statement in a transaction that has failed. */
function aborted(): Error {
  const error = new pg.DatabaseError('current transaction is aborted, commands ignored until end of transaction block', 0, 'error');
  error.code = '25P02';
  return error;
}
