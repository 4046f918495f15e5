/** What a run found, as JSON for the next run and as a table for a reader. */
import { cpus, loadavg, totalmem } from 'node:os';
import type { Footprint } from './footprint.ts';
import type { Latency } from './load.ts';
import type { Measured } from './measure.ts';
import type { BenchOptions } from './options.ts';
import type { Baseline } from './pgbench.ts';

export type Results = {
  at: string;
  machine: { cpu: string; cores: number; memoryGigabytes: number; platform: string; node: string; postgres: string; loadBefore: number };
  options: BenchOptions;
  /** tpcb-like runs on the same server, before and after; empty without pgbench. */
  baselines: Baseline[];
  candidate: Measured;
  /** Confirmations for each transaction of the best baseline; null without one. */
  ratio: number | null;
  footprint: Footprint;
  drain: { backlog: number; seconds: number };
  booksDifferences: number;
};

/** Processes that wanted the processor in the minute before the run; well above 0, somebody else's work is in the figures. */
export function loadOfMachine(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}

export function machineOf(postgres: string, loadBefore: number): Results['machine'] {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    postgres,
    loadBefore,
  };
}

export function ratioOf(candidate: Measured, baselines: readonly Baseline[]): number | null {
  const best = Math.max(0, ...baselines.map((baseline) => baseline.transactionsPerSecond));
  return best === 0 ? null : Math.round((candidate.confirmationsPerSecond / best) * 100) / 100;
}

export function toMarkdown({ at, machine, options, baselines, candidate, ratio, footprint, drain, booksDifferences }: Results): string {
  const milliseconds = ({ p50, p99, max }: Latency): string => `${p50} / ${p99} / ${max}`;
  const refusals = Object.entries(candidate.refusals).map(([what, count]) => `${count} × ${what}`).join(', ');
  const used = candidate.cpuMicroseconds;
  const rows: [string, string][] = [
    ...baselines.map(({ clients, transactionsPerSecond, latencyMs }): [string, string] => [`pgbench tpcb-like, ${clients} clients`, `${transactionsPerSecond}/s, ${latencyMs} ms on average`]),
    [`confirmations, ${options.clients} clients, ${plural(options.tenants, 'organization')}`, `**${candidate.confirmationsPerSecond}/s**`],
    ['confirmations per pgbench transaction (its best run)', ratio === null ? 'not measured' : `**${ratio}**`],
    ['initiate, ms (p50 / p99 / max)', milliseconds(candidate.initiateMs)],
    ['validate, ms', milliseconds(candidate.validateMs)],
    ['both, ms', milliseconds(candidate.bothMs)],
    ['answers other than 200', refusals === '' ? '0' : refusals],
    ['CPU for one confirmation, µs', `program ${used.program ?? '?'}, database ${used.database ?? '?'}, load generator ${used.loadGenerator}`],
    ['write-ahead log for one confirmation', `${footprint.walBytesEach} bytes, ${footprint.walPagesEach} whole pages`],
    ['program memory, MB (idle / peak)', `${candidate.idleMegabytes ?? '?'} / ${candidate.peakMegabytes ?? '?'}`],
    ['confirmed, not yet sent and settled when the load ended', `${drain.backlog}, final ${drain.seconds} s later`],
    ['differences in the books', String(booksDifferences)],
  ];
  const { cpu, cores, memoryGigabytes, platform, node, postgres, loadBefore } = machine;
  return [
    `${at}, ${candidate.seconds} s measured. ${cores} × ${cpu}, ${memoryGigabytes} GB, ${platform}, Node ${node}, PostgreSQL ${postgres}, fsync on; load average ${loadBefore} before the run. Program, database and load generator share the machine.`,
    '',
    '| What | Result |',
    '|---|---|',
    ...rows.map(([what, result]) => `| ${what} | ${result} |`),
    '',
  ].join('\n');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
