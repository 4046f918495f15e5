/** What the figures depend on, and what a reader would ask first. */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import type { Stage } from '../stage.ts';

export type Machine = {
  at: string; commit: string; command: string; cpu: string; cores: number; memoryGigabytes: number; kernel: string; node: string; postgres: string; postgresSettings: Record<string, string>;
  /** One, five and fifteen minutes. */
  loadBefore: number[]; loadAfter: number[];
};

const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'wal_compression', 'shared_buffers', 'work_mem', 'max_wal_size', 'checkpoint_timeout', 'autovacuum_naptime', 'max_connections', 'random_page_cost', 'plan_cache_mode'];

export const loadNow = (): number[] => loadavg().map((load) => Math.round(load * 10) / 10);

export async function settingsOf(stage: Stage): Promise<{ postgres: string; postgresSettings: Record<string, string> }> {
  const rows = await stage.query<{ name: string; value: string }>(`select name, current_setting(name) as value from pg_settings where name = any ($1) or name = 'server_version' order by name`, [settings]);
  const all = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const { server_version: postgres = 'unknown', ...postgresSettings } = all;
  return { postgres, postgresSettings };
}

export function machineOf(begun: { at: Date; loadBefore: number[]; command: string }, server: { postgres: string; postgresSettings: Record<string, string> }): Machine {
  return {
    at: begun.at.toISOString().slice(0, 16), commit: commit(), command: begun.command, cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: cpus().length, memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    kernel: `${process.platform} ${release()} ${process.arch}`, node: process.versions.node, ...server, loadBefore: begun.loadBefore, loadAfter: loadNow(),
  };
}

function commit(): string {
  const git = (args: string[]): string => spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() ?? '';
  const head = git(['rev-parse', '--short=10', 'HEAD']);
  return head === '' ? 'unknown' : `${head}${git(['status', '--porcelain', '--untracked-files=no']) === '' ? '' : ', with changes'}`;
}

export function machineRows(machine: Machine): (readonly [string, string])[] {
  return [
    ['Date', machine.at], ['Commit', machine.commit], ['Command', `\`${machine.command}\``], ['Processor', `${machine.cores} × ${machine.cpu}`], ['Memory', `${machine.memoryGigabytes} GB`],
    ['Kernel', machine.kernel], ['Node', machine.node], ['PostgreSQL', machine.postgres], ['Its settings', Object.entries(machine.postgresSettings).map(([name, value]) => `${name} ${value}`).join(', ')],
    ['Load average before (1, 5, 15 minutes)', machine.loadBefore.join(', ')], ['Load average after', machine.loadAfter.join(', ')],
  ];
}
