import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles, readRepositoryFile } from '#tests/tidy/source-file.ts';
import { createCaller } from './caller.ts';
import { newLoad, openSources, runLoad } from './load.ts';
import { crashPoints, pointsOfPeople, pointsOfResets } from './points.ts';
import { freePort, startProgram } from './program.ts';
import { prepareTemplates, type Templates } from './templates.ts';

/** Passed while the program seeds its sandbox, so a start that obeyed would never come up. */
const soon = { CRASH_POINT: 'credit.begun', CRASH_NTH: '1' };
let templates: Templates;

beforeAll(async () => {
  templates = await prepareTemplates();
}, 120_000);

afterAll(() => templates.close());

test('a normal start does not know the variables that arm a crash', async () => {
  const program = startProgram({ dataDir: templates.copy('empty'), port: await freePort(), env: soon });
  expect(await program.ready).toBe(true);
  await program.stop();
});

test('the same variables kill a program with the listener beside it', async () => {
  const program = startProgram({ dataDir: templates.copy('empty'), port: await freePort(), env: soon, armed: true });
  expect(await program.ready).toBe(false);
  expect((await program.exited).signal).toBe('SIGKILL');
});

test('nothing of the program listens at the crash points', () => {
  const listening = listFiles(['src'], '.ts').filter((path) => /diagnostics_channel|crashChannel/.test(readRepositoryFile(path)));
  expect(listening).toEqual(['src/work/crash-points.ts']);
  expect(readRepositoryFile('src/work/crash-points.ts')).not.toMatch(/subscribe\(|process\.|kill\(/);
});

test('a day of the caller passes every point of the list, and no other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openteller-trace-'));
  const trace = join(directory, 'passed');
  const program = startProgram({ dataDir: templates.copy('empty'), port: await freePort(), env: { CRASH_TRACE: trace }, armed: true });
  expect(await program.ready).toBe(true);
  const caller = createCaller(program.baseUrl, null);
  await caller.send('/webhooks', { url: `http://127.0.0.1:${templates.receiverPort}/hook`, events: ['payment.success'] });
  const passed = (): string[] => readFileSync(trace, 'utf8').trim().split('\n');
  const missing = (): string[] => crashPoints.filter((point) => !passed().includes(point));
  const until = performance.now() + 60_000;
  await runLoad(caller, await openSources(caller), newLoad(), () => missing().length === 0 || performance.now() > until);
  expect(missing()).toEqual([]);
  expect(passed().filter((point) => !crashPoints.includes(point) && !pointsOfPeople.includes(point))).toEqual([]);
  await program.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('every name in the sources is on the list', () => {
  const named = listFiles(['src'], '.ts').flatMap((path) => [...readRepositoryFile(path).matchAll(/crashPoint\('([a-z_.]+)'\)/g)].map((match) => match[1] ?? ''));
  expect(named.filter((name) => ![...crashPoints, ...pointsOfPeople, ...pointsOfResets].includes(name))).toEqual([]);
});
