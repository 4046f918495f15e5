/** Runs vitest with the given arguments and says as its very last line how many tests passed and failed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTests, type TestCounts, verdict } from './test-counts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reportDir = mkdtempSync(join(tmpdir(), 'openteller-report-'));
const reportFile = join(reportDir, 'report.json');

const exitCode = await runVitest(process.argv.slice(2));
const { line, failed } = verdict(readCounts(), exitCode);
rmSync(reportDir, { recursive: true, force: true });
process.exitCode = failed ? exitCode || 1 : 0;
console.log(line);

function runVitest(args: readonly string[]): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args], { cwd: root, stdio: 'inherit' });
  // Vitest stops its workers and the database; this process stays to report what it got.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function readCounts(): TestCounts | undefined {
  try {
    return countTests(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    // Vitest ended before it wrote a report.
    return undefined;
  }
}
