/** The SDK as a package: compiled, installed under its name, and its README run as it stands. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8');
let app: TestApp;
let directory: string;

beforeAll(async () => {
  app = await startTestApp();
  directory = mkdtempSync(join(tmpdir(), 'openteller-sdk-'));
  const installed = join(directory, 'node_modules/@openteller/sdk');
  mkdirSync(installed, { recursive: true });
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'sdk'), '--outDir', join(installed, 'dist')]);
  writeFileSync(join(installed, 'package.json'), readFileSync(join(root, 'sdk/package.json')));
});

afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await app.close();
});

test('every block of the README runs', async () => {
  const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(blocks.length).toBeGreaterThan(3);
  writeFileSync(join(directory, 'program.mjs'), blocks.join('\n').replace('http://127.0.0.1:3000/sandbox/v1', `${app.baseUrl}/sandbox/v1`));
  const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: directory, env: { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret } });
  expect(stdout.trim().split('\n').at(-1)).toBe('No such transfer.');
});
