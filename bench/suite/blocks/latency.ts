/** What a caller waits at half of the rate that saturates the program, beside what pgbench's callers wait at half of theirs. */
import { drain } from '../../books.ts';
import { rampSeconds } from '../../measure.ts';
import { openLoop } from '../load/open-loop.ts';
import { runLoad } from '../load/run-load.ts';
import type { SuiteOptions } from '../options.ts';
import { type Block, emptyBlock, goal } from '../report/block.ts';
import { shown } from '../report/figures.ts';
import type { Stage } from '../stage.ts';
import { confirming } from './confirming.ts';

export async function latencyBlock(stage: Stage, options: SuiteOptions, say: (line: string) => void): Promise<Block> {
  const { seconds } = options;
  const callers = options.clients.at(-1) ?? 1;
  const clients = Math.min(64, callers);
  const round = await stage.baseline();
  const best = round?.runs.toSorted((left, right) => right.transactionsPerSecond - left.transactionsPerSecond)[0];
  const pgbench = async () => (best === undefined ? null : stage.pgbench({ clients: best.clients, seconds: Math.ceil(seconds / 2), rate: Math.max(1, Math.round(best.transactionsPerSecond / 2)), withP99: true }));
  const before = await pgbench();
  stage.loaded();
  const saturated = await runLoad(stage.program(), await confirming(stage, { clients, tenants: 1, seconds: seconds + rampSeconds }), { clients, seconds });
  const settling = await drain(stage.program().connection);
  // What is confirmed in a second and settled only later is no rate that the program could go on with.
  const sustained = saturated.units / (saturated.seconds + settling.seconds);
  const perSecond = Math.max(1, Math.round(sustained / 2));
  const work = await confirming(stage, { clients: callers, tenants: 1, seconds: seconds + 1, most: perSecond * 2 });
  await stage.query('checkpoint');
  const open = await openLoop(work, { perSecond, seconds, callers, rampSeconds });
  await drain(stage.program().connection);
  const after = await pgbench();
  say(`at ${perSecond} confirmations a second: initiate ${open.latencyMs['initiate']?.p99} ms, validate ${open.latencyMs['validate']?.p99} ms`);
  const worst = Math.max(open.latencyMs['initiate']?.p99 ?? Number.NaN, open.latencyMs['validate']?.p99 ?? Number.NaN);
  const pgbenchRow = (when: string, run: Awaited<ReturnType<typeof pgbench>>): string[] => [`pgbench tpcb-like ${when}`, shown(run?.transactionsPerSecond ?? null), shown(run?.latencyMs ?? null), shown(run?.p99Ms ?? null), ''];
  return {
    ...emptyBlock,
    title: 'What a caller waits',
    text: [
      `The program was saturated by ${clients} callers: ${saturated.perSecond} confirmations a second, ${settling.backlog} of them settled only in the ${settling.seconds} s afterwards, which makes ${Math.round(sustained)} a second that it could go on with. `
      + `Half of that is begun at fixed times, answered or not; initiate counts from the time it was meant to begin, validate from the answer to initiate. Sending, settling and events run beside it. pgbench runs at half of its own best (\`--rate\`).`,
    ],
    tables: [{
      head: ['What', 'A second', 'p50, ms (pgbench: mean)', 'p99, ms', 'max, ms'],
      rows: [
        pgbenchRow('before', before), ...['initiate', 'validate'].map((step) => [step, String(perSecond), shown(open.latencyMs[step]?.p50 ?? null), shown(open.latencyMs[step]?.p99 ?? null), shown(open.latencyMs[step]?.max ?? null)]), pgbenchRow('after', after),
      ],
    }],
    goals: [goal('d', 'p99 at half of the saturation rate: the slower of initiate and validate', 'at most', 30, worst, ' ms', `initiate ${shown(open.latencyMs['initiate']?.p99 ?? null)} ms, validate ${shown(open.latencyMs['validate']?.p99 ?? null)} ms; pgbench ${shown(before?.p99Ms ?? null)} and ${shown(after?.p99Ms ?? null)} ms`)],
    refusals: open.refusals,
    raw: { saturated, settling, open, before, after },
  };
}
