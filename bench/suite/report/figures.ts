/** Figures as a reader wants them. */
import type { Latency } from '../../load.ts';
import type { Figures } from '../load/run-load.ts';
import type { Round } from '../stage.ts';

export function rounded(value: number, decimals = 2): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** The mean of what stood before and what stood after; null without a baseline. */
export function meanOf(before: Round | null, after: Round | null): number | null {
  return before === null || after === null ? null : (before.best + after.best) / 2;
}

export function ratioTo(mean: number | null, perSecond: number): number | null {
  return mean === null || mean === 0 ? null : rounded(perSecond / mean);
}

export const shown = (value: number | null, unit = ''): string => (value === null ? 'not measured' : `${value}${unit}`);
export const latencyText = (found: Latency | undefined): string => (found === undefined ? '' : `${found.p50} / ${found.p99} / ${found.max}`);
export const percent = (share: number | null): string => (share === null ? '?' : `${Math.round(share * 100)} %`);

export function roundText(round: Round | null): string {
  return round === null ? 'not measured' : round.runs.map((run) => `${run.transactionsPerSecond}/s with ${run.clients}`).join(', ');
}

/** The sentence that stands above each table of rates. */
export function baselineText(before: Round | null, after: Round | null): string {
  const mean = meanOf(before, after);
  if (mean === null) return 'No baseline: `pgbench` is not installed.';
  return `\`pgbench\` tpcb-like before: ${roundText(before)}; after: ${roundText(after)}. Ratios are to the mean of the two bests, ${Math.round(mean)}/s.`;
}

export const rateHead = ['What', 'Clients', 'A second', 'Ratio', 'p50 / p99 / max, ms', 'CPU each, µs: program, database, load', 'Load generator of all CPU', 'Refused'] as const;

export function rateRow(what: string, figures: Figures, mean: number | null): string[] {
  const { cpuMicroseconds: cpu } = figures;
  const refused = Object.entries(figures.refusals).map(([answer, count]) => `${count} × ${answer}`).join(', ');
  return [
    what, String(figures.clients), String(figures.perSecond), shown(ratioTo(mean, figures.perSecond)), latencyText(figures.latencyMs['whole'] ?? Object.values(figures.latencyMs)[0]),
    `${cpu.program ?? '?'}, ${cpu.database ?? '?'}, ${cpu.load}`, percent(figures.loadShare), refused === '' ? '0' : refused,
  ];
}
