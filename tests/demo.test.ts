import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortJson } from '#src/cli/demo-screen.ts';
import { inherited } from '#tests/support/program.ts';
import { startTestApp } from '#tests/support/test-app.ts';

const script = join(import.meta.dirname, '../src/cli/demo.ts');

function runDemo(env: Record<string, string>): Promise<{ exitCode: number | null; text: string }> {
  const own = Object.fromEntries(['HOME', 'TMPDIR'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const child = spawn(process.execPath, [script], { env: { ...inherited, ...own, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, text })));
}

/** A port on which nothing answers: it was free a moment ago. */
async function silentPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? String(address.port) : '';
}

test('without a server the demo starts its own, plays the main job, and leaves nothing behind', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'demo-'));
  const { exitCode, text } = await runDemo({ PORT: await silentPort(), TMPDIR: directory });
  expect(exitCode, text).toBe(0);
  expect(text).toContain('X-Service-Signature verified');
  expect(text).toContain('webhook-signature verified');
  expect(text).toContain('NGN 5,000.00 - NGN 1,250.50 - NGN 10.75 charges = NGN 3,738.75');
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^✓ Done: NGN 1,250\.50 moved/);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});

test('a server that runs is played against, and gets its webhook removed again', async () => {
  const app = await startTestApp();
  try {
    const { exitCode, text } = await runDemo({ OPENTELLER_URL: app.baseUrl, CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret });
    expect(exitCode, text).toBe(0);
    expect(text).toContain(`The server at ${app.baseUrl} answers`);
    const webhooks = await app.call('GET', '/webhooks');
    expect(webhooks.json['data']).toEqual([]);

    const refused = await runDemo({ OPENTELLER_URL: app.baseUrl, CLIENT_ID: app.clientId, CLIENT_SECRET: `sk_test_${'x'.repeat(43)}` });
    expect(refused.exitCode).toBe(1);
    expect(refused.text).toContain('Set CLIENT_ID and CLIENT_SECRET');
  } finally {
    await app.close();
  }
});

test('short JSON keeps to its columns and folds what is nested', () => {
  const value = { id: 'x'.repeat(60), none: null, list: [], data: { one: 'a'.repeat(30), two: 'b'.repeat(30), three: 3 } };
  expect(shortJson(value, 60)).toEqual([
    `{ "id": "${'x'.repeat(43)}…",`,
    `  "data": { "one": "${'a'.repeat(30)}",`,
    `    "two": "${'b'.repeat(30)}",`,
    '    "three": 3 } }',
  ]);
});
