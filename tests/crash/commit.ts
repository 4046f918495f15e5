/**
 * `npm run verify -- commit [--seconds 60] [--seed 1]`: the connection to PostgreSQL breaks at COMMIT, before it arrives or
 * before its answer does. Every request still has one effect and one answer.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#src/db/embedded.ts';
import { seededRandom } from '#src/sandbox/rail-simulator/faults.ts';
import { compareBooks, compareWithLog, railDirectoryIn, replays, untilQuiet } from './audit.ts';
import { createCaller } from './caller.ts';
import { commitFaults, type CommitProxy, startCommitProxy } from './commit-proxy.ts';
import type { Verdict } from './crash.ts';
import { newLoad, runLoad } from './load.ts';
import { freePort, type Program, startProgram } from './program.ts';
import { prepareTemplates, type Templates } from './templates.ts';

/** Of the transactions that may write. */
const brokenShare = 0.2;
const quietLimitMs = 60_000;

export async function run(args: readonly string[]): Promise<Verdict> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } } });
  return loseCommits(Number(values.seconds), Number(values.seed));
}

export async function loseCommits(seconds: number, seed: number): Promise<Verdict> {
  const templates = await prepareTemplates();
  const dataDir = templates.copy('seeded');
  const server = await startEmbeddedPostgres({ dataDir, say: () => undefined });
  const proxy = await startCommitProxy(server.socketDir);
  const program = startProgram({ dataDir, port: await freePort(), env: { DATABASE_URL: `postgres://${server.user}@127.0.0.1:${proxy.port}/openteller` } });
  try {
    if (!(await program.ready)) throw new Error(`The program did not start: ${(await program.exited).said}`);
    const connection = { host: server.socketDir, user: server.user, database: 'openteller' };
    return await loadAndCompare({ templates, dataDir, connection, proxy, program, seconds, seed });
  } finally {
    if (!program.isOver()) await program.stop();
    proxy.close();
    await server.stop();
    templates.close();
  }
}

type Setting = { templates: Templates; dataDir: string; connection: pg.ClientConfig; proxy: CommitProxy; program: Program; seconds: number; seed: number };

async function loadAndCompare({ templates, dataDir, connection, proxy, program, seconds, seed }: Setting): Promise<Verdict> {
  const random = seededRandom(seed);
  const caller = createCaller(program.baseUrl, join(dataDir, 'caller.jsonl'));
  const load = newLoad();
  proxy.draw = () => (random() < brokenShare ? commitFaults[Math.floor(random() * commitFaults.length)] ?? null : null);
  const until = performance.now() + seconds * 1000;
  await Promise.race([runLoad(caller, templates.sources, load, () => performance.now() > until || program.isOver()), program.exited]);
  proxy.draw = null;
  if (program.isOver()) return { pass: false, figures: { ended: (await program.exited).said.slice(-3000), broken: proxy.counts } };

  const differences = await untilQuiet(connection, caller, quietLimitMs);
  differences.push(...(await replays(caller)), ...(await compareWithLog(connection, caller, load, templates.creditsBefore)), ...(await compareBooks(connection, railDirectoryIn(dataDir))));
  const asked = caller.log.filter((entry) => entry.sent > 1).length;
  return {
    pass: differences.length === 0 && commitFaults.every((fault) => proxy.counts[fault] > 0),
    figures: {
      seed, seconds, broken: { ...proxy.counts }, acknowledged: caller.log.length, askedMoreThanOnce: asked, transfers: load.transfers.length,
      credits: load.credits.length, differences: differences.length, first: differences.slice(0, 20),
    },
  };
}
