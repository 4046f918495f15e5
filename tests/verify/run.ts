/**
 * `npm run verify -- <id> [options]`: the long proofs. Each prints `seed=… PASS|FAIL` with its figures, and leaves a report
 * in bench/results/verify/. A proof's short form is an ordinary test.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Proof = { run(args: readonly string[]): Promise<{ pass: boolean; figures: Record<string, unknown> }> };

/** Loaded only when asked for. */
const proofs: Readonly<Record<string, () => Promise<Proof>>> = {
  sim: () => import('#tests/simulation/verify.ts'),
  crash: () => import('#tests/crash/crash.ts'),
  chaos: () => import('#tests/crash/chaos.ts'),
  commit: () => import('#tests/crash/commit.ts'),
  webhooks: () => import('#tests/crash/webhooks.ts'),
  races: () => import('#tests/races/verify.ts'),
  properties: () => import('#tests/models/verify-properties.ts'),
  privacy: () => import('#tests/privacy/scan.ts'),
  books: () => import('#tests/models/verify-books.ts'),
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const [id = '', ...args] = process.argv.slice(2);
const load = proofs[id];
if (load === undefined) {
  print(`Usage: npm run verify -- <id> [options], with <id> one of: ${Object.keys(proofs).join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await prove(id, await load(), args)) ? 0 : 1;
}

async function prove(id: string, proof: Proof, args: readonly string[]): Promise<boolean> {
  const startedMs = performance.now();
  const { pass, figures } = await proof.run(args);
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  const report = { proof: id, args, pass, seconds, commit: commit(), finishedAt: new Date().toISOString(), figures };
  const folder = join(root, 'bench/results/verify');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(report, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`);
  print(JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2));
  print(`${id}: seed=${String(figures['seed'] ?? '-')} commit=${report.commit ?? '-'} ${seconds} s ${pass ? 'PASS' : 'FAIL'}`);
  return pass;
}

/** Null outside a checkout. */
function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
