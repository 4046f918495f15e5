/**
 * Transactions. Every one belongs to a tenant, or to tenants that travel together, or names the scope in which it may read across tenants; row-level
 * security holds it to that. Reads get a `ReadTx`, writes a `Tx`.
 */
import pg from 'pg';
import { joinReads } from './joined-reads.ts';
import { asTenants, joinStatements } from './joined-statements.ts';
import { begun, begunAfter, heardOf, openingOf, whenAll, writerOf } from './opening.ts';
import { pagesTogether, shareTransactions } from './shared-transactions.ts';
import { type Sql, sql } from './sql.ts';
import { type Answer, type Asking, askTogether } from './statement-group.ts';
import { readTimestamp } from './timestamps.ts';
import { startIn, startOf } from './transaction-clock.ts';
import { travelTogether } from './tenants-together.ts';
import type { Ending, Opening, ReadOpening, ReadTx, Tx } from './tx.ts';

export type { Asker, Opening, ReadOpening, ReadTx, Tx, Writer } from './tx.ts';

export type Scope = 'directory' | 'worker' | 'audit';

export type Database = {
  /** One read-only transaction of a tenant. */
  read<T>(tenantId: string, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** The same, in a transaction that other short reads of the tenant may share. For single records: one that is asked for at once and is all, with `lastly`, is read in one trip. */
  readShared<T>(tenantId: string, work: (opening: ReadOpening) => Promise<T>): Promise<T>;
  /** The same as `readShared` for pages of lists, which take longer: fewer in a transaction, and more transactions at once. */
  readPage<T>(tenantId: string, work: (opening: ReadOpening) => Promise<T>): Promise<T>;
  /** The same as `read`, and every statement in it sees the same moment. For what is read in steps and must add up. */
  snapshot<T>(tenantId: string, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** One transaction of a tenant, committed when `work` resolves. @throws CommitUnknown when the answer to COMMIT was lost. */
  write<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for work that has something to ask before it knows the clock. */
  open<T>(tenantId: string, work: (opening: Opening) => Promise<T>): Promise<T>;
  /**
   * The same as `write`, in a transaction that work of this kind may share, of this tenant and of others; each sees its own tenant alone. All work of a kind locks rows in one order,
   * tenants within it, and is harmless to run twice: where one of them fails or waits too long for a lock, each runs again alone (decision 25). So what is refused is
   * answered, not thrown, where nothing has to be undone for it.
   */
  writeTogether<T>(kind: string, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for work that has something to ask before it knows the clock. */
  openTogether<T>(kind: string, tenantId: string, work: (opening: Opening) => Promise<T>): Promise<T>;
  /**
   * One transaction in one tenant and then in another of the same organization, which sees of each only while it is there: what `leave` answers is all that comes over.
   * For putting a fresh sandbox in the place of another, and nothing else.
   */
  writeAcross<Left, T>(from: string, to: string, leave: (tx: Tx) => Promise<Left>, enter: (tx: Tx, left: Left) => Promise<T>): Promise<T>;
  /** One transaction outside any tenant, reading what the scope lets it read. `tenantId` is empty. */
  across<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same, to look up single records, in a transaction that other look-ups of the scope may share. */
  lookUpShared<T>(scope: Scope, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Writes in the name of a tenant that does not exist yet; for creating it and nothing else. */
  inNewTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** @throws when a write would not succeed now. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** COMMIT was sent and its answer never came, or came without the replica's: it may or may not have happened. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** Did this error leave the work undone, so that running it again may succeed? Serialisation, deadlock, lost connection. */
export function isRetryable(error: unknown): boolean {
  if (isConnectionLoss(error)) return true;
  const code = sqlState(error);
  if (code === undefined) return false;
  return code === '40001' || code === '40P01' || code === '25006' || code.startsWith('57P') || code.startsWith('08') || /^E[A-Z]+$/.test(code);
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Name of the violated constraint, if that is what the error says. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // 20 = int8: money and counters are bigint; 1082 = date: a calendar day stays text; 1184 = timestamptz.
    if (oid === 20) return BigInt;
    if (oid === 1184) return readTimestamp;
    if (oid === 1082) return String;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

const safeId = /^[a-z0-9_]+$/;

export function createDatabase(connection: pg.ClientConfig, options: { poolSize: number; onError(error: Error): void }): Database {
  // The driver's types do not know `pipeline` yet.
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    ...connection,
    types,
    // Queries asked together travel together: one round trip for a batch's loads.
    pipeline: true,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    options: `${connection.options ?? ''} -c role=openteller_app -c search_path=openteller -c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=30s`,
  };
  const pool = new pg.Pool(settings);
  pool.on('error', options.onError);
  // A connection that breaks in the middle of a transaction tells its query and says 'error' as well; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  /** `work` begins at once; `started` is what the last of the statements it begins with answers. */
  async function transaction<T>(begin: readonly Sql[], work: (asking: Transaction, started: Promise<pg.QueryResultRow[]>) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const asking = askTogether(client, types);
    let broken: Error | undefined;
    let over = false;
    let commit: Promise<Answer> | undefined;
    let unreplicated = false;
    const onNotice = (notice: { code?: string | undefined }): void => {
      if (notice.code === '01000') unreplicated = true;
    };
    // Of statements asked together one may fail while another is about to go on: it must not reach the connection's next transaction.
    const whileOpen = (query: Sql): Promise<Answer> => (over ? Promise.reject(new Error('The transaction is over.')) : asking.ask(query));
    const end = (): Promise<Answer> => {
      over = true;
      commit ??= heardOf(asking.ask(committing));
      return commit;
    };
    const endIfOpen = (): void => {
      if (!over) void end();
    };
    client.on('notice', onNotice);
    try {
      const started = heardOf(Promise.all(begin.map(asking.ask)).then((answers) => answers.at(-1)?.rows ?? []));
      const result = await work({ ask: whileOpen, beforeSend: asking.beforeSend, lastly: () => asking.lastly(endIfOpen) }, started);
      await started;
      const { command } = await end();
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back at COMMIT.');
      if (unreplicated) throw new CommitUnknown('COMMIT answered without waiting for the replica.');
      return result;
    } catch (thrown) {
      over = true;
      if (thrown instanceof CommitUnknown) throw thrown;
      // What fails because another statement has failed says nothing of the reason.
      const error = sqlState(thrown) === '25P02' ? asking.failure() ?? thrown : thrown;
      const lost = !(error instanceof pg.DatabaseError) && sqlState(error) !== undefined;
      if (commit !== undefined && (lost || isConnectionLoss(error))) {
        broken = asError(error);
        throw new CommitUnknown('The answer to COMMIT was lost.', { cause: error });
      }
      if (await isCommitted(commit)) throw new CommitUnknown('Something failed after COMMIT was sent with the statements before it.', { cause: error });
      // What was asked before the failure was known may not run outside the transaction.
      asking.send();
      await client.query('rollback').catch((cause: unknown) => {
        broken = asError(cause);
      });
      throw error;
    } finally {
      client.off('notice', onNotice);
      client.release(broken);
    }
  }

  const checked = (tenantId: string): string => {
    if (!safeId.test(tenantId)) throw new Error('A tenant id has an impossible form.');
    return tenantId;
  };
  const enter = (tenantId: string): Sql => sql`select set_config('app.tenant_id', ${checked(tenantId)}, true)`;
  const inTenant = <T>(tenantId: string, begin: Sql, work: (opening: Opening) => Promise<T>, askBy: (asking: Transaction) => Asking['ask'] = ({ ask }) => ask): Promise<T> =>
    transaction([begin, enter(tenantId), startIn([tenantId])], (asking, started) => work(openingOf(tenantId, started, askBy(asking), asking.lastly)));
  const outsideTenants = <T>(tenantId: string, begin: readonly Sql[], work: (tx: Tx) => Promise<T>): Promise<T> =>
    transaction([...begin, sql`select now() as now`], async ({ ask, lastly }, started) => work({ ...writerOf(tenantId, ask, lastly), now: (await started)[0]?.['now'], environment: null, retired: false }));
  const inTenants = <T>(tenantIds: readonly string[], work: (openingOf: (tenantId: string) => Opening) => Promise<T>): Promise<T> =>
    transaction([writing, asTenants(tenantIds.map(checked)), impatience, startIn(tenantIds)], (asking, started) => {
      const asksOf = joinStatements(asking, tenantIds);
      const lastOf = whenAll(asking.lastly);
      return work((tenantId) => openingOf(tenantId, started, asksOf(tenantId), lastOf()));
    });

  const openRead: Database['readShared'] = (tenantId, work) => inTenant(tenantId, reading, begunAfter(work));
  const openJoined: Database['readShared'] = (tenantId, work) => inTenant(tenantId, reading, begunAfter(work), joinReads);
  const open: Database['open'] = (tenantId, work) => inTenant(tenantId, writing, begunAfter(work));
  const write: Database['write'] = (tenantId, work) => open(tenantId, begun(work));
  const travel = travelTogether({ together: inTenants, alone: open });
  const openTogether: Database['openTogether'] = (kind, tenantId, work) => travel(kind, tenantId, begunAfter(work));
  const across: Database['across'] = (scope, work) => outsideTenants('', [sql`begin`, sql`select set_config('app.scope', ${scope}, true)`], work);
  return {
    read: (tenantId, work) => openRead(tenantId, begun(work)),
    readShared: shareTransactions<ReadOpening, string>(openJoined),
    readPage: shareTransactions<ReadOpening, string>(openRead, pagesTogether),
    snapshot: (tenantId, work) => inTenant(tenantId, sql`begin isolation level repeatable read, read only`, begun(work)),
    write,
    open,
    writeTogether: (kind, tenantId, work) => openTogether(kind, tenantId, begun(work)),
    openTogether,
    writeAcross: (from, to, leave, arrive) => write(from, async (tx) => {
      const left = await leave(tx);
      await tx.rows(enter(to));
      return arrive({ ...tx, tenantId: to, ...startOf(to, await tx.rows(startIn([to]))) }, left);
    }),
    across,
    lookUpShared: shareTransactions<ReadTx & Ending, Scope>(across),
    inNewTenant: (tenantId, work) => outsideTenants(tenantId, [sql`begin`, enter(tenantId)], work),
    ping: async () => {
      const { rows } = await pool.query<{ writable: boolean }>("select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable");
      if (rows[0]?.writable !== true) throw new Error('The database takes no writes.');
    },
    close: () => pool.end(),
  };
}

type Transaction = Pick<Asking, 'ask' | 'beforeSend'> & { lastly(): void };

// Whatever the server's default: each statement sees what was committed before it, which whoever locks and then reads relies on.
const writing = sql`begin isolation level read committed, read write`;

const reading = sql`begin read only`;

const committing = sql`commit`;

/** Nobody waits long for another tenant's lock. */
const impatience = sql`select set_config('lock_timeout', '500ms', true)`;

async function isCommitted(commit: Promise<Answer> | undefined): Promise<boolean> {
  return commit?.then(({ command }) => command === 'COMMIT', () => false) ?? false;
}

function isConnectionLoss(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined) return code.startsWith('08') || code.startsWith('57P');
  return error instanceof Error && /terminated|closed|ended|not queryable|timeout exceeded when trying to connect/i.test(error.message);
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
