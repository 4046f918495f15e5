/**
 * `npm run verify -- crash [--rounds 20] [--seed 1] [--jobs 2] [--only prefix]`: kills the program at every named point, and PostgreSQL under it.
 */
import { parseArgs } from 'node:util';
import { type CycleResult, type Death, runCycle } from './cycle.ts';
import { crashPoints, passesOf } from './points.ts';
import { prepareTemplates, type Templates } from './templates.ts';

export type Verdict = { pass: boolean; figures: Record<string, unknown> };

export async function run(args: readonly string[]): Promise<Verdict> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' }, jobs: { type: 'string', default: '2' }, only: { type: 'string', default: '' } } });
  const points = crashPoints.filter((point) => point.startsWith(values.only));
  const { pass, figures } = await killAt(deathsOf(points, Number(values.rounds), Number(values.seed)), Number(values.jobs), (result) => process.stdout.write(`${line(result)}\n`));
  return { pass, figures: { seed: Number(values.seed), rounds: Number(values.rounds), ...figures } };
}

/** Each point once in each round, at a pass that round and seed choose; and PostgreSQL itself once in each round. */
export function deathsOf(points: readonly string[], rounds: number, seed: number): Death[] {
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round): Death[] => [
    ...points.map((point, index): Death => ({ kind: 'point', point, nth: 1 + ((seed * 7 + round * 5 + index) % passesOf(point)) })),
    { kind: 'database' },
  ]);
}

export async function killAt(deaths: readonly Death[], jobs: number, say: (result: CycleResult) => void): Promise<Verdict> {
  const templates = await prepareTemplates();
  try {
    return summary(await runAll(templates, deaths, jobs, say));
  } finally {
    templates.close();
  }
}

async function runAll(templates: Templates, deaths: readonly Death[], jobs: number, say: (result: CycleResult) => void): Promise<CycleResult[]> {
  const results: CycleResult[] = [];
  const queue = [...deaths];
  const work = async (): Promise<void> => {
    for (let death = queue.shift(); death !== undefined; death = queue.shift()) {
      const result = await runCycle(templates, death);
      say(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

function summary(results: readonly CycleResult[]): Verdict {
  const differences = results.flatMap((result) => result.differences.map((difference) => `${result.name} #${result.nth}: ${difference}`));
  const missed = results.filter((result) => !result.fired).map((result) => `${result.name} #${result.nth}`);
  const sum = (pick: (result: CycleResult) => number): number => results.reduce((total, result) => total + pick(result), 0);
  const worst = (pick: (result: CycleResult) => number): number => Math.round(Math.max(0, ...results.map(pick)));
  return {
    pass: differences.length === 0 && missed.length === 0,
    figures: {
      points: new Set(results.map((result) => result.name)).size,
      kills: results.length - missed.length,
      restarts: results.length,
      acknowledged: sum((result) => result.acknowledged),
      unanswered: sum((result) => result.lostAnswers),
      restartMsMax: worst((result) => result.restartMs),
      cleanMsMax: worst((result) => result.cleanMs),
      differences: differences.length,
      missed,
      first: differences.slice(0, 20),
    },
  };
}

export function line({ name, nth, fired, restartMs, cleanMs, acknowledged, lostAnswers, differences }: CycleResult): string {
  const what = fired ? (differences.length === 0 ? 'clean' : `${differences.length} DIFFERENCES: ${differences.slice(0, 3).join('; ')}`) : 'NOT REACHED';
  return `${name} #${nth}: ${what}, back in ${Math.round(restartMs)} ms, clean in ${Math.round(cleanMs)} ms, ${acknowledged} answers, ${lostAnswers} sendings unanswered`;
}
