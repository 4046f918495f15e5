/** A program with its embedded server, what is prepared on it, and the baseline beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { checkBooks, type RailCredits } from '#src/cli/books.ts';
import { readConfig } from '#src/config.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { openRailBook } from '#src/sandbox/rail-simulator/book.ts';
import { type Baseline, findPgbench, preparePgbench, runPgbench, type Script } from '../pgbench.ts';
import { createTenants, type Tenant } from '../prepare.ts';
import { type Program, startProgram } from '../program.ts';
import { type Payer, createPayers } from './payers.ts';

/** tpcb-like at 8 and 32 clients; null without pgbench. */
export type Round = { runs: readonly Baseline[]; best: number };

export type Stage = {
  dataDir: string;
  program(): Program;
  /** Stops the program and starts it on the same directory. */
  restart(settings?: Readonly<Record<string, string>>, nodeArguments?: readonly string[]): Promise<Program>;
  /** The first so many of this stage's accounts, which are spread over so many organizations. */
  payers(count: number, tenants: number): Promise<Payer[]>;
  tenants(count: number): Promise<Tenant[]>;
  /** A round of tpcb-like now, or the last one where no load has run since. */
  baseline(): Promise<Round | null>;
  pgbench(run: { clients: number; seconds: number; script?: Script; rate?: number; withP99?: boolean }): Promise<Baseline | null>;
  /** To be called when load has run. */
  loaded(): void;
  /** One line for each difference; `written` is what the rail credited and is in no book on the disk. */
  books(written?: RailCredits): Promise<string[]>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  withDatabase<Result>(work: (db: Database, masterKey: Buffer) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

const baselineClients = [8, 32] as const;

export async function openStage(name: string, baselineSeconds: number, say: (line: string) => void): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), `openteller-suite-${name}-`));
  let program: Program | null = await startProgram(dataDir);
  const pgbenchProgram = findPgbench();
  let isPrepared = false;
  let last: Round | null = null;
  const groups = new Map<number, { tenants: Tenant[]; payers: Payer[] }>();
  const running = (): Program => {
    if (program === null) throw new Error('The program is not running.');
    return program;
  };
  const pgbench: Stage['pgbench'] = async (run) => {
    if (pgbenchProgram === null) return null;
    if (!isPrepared) await preparePgbench(pgbenchProgram, running().connection);
    isPrepared = true;
    return runPgbench(pgbenchProgram, running().connection, run);
  };
  const group = async (tenants: number): Promise<{ tenants: Tenant[]; payers: Payer[] }> => {
    const known = groups.get(tenants);
    if (known !== undefined) return known;
    say(`${name}: making ${tenants} organization${tenants === 1 ? '' : 's'}`);
    const made = { tenants: await createTenants(running(), dataDir, tenants), payers: [] };
    groups.set(tenants, made);
    return made;
  };
  const query: Stage['query'] = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ ...running().connection, options: '-c search_path=openteller' });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const withDatabase: Stage['withDatabase'] = async (work) => {
    const { masterKey } = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
    const db = createDatabase(running().connection, { poolSize: 2, onError: () => undefined });
    try {
      return await work(db, masterKey);
    } finally {
      await db.close();
    }
  };
  return {
    dataDir,
    program: running,
    async restart(settings = {}, nodeArguments = []) {
      await program?.stop();
      program = await startProgram(dataDir, nodeArguments, settings);
      return program;
    },
    async payers(count, tenants) {
      const known = await group(tenants);
      if (known.payers.length < count) known.payers.push(...(await createPayers(running().port, known.tenants, known.payers.length, count)));
      return known.payers.slice(0, count);
    },
    tenants: async (count) => (await group(count)).tenants,
    pgbench,
    async baseline() {
      if (last !== null) return last;
      const runs: Baseline[] = [];
      for (const clients of baselineClients) {
        const run = await pgbench({ clients, seconds: baselineSeconds });
        if (run === null) return null;
        runs.push(run);
      }
      last = { runs, best: Math.max(...runs.map((run) => run.transactionsPerSecond)) };
      say(`${name}: pgbench tpcb-like ${runs.map((run) => run.transactionsPerSecond).join(' and ')} a second`);
      return last;
    },
    loaded() {
      last = null;
    },
    async books(written = { credits: () => [] }) {
      const book = await openRailBook(join(dataDir, 'rail-simulator'));
      const both: RailCredits = {
        *credits() {
          yield* written.credits();
          yield* book.credits();
        },
      };
      try {
        return await withDatabase((db) => checkBooks(db, both));
      } finally {
        await book.close();
      }
    },
    query,
    withDatabase,
    async close() {
      await program?.stop();
      program = null;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
