/** Initiate and validate, both durable, with more and more callers, in one organization and in many. */
import { drain } from '../../books.ts';
import { rampSeconds } from '../../measure.ts';
import type { Baseline } from '../../pgbench.ts';
import { sumRefusals } from '../load/answers.ts';
import { type Figures, runLoad } from '../load/run-load.ts';
import type { SuiteOptions } from '../options.ts';
import { type Block, emptyBlock, type Goal, goal } from '../report/block.ts';
import { baselineText, meanOf, rateHead, rateRow, rounded, shown } from '../report/figures.ts';
import type { Round, Stage } from '../stage.ts';
import { confirming } from './confirming.ts';

export type Form = 'with worker' | 'worker off';
export type ConfirmRun = Figures & { tenants: number; drain: { backlog: number; seconds: number } | null };
export type Confirmed = { form: Form; runs: ConfirmRun[]; before: Round | null; after: Round | null; simpleUpdate: { before: Baseline[]; after: Baseline[] } };

const texts: Readonly<Record<Form, string>> = {
  'with worker': 'The program as an operator starts it: message, sending, settling and events are done in the same process while the callers go on, and each run ends when all its transfers are final.',
  'worker off': 'The same with ROLE=api: what the caller waits for and nothing else. Message and transfer are committed as due and wait in the database until a worker comes; the suite starts one afterwards and waits until all are final.',
};
/** From here on the goal counts. */
const manyClients = 64;
/** PostgreSQL takes a hundred connections, and the program holds twelve. */
const mostConnections = 80;

export async function runConfirm(stage: Stage, options: SuiteOptions, form: Form, say: (line: string) => void): Promise<Confirmed> {
  const simpleBefore = await simpleUpdates(stage, options);
  const before = await stage.baseline();
  stage.loaded();
  const largest = options.clients.at(-1) ?? 1;
  await runLoad(stage.program(), await confirming(stage, { clients: largest, tenants: 1, seconds: options.seconds + 1 }), { clients: largest, seconds: Math.min(4, options.seconds) });
  if (form === 'with worker') await drain(stage.program().connection);
  await stage.query('analyze');
  await stage.query('checkpoint');
  const runs: ConfirmRun[] = [];
  for (const clients of options.clients) {
    for (const tenants of clients >= Math.min(manyClients, largest) ? [1, options.tenants] : [1]) {
      const work = await confirming(stage, { clients, tenants, seconds: options.seconds + rampSeconds });
      const figures = await runLoad(stage.program(), work, { clients, seconds: options.seconds });
      say(`${form}, ${clients} clients, ${tenants} organizations: ${figures.perSecond} confirmations a second`);
      runs.push({ ...figures, tenants, drain: form === 'with worker' ? await drain(stage.program().connection) : null });
    }
  }
  const after = await stage.baseline();
  return { form, runs, before, after, simpleUpdate: { before: simpleBefore, after: await simpleUpdates(stage, options) } };
}

async function simpleUpdates(stage: Stage, { clients, seconds }: SuiteOptions): Promise<Baseline[]> {
  const found: Baseline[] = [];
  for (const count of new Set(clients.map((wanted) => Math.min(wanted, mostConnections)))) {
    const run = await stage.pgbench({ script: 'simple-update', clients: count, seconds: Math.ceil(seconds / 4) });
    if (run !== null) found.push(run);
  }
  return found;
}

export function confirmBlock(confirmed: Confirmed): Block {
  const { form, runs, before, after, simpleUpdate } = confirmed;
  const mean = meanOf(before, after);
  const organizations = (count: number): string => (count === 1 ? '1 organization' : `${count} organizations`);
  return {
    ...emptyBlock,
    title: `Confirmations, ${form}`,
    text: [`${texts[form]} Each caller has an account of its own and one request outstanding.`, baselineText(before, after)],
    tables: [
      { head: rateHead, rows: runs.map((run) => rateRow(organizations(run.tenants), run, mean)) },
      {
        head: ['Clients', 'Organizations', 'initiate p50 / p99 / max, ms', 'validate, ms', 'Program memory, MB', 'Not yet final at the end', 'Final so much later, s'],
        rows: runs.map((run) => [
          String(run.clients), String(run.tenants), ...['initiate', 'validate'].map((step) => Object.values(run.latencyMs[step] ?? {}).join(' / ')), shown(run.residentMegabytes),
          run.drain === null ? 'all' : String(run.drain.backlog), run.drain === null ? '' : String(run.drain.seconds),
        ]),
      },
      { head: ['pgbench simple-update, clients', 'before, a second', 'after, a second'], rows: simpleUpdate.before.map((run, at) => [String(run.clients), String(run.transactionsPerSecond), String(simpleUpdate.after[at]?.transactionsPerSecond ?? '')]) },
    ],
    rates: runs.map((run) => ({ what: `confirmations, ${form}`, perSecond: run.perSecond })),
    goals: goalsOf(confirmed, mean),
    refusals: sumRefusals(runs.map((run) => run.refusals)),
    raw: confirmed,
  };
}

function goalsOf({ form, runs }: Confirmed, mean: number | null): Goal[] {
  const largest = Math.max(...runs.map((run) => run.clients));
  const counted = runs.filter((run) => run.clients >= Math.min(manyClients, largest));
  const [best] = counted.filter((run) => run.tenants === 1).toSorted((left, right) => right.perSecond - left.perSecond);
  const ratio = best === undefined || mean === null ? null : rounded(best.perSecond / mean);
  const goals = [goal('a', `initiate + validate for each pgbench transaction, ${form}`, 'at least', 1.5, ratio, '', best === undefined ? 'not measured' : `${best.perSecond}/s with ${best.clients} clients`)];
  const costs = counted.filter((run) => run.tenants > 1).flatMap((many) => {
    const one = counted.find((run) => run.tenants === 1 && run.clients === many.clients);
    const [costOfMany, costOfOne] = [costOf(many), one === undefined ? null : costOf(one)];
    return costOfMany === null || costOfOne === null ? [] : [{ clients: many.clients, tenants: many.tenants, costOfMany, costOfOne, ratio: rounded(costOfMany / costOfOne) }];
  });
  const worst = costs.toSorted((left, right) => right.ratio - left.ratio)[0];
  goals.push(goal('f', `CPU of a confirmation in many organizations to that in one, ${form}`, 'at most', 1.2, worst?.ratio ?? null, '',
    costs.map(({ clients, tenants, costOfMany, costOfOne }) => `${clients} clients: ${costOfOne} µs in one, ${costOfMany} µs in ${tenants}`).join('; ')));
  if (form === 'with worker') {
    const resident = runs.filter((run) => run.clients === largest).map((run) => run.residentMegabytes ?? Number.NaN);
    goals.push(goal('g', `memory of the program with ${largest} clients`, 'at most', 300, Math.max(...resident), ' MB', `${Math.max(...resident)} MB`));
  }
  return goals;
}

/** Program and database; the load generator's own is no cost of ours. */
function costOf({ cpuMicroseconds: { program, database } }: Figures): number | null {
  return program === null || database === null ? null : program + database;
}
