/** The charts that compare blocks. */
import type { Confirmed } from '../blocks/confirm.ts';
import { barChart, type Chart, rankChart } from './chart.ts';
import type { Rate } from './block.ts';
import { meanOf } from './figures.ts';

export function confirmChart(withWorker: Confirmed, workerOff: Confirmed): Chart {
  const means = [withWorker, workerOff].map(({ before, after }) => meanOf(before, after)).filter((mean) => mean !== null);
  const rateOf = ({ runs }: Confirmed, clients: number): number | null => {
    const run = runs.find((one) => one.clients === clients && one.tenants === 1);
    return run === undefined ? null : Math.round(run.perSecond);
  };
  const groups = [...new Set(withWorker.runs.map((run) => run.clients))].map((clients) => ({ label: clients === 1 ? '1 caller' : `${clients} callers`, values: [rateOf(withWorker, clients), rateOf(workerOff, clients)] }));
  return barChart('suite-confirm', {
    title: 'Confirmations a second, one organization', unit: 'a second', series: ['with the worker in the same process', 'worker off: what the caller waits for'], groups,
    ...(means.length === 0 ? {} : { line: { label: 'pgbench tpcb-like, mean of its bests', value: Math.round(means.reduce((sum, mean) => sum + mean, 0) / means.length) } }),
  });
}

/** The best rate of each thing that was asked for; null when nothing was. */
export function rateChart(rates: readonly Rate[]): Chart | null {
  const best = new Map<string, number>();
  for (const { what, perSecond } of rates) best.set(what, Math.max(best.get(what) ?? 0, Math.round(perSecond)));
  const rows = [...best].map(([label, value]) => ({ label, value }));
  return rows.length === 0 ? null : rankChart('suite-rates', { title: 'Best rate of each', unit: 'a second', rows });
}
