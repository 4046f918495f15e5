/** The charts that compare blocks. */
import type { Confirmed } from '../blocks/confirm.ts';
import { barChart, type Chart } from './chart.ts';
import type { Block } from './block.ts';
import { meanOf, rateHead } from './figures.ts';

export function confirmChart(withWorker: Confirmed, workerOff: Confirmed): Chart {
  const means = [withWorker, workerOff].map(({ before, after }) => meanOf(before, after)).filter((mean) => mean !== null);
  const rateOf = ({ runs }: Confirmed, clients: number): number | null => {
    const run = runs.find((one) => one.clients === clients && one.tenants === 1);
    return run === undefined ? null : Math.round(run.perSecond);
  };
  const groups = [...new Set(withWorker.runs.map((run) => run.clients))].map((clients) => ({ label: `${clients} callers`, values: [rateOf(withWorker, clients), rateOf(workerOff, clients)] }));
  return barChart('suite-confirm', {
    title: 'Confirmations a second, one organization', unit: 'a second', series: ['with the worker in the same process', 'worker off: what the caller waits for'], groups,
    ...(means.length === 0 ? {} : { line: { label: 'pgbench tpcb-like, mean of its bests', value: Math.round(means.reduce((sum, mean) => sum + mean, 0) / means.length) } }),
  });
}

/** The best rate of each thing that was asked for; null when nothing was. */
export function rateChart(blocks: readonly Block[]): Chart | null {
  const best = new Map<string, number>();
  for (const { title, tables } of blocks) {
    for (const { head, rows } of tables) {
      const [what, rate] = [head.indexOf('What'), head.indexOf('A second')];
      if (what < 0 || rate < 0 || (head !== rateHead && title !== 'Reads')) continue;
      for (const row of rows) {
        const name = row[what]?.includes('organization') ? (title.includes('off') ? 'confirmed, no worker' : 'confirmed') : (row[what] ?? '');
        if (!name.endsWith('transfers') || title === 'Reads') best.set(name, Math.max(best.get(name) ?? 0, Number(row[rate])));
      }
    }
  }
  const groups = [...best].map(([label, value]) => ({ label, values: [Math.round(value)] }));
  return groups.length === 0 ? null : barChart('suite-rates', { title: 'Best rate of each', unit: 'a second', series: ['a second'], groups });
}
