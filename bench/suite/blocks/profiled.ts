/** Where the time of confirmations goes: a CPU profile of the program as a flame graph, and PostgreSQL's statements. */
import { drain } from '../../books.ts';
import { rampSeconds } from '../../measure.ts';
import { enableStatements, profileTime, resetStatements, topStatements } from '../../profile.ts';
import { freePort } from '../../program.ts';
import { runLoad } from '../load/run-load.ts';
import type { SuiteOptions } from '../options.ts';
import { flameGraph } from '../profile/flame-graph.ts';
import { startProfile } from '../profile/inspector.ts';
import { type Block, emptyBlock } from '../report/block.ts';
import { rateHead, rateRow } from '../report/figures.ts';
import type { Stage } from '../stage.ts';
import { confirming } from './confirming.ts';

export type Profiled = { block: Block; /** As V8 writes it into a .cpuprofile file. */ profile: Record<string, unknown>; statements: readonly string[] };

const statementsShown = 40;
const functionsShown = 30;

export async function profiledBlock(stage: Stage, options: SuiteOptions, say: (line: string) => void): Promise<Profiled> {
  const clients = Math.min(64, options.clients.at(-1) ?? 1);
  const port = await freePort();
  // A library is loaded when the server starts.
  await enableStatements(stage.program().connection);
  await stage.restart({}, [`--inspect=127.0.0.1:${port}`]);
  const work = (seconds: number) => confirming(stage, { clients, tenants: 1, seconds: seconds + rampSeconds });
  // Compiled and planned before it counts.
  const warmUpSeconds = Math.min(4, options.seconds);
  await runLoad(stage.program(), await work(warmUpSeconds), { clients, seconds: warmUpSeconds });
  await drain(stage.program().connection);
  const measured = await work(options.seconds);
  await resetStatements(stage.program().connection);
  const profiling = await startProfile(port);
  const run = await runLoad(stage.program(), measured, { clients, seconds: options.seconds });
  const profile = await profiling.stop();
  await drain(stage.program().connection);
  const statements = await topStatements(stage.program().connection, statementsShown);
  say(`profiled ${run.perSecond} confirmations a second`);
  stage.loaded();
  const { parts, functions } = profileTime(profile, functionsShown);
  const table = (head: string, lines: readonly string[]) => ({ head: [head], rows: lines.map((line) => [`\`${line.trim().replaceAll('|', '\\|').replaceAll('`', '')}\``]) });
  return {
    profile,
    statements,
    block: {
      ...emptyBlock,
      title: 'Where the time goes',
      text: [`${clients} callers, worker on, with V8's profiler and \`pg_stat_statements\` at work: the rate is lower for it, the shares are what counts. Statements include the sending and settling that followed.`],
      tables: [{ head: rateHead, rows: [rateRow('confirmations while profiled', run, null)] }, table('The program by part', parts), table('The program by function', functions), table('Statements by time', statements)],
      charts: [{ name: 'suite-flame', title: 'Flame graph of the program', svg: flameGraph(profile, `The program while ${clients} callers confirm`) }],
      refusals: run.refusals,
      raw: { run, parts, functions, statements },
    },
  };
}
