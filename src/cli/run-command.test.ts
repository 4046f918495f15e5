/** What an operator mistypes is one line and exit code 1, whatever the command. Each start takes about a second. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { runProgram } from '#tests/support/program.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const commands: readonly [file: string, args: readonly string[]][] = [
  ['main', []], ['cli/migrate', []], ['cli/check-books', []], ['cli/organizations', ['list']], ['cli/review', ['list']], ['cli/settlement', ['simulate', '2026-11-21', '/dev/null']], ['cli/identity-shadow', []],
];

test.each(commands)('%s %j: a wrong variable is named in one line', async (file, args) => {
  expect(await runProgram(join('src', `${file}.ts`), args, database.connection, { PORT: 'eighty' })).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringMatching(/^PORT [^\n]+\.\n$/) });
});

test.each([
  ['LIMITS_FILE', { LIMITS_FILE: 'package.json' }], ['OPERATOR_CBN_CODE and OPERATOR_NIP_CODE', { OPERATOR_CBN_CODE: '044', OPERATOR_NIP_CODE: '000017' }],
  ['EASYPAY_CLIENT_ID', { EASYPAY_BASE_URL: 'https://rail.invalid' }],
])('a wrong %s stops what stands beside the program, too', async (variable, env) => {
  for (const [file, args] of commands.filter(([name]) => ['cli/organizations', 'cli/review', 'cli/settlement'].includes(name))) {
    const { exitCode, stderr } = await runProgram(join('src', `${file}.ts`), args, database.connection, env);
    expect([file, exitCode, stderr]).toEqual([file, 1, expect.stringMatching(new RegExp(`^${variable}[: ][^\\n]+\n$`))]);
  }
});

test('what was typed wrong is answered by how it is used, and a file that cannot be written by its name', async () => {
  for (const file of ['organizations', 'review', 'settlement', 'limits', 'identity-shadow']) {
    expect(await runProgram(`src/cli/${file}.ts`, ['dance', '--now'], database.connection)).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`^Usage: npm run ${file} -- `)) });
  }
  expect(await runProgram('src/cli/settlement.ts', ['simulate', '2026-11-21', '/no/such/folder/report.csv'], database.connection)).toEqual({ exitCode: 1, stdout: '', stderr: '/no/such/folder/report.csv cannot be written.\n' });
});
