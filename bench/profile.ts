/** Where the time goes: PostgreSQL's statement statistics, and the functions of a V8 CPU profile. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readArray, readNumber, readRecord, readString } from '#src/lib/assert.ts';

/** Takes effect at the server's next start. */
export async function enableStatements(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await client.query(`alter system set pg_stat_statements.track_planning = on`);
  });
}

export async function resetStatements(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('select pg_stat_statements_reset()');
  });
}

/** The costliest statements, one line each: share, total, calls, milliseconds and rows for one, text. */
export async function topStatements(connection: pg.ClientConfig, count: number): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select format('%s %%  %s ms  %s calls  %s ms each  %s rows each  %s KB WAL  %s',
        lpad(round((100 * total_exec_time / sum(total_exec_time) over ())::numeric, 1)::text, 5), lpad(round(total_exec_time)::text, 6), lpad(calls::text, 6),
        round((total_exec_time / calls)::numeric, 3), round(rows::numeric / calls, 1), round(wal_bytes / 1024), left(regexp_replace(query, '\\s+', ' ', 'g'), 110)) as line
      from pg_stat_statements where calls > 0 order by total_exec_time desc limit $1`, [count]);
    return rows.map((row) => row.line);
  });
}

/** Rows that were read by going through whole tables: a plan that does not fit shows here. */
export async function sequentialReads(connection: pg.ClientConfig): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select format('%s rows in %s scans  %s', seq_tup_read, seq_scan, relname) as line from pg_stat_user_tables where seq_tup_read > 10000 order by seq_tup_read desc`);
    return rows.map((row) => row.line);
  });
}

/** Where the program's own time went, idle left out: by part of the code, and by function. */
export function programTime(directory: string, count: number): { parts: string[]; functions: string[] } {
  const newest = readdirSync(directory).filter((name) => name.endsWith('.cpuprofile')).toSorted().at(-1);
  if (newest === undefined) return { parts: [], functions: [] };
  return profileTime(readRecord(JSON.parse(readFileSync(join(directory, newest), 'utf8'))), count);
}

/** The same of a profile in hand. */
export function profileTime(profile: Record<string, unknown>, count: number): { parts: string[]; functions: string[] } {
  const frames = framesOf(readArray(profile['nodes']).map((node) => readRecord(node)));
  const deltas = readArray(profile['timeDeltas']);
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  readArray(profile['samples']).forEach((sample, at) => {
    const frame = frames.get(Number(sample));
    if (frame === undefined || frame.name === '(idle)') return;
    const microseconds = Number(deltas[at] ?? 0);
    parts.set(frame.part, (parts.get(frame.part) ?? 0) + microseconds);
    functions.set(`${frame.name}  ${frame.place}`, (functions.get(`${frame.name}  ${frame.place}`) ?? 0) + microseconds);
  });
  return { parts: ranked(parts, count), functions: ranked(functions, count) };
}

type Frame = { name: string; place: string; part: string };

/** A native function or one of Node's belongs to the part of the code that called it. */
function framesOf(nodes: readonly Record<string, unknown>[]): Map<number, Frame> {
  const parents = new Map(nodes.flatMap((node) => readArray(node['children'] ?? []).map((child): [number, number] => [Number(child), readNumber(node, 'id')])));
  const own = new Map(nodes.map((node): [number, Frame] => {
    const frame = readRecord(node['callFrame']);
    const url = readString(frame, 'url');
    return [readNumber(node, 'id'), { name: readString(frame, 'functionName') || '(anonymous)', place: `${url.split('/').slice(-3).join('/')}:${readNumber(frame, 'lineNumber') + 1}`, part: partOf(url) }];
  }));
  const withPart = (id: number): string => {
    const part = own.get(id)?.part ?? '';
    const parent = parents.get(id);
    return part !== '' || parent === undefined ? part : withPart(parent);
  };
  return new Map([...own].map(([id, frame]) => [id, { ...frame, part: withPart(id) || (frame.name.startsWith('(') ? frame.name : 'node') }]));
}

/** `src/transfers`, `node_modules/pg`; nothing for Node's own code. */
function partOf(url: string): string {
  return /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? /\/(src\/[^/]+)/.exec(url)?.[1] ?? '';
}

function ranked(spent: ReadonlyMap<string, number>, count: number): string[] {
  const total = [...spent.values()].reduce((sum, value) => sum + value, 0);
  return [...spent].toSorted(([, left], [, right]) => right - left).slice(0, count)
    .map(([name, microseconds]) => `${((100 * microseconds) / total).toFixed(1).padStart(5)} %  ${Math.round(microseconds / 1000).toString().padStart(6)} ms  ${name}`);
}

async function withClient<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
