import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type CommandLine, environmentOf, openCommandLine } from './openteller.ts';

// A test starts several programs.
vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
let line: CommandLine;
beforeAll(async () => {
  app = await startTestApp();
  line = openCommandLine();
});
afterAll(async () => {
  line.close();
  await app.close();
});

const login = (...more: string[]): string[] => ['login', '--url', app.baseUrl, '--client-id', app.clientId, ...more];
const fileOf = (): string => join(line.home, 'config', 'openteller', 'config.json');

test('login tries the credentials, keeps them for their owner alone, and never prints the secret', async () => {
  const { code, out, err } = await line.run(login(), { stdin: `${app.clientSecret}\n` });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`Logged in at ${app.baseUrl}/sandbox/v1 as ${app.clientId}`);
  expect(out).not.toContain(app.clientSecret);
  expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  expect(statSync(join(fileOf(), '..')).mode & 0o777).toBe(0o700);
  const who = await line.run(['whoami', '--json']);
  expect(who.json()).toEqual({ profile: 'default', url: `${app.baseUrl}/sandbox/v1`, environment: 'sandbox', clientId: app.clientId });
});

test('a wrong secret is refused with 1, and changes nothing that is stored', async () => {
  await line.run(login(), { stdin: app.clientSecret });
  const before = readFileSync(fileOf(), 'utf8');
  const { code, err } = await line.run(login(), { stdin: 'sk_test_wrong' });
  expect(code).toBe(1);
  expect(err).toMatch(/credentials_invalid[\s\S]*fix/);
  expect(readFileSync(fileOf(), 'utf8')).toBe(before);
});

test('nobody at the address ends with 3, and says what to look at', async () => {
  const { code, err } = await line.run(['login', '--url', 'http://127.0.0.1:48999', '--client-id', app.clientId], { stdin: app.clientSecret });
  expect(code).toBe(3);
  expect(err).toContain('no_connection');
  expect(err).toContain('ECONNREFUSED');
});

test.each([
  [['login', '--client-id', 'ot_test_x'], 'URL is missing'],
  [['login', '--url', 'nonsense', '--client-id', 'ot_test_x'], 'nonsense is no URL'],
  [['whoami', '--profile', 'nobody'], 'There is no profile nobody'],
  [['logout', '--profile', 'defualt'], 'Did you mean default?'],
])('%s is called wrongly: 2', async (given, said) => {
  await line.run(login(), { stdin: app.clientSecret });
  const { code, err } = await line.run(given, { stdin: 'sk' });
  expect(code).toBe(2);
  expect(err).toContain(said);
});

test('profiles stand side by side, the environment wins over both, and logout forgets one', async () => {
  const other = await app.addTenant();
  await line.run(login(), { stdin: app.clientSecret });
  await line.run(['login', '--url', app.baseUrl, '--client-id', other.clientId, '--profile', 'other'], { stdin: other.clientSecret });
  expect((await line.run(['whoami', '--json', '--profile', 'other'])).json()['clientId']).toBe(other.clientId);
  expect((await line.run(['whoami', '--json'])).json()['clientId']).toBe(app.clientId);
  const env = environmentOf(app.baseUrl, other);
  expect((await line.run(['whoami', '--json'], { env })).json()).toMatchObject({ profile: null, clientId: other.clientId });
  expect((await line.run(['logout', '--profile', 'other'])).code).toBe(0);
  expect((await line.run(['whoami', '--profile', 'other'])).code).toBe(2);
  expect((await line.run(['whoami'])).code).toBe(0);
});

test('a damaged file is named, and not written over', async () => {
  const damaged = openCommandLine();
  await damaged.run(login(), { stdin: app.clientSecret });
  const file = join(damaged.home, 'config', 'openteller', 'config.json');
  writeFileSync(file, '{"profiles": 7');
  const { code, err } = await damaged.run(['whoami']);
  expect([code, readFileSync(file, 'utf8')]).toEqual([2, '{"profiles": 7']);
  expect(err).toContain('is damaged');
  damaged.close();
});

test('without credentials a command says how to get some', async () => {
  const stranger = openCommandLine();
  const { code, err } = await stranger.run(['banks']);
  expect(code).toBe(2);
  expect(err).toContain('Run openteller login');
  stranger.close();
});
