import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inherited } from '#tests/support/program.ts';

const directory = mkdtempSync(join(tmpdir(), 'openteller-limits-'));
afterAll(() => rmSync(directory, { recursive: true }));

const shipped = readFileSync(new URL('../limits/policy.json', import.meta.url), 'utf8');

function limits(args: readonly string[], env: Record<string, string> = {}): Promise<{ exitCode: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/cli/limits.ts', ...args], { env: { ...inherited, ...env } }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : 1, said: stdout + stderr });
    });
  });
}

function fileWith(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

test('check passes a right file, and names the place in a wrong one with exit code 1', async () => {
  const right = fileWith('right.json', shipped);
  expect(await limits(['check', right])).toEqual({ exitCode: 0, said: `${right} is right: 1 version, 2023-12 in force today\n` });
  const wrong = fileWith('wrong.json', shipped.replace('"50000.00"', '"50,000"'));
  expect(await limits(['check', wrong])).toEqual({ exitCode: 1, said: expect.stringMatching(/^\S+wrong\.json: versions\/0\/tiers\/1\/perTransfer must be naira as text[^\n]+\.\n$/) });
});

test('show prints the policy of a day, of the operator\'s own file where there is one', async () => {
  expect((await limits(['show', '2026-11-21'])).said).toMatch(/^Policy 2023-12, in force since 2023-12-01, on 2026-11-21\n[^]*tier 1 +NGN 50,000\.00 +NGN 50,000\.00 +50 +NGN 300,000\.00\n/);
  const own = fileWith('own.json', shipped.replaceAll('2023-12"', 'own"'));
  expect((await limits(['show'], { LIMITS_FILE: own })).said).toMatch(/^Policy own, /);
  expect(await limits(['show'], { LIMITS_FILE: join(directory, 'none.json') })).toEqual({ exitCode: 1, said: 'LIMITS_FILE: the file cannot be read.\n' });
});

test('anything else answers how it is used', async () => {
  for (const args of [[], ['check'], ['show', 'tomorrow'], ['show', '2026-11-21', 'more']]) {
    expect(await limits(args)).toMatchObject({ exitCode: 1, said: expect.stringMatching(/^Usage: npm run limits/) });
  }
});
