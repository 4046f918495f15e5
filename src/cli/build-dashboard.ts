/** The dashboard's pages are built beside the running program, so that the API need not wait for them. An installation without their sources brings them built. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'scripts', 'build-dashboard.ts');

export function buildDashboard(log: Logger): void {
  if (!existsSync(script) || !existsSync(join(root, 'dashboard', 'src'))) return;
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  child.on('error', (error) => log.error({ err: error }, 'building the dashboard failed'));
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) log.error({ code, said }, 'building the dashboard failed');
  });
  child.unref();
}
