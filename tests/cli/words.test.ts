import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readArray, readRecord, readString } from '#src/lib/assert.ts';
import { commands } from '../../cli/src/commands.ts';
import { nearest } from '../../cli/src/suggest.ts';
import { createTerminal, wrapped } from '../../cli/src/terminal.ts';
import { openCommandLine } from './openteller.ts';

// A test starts several programs.
vi.setConfig({ testTimeout: 90_000 });

const line = openCommandLine();
afterAll(() => line.close());
const names = commands.map(({ name }) => name);

test('the help lists every command', async () => {
  const { code, out } = await line.run(['--help']);
  expect(code).toBe(0);
  for (const name of names) expect(out).toContain(`  ${name}`);
  expect((await line.run([])).code).toBe(2);
  const { commands: listed } = (await line.run(['help', '--json'])).json();
  expect(readArray(listed).map((entry) => readString(readRecord(entry), 'name'))).toEqual(names);
});

test.each(names)('%s --help shows its options and an example, on lines of a terminal', async (name) => {
  const { code, out, err } = await line.run([name, '--help']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/Examples?:\n {2}\S/);
  expect(out).toContain('--json');
  expect(out).toContain(`openteller ${name}`);
});

test.each([
  [['lisen'], 'Did you mean openteller listen?'],
  [['transfer'], 'Did you mean openteller transfers?'],
  [['zzzzzzzz'], 'openteller --help lists them'],
  [['banks', '--jsno'], 'Did you mean --json?'],
  [['resolve', '0123456789'], 'Something is missing'],
  [['explain', 'a', 'b'], 'a word too many: b'],
  [['listen', '--forward-to', '--json'], '--forward-to needs a value'],
  [['listen'], 'Where should events go?'],
  [['listen', '--forward-to', 'localhost'], 'no URL'],
  [['banks', '--json=yes'], '--json takes no value'],
  [['transfers', 'follow'], 'transfers cannot follow'],
  [['transfers', 'watch'], 'Which transfer?'],
  [['replay'], 'Which events?'],
  [['replay', 'evt_1'], 'evt_1 is no id of an event'],
  [['replay', '--from', 'yesterday'], 'yesterday is no time'],
  [['trigger', 'payment.sucess'], 'Did you mean payment.success?'],
  [['trigger', 'payment.success', '--data', '[1]'], '--data is no JSON object'],
  [['verify'], 'all needed'],
  [['completion', 'cmd'], 'There is no completion for cmd'],
])('%s ends with 2 and says what was meant', async (given, said) => {
  const { code, out, err } = await line.run(given, { env: { OPENTELLER_URL: 'http://127.0.0.1:48999', OPENTELLER_CLIENT_ID: 'ot_test_x', OPENTELLER_CLIENT_SECRET: 'sk' } });
  expect(code).toBe(2);
  expect(out + err).toContain(said);
  expect(err).not.toMatch(/\n\s+at /);
});

test('with --json a mistake is one JSON document, too', async () => {
  const ended = await line.run(['lisen', '--json']);
  expect(ended.code).toBe(2);
  expect(ended.json()).toEqual({ error: { code: 'usage', message: 'There is no command lisen.', field: null, fix: 'Did you mean openteller listen?', requestId: null, docUrl: null } });
});

test('errors and NIP codes are explained, without a connection', async () => {
  expect((await line.run(['explain', 'OTP_INVALID'])).out).toMatch(/The OTP is wrong[\s\S]*HTTP 422[\s\S]*attemptsRemaining/);
  expect((await line.run(['explain', '00'])).out).toContain('the money has arrived');
  expect((await line.run(['explain', '05'])).out).toContain('the money is free again');
  expect((await line.run(['explain', '97'])).out).toContain('Do not pay again');
  expect((await line.run(['explain', '34'])).out).toContain('somebody of the bank');
  const whole = JSON.stringify({ statusCode: '30', errors: [{ code: 'missing_field', field: '/amount' }, { code: 'invalid_field', field: '/bankCode' }] });
  const both = await line.run(['explain'], { stdin: whole });
  expect(both.out).toMatch(/missing_field[\s\S]*\/amount[\s\S]*invalid_field[\s\S]*\/bankCode/);
  expect((await line.run(['explain', '--json'], { stdin: '{"code":"rate_limited"}' })).json()).toMatchObject({ code: 'rate_limited', httpStatus: 429, retryable: true });
  expect((await line.run(['explain'], { stdin: 'not json' })).code).toBe(2);
});

test('the completion of each shell knows every command and is one that the shell can read', async () => {
  for (const [shell, check] of [['bash', ['-n']], ['zsh', ['-n']], ['fish', ['--no-execute']]] as const) {
    const { out } = await line.run(['completion', shell]);
    for (const name of names) expect(out).toContain(name);
    const file = join(line.home, `completion.${shell}`);
    writeFileSync(file, out);
    const parsed = spawnSync(shell, [...check, file], { encoding: 'utf8' });
    // A shell that is not on this machine reads nothing.
    if (parsed.error === undefined) expect([shell, parsed.status, parsed.stderr]).toEqual([shell, 0, '']);
  }
  const script = (await line.run(['completion', 'bash'])).out;
  const complete = (...typed: string[]): string => execFileSync('bash', ['-c', `${script}\nCOMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}; _openteller; echo "\${COMPREPLY[@]}"`], { encoding: 'utf8' }).trim();
  expect(complete('openteller', 'tr')).toBe('trigger transfers');
  expect(complete('openteller', 'trigger', 'payment.f')).toBe('payment.failed');
  expect(complete('openteller', 'listen', '--forw')).toBe('--forward-to');
});

test('colours are for terminals that want them', () => {
  const painted = (isTTY: boolean, env: Record<string, string>): string => createTerminal({ output: { isTTY, write: () => true }, errors: { write: () => true }, json: false, env }).paint.good('x');
  expect(painted(true, {})).toBe('\u001B[32mx\u001B[0m');
  expect([painted(false, {}), painted(true, { NO_COLOR: '1' }), painted(true, { TERM: 'dumb' })]).toEqual(['x', 'x', 'x']);
});

test('a name from elsewhere cannot move the cursor', () => {
  let written = '';
  const terminal = createTerminal({ output: { isTTY: true, write: (text) => { written += text; } }, errors: { write: () => true }, json: false, env: {} });
  terminal.line('ADA\u001B[2J\u001B]0;title\u0007\r\u0008 OBI');
  expect(written).toBe('ADA[2J]0;title OBI\n');
});

test('lines are broken between words, and the nearest word is near', () => {
  expect(wrapped('one two three', 9, '  ')).toEqual(['  one two', '  three']);
  expect(nearest('cutsomers', names)).toBe('customers');
  expect(nearest('xyzzy', names)).toBe(null);
});
