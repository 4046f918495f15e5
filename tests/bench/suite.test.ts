/** Two blocks of the suite in their shortest form, with a profile; all of them take minutes (`npm run bench -- suite --quick --soak`). That it works and what it writes. It says nothing about speed, and neither does this. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord, readArray, readRecord } from '#src/lib/assert.ts';

const root = join(import.meta.dirname, '../..');
const out = mkdtempSync(join(tmpdir(), 'openteller-suite-test-'));
let page = '';
let json: Record<string, unknown> = {};

beforeAll(async () => {
  const child = spawn(process.execPath, ['bench/main.ts', 'suite', '--quick', '--seconds', '1', '--clients', '8', '--only', 'confirm,reads', '--profile', '--out', out], {
    cwd: root, env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }, stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code, said).toBe(0);
  page = readFileSync(join(out, 'suite.md'), 'utf8');
  json = readRecord(JSON.parse(readFileSync(join(out, 'suite.json'), 'utf8')));
}, 900_000);

afterAll(() => rmSync(out, { recursive: true, force: true }));

test('every block came to its end, every answer was 200, and the books agree', () => {
  expect(json['failures']).toEqual([]);
  expect(json['refusals']).toEqual({});
  expect(json['booksDifferences']).toEqual([]);
  expect(page).toContain('Answers other than 200: 0. Differences in the books: 0.');
});

test('each goal has its line, with what was measured', () => {
  const goals = readArray(json['goals']).map((goal) => readRecord(goal));
  expect([...new Set(goals.map((goal) => goal['id']))]).toEqual(['a', 'c', 'f', 'g']);
  // Without pgbench it has nothing to be compared with.
  for (const goal of goals) if (goal['id'] !== 'a') expect(goal, JSON.stringify(goal)).toMatchObject({ value: expect.any(Number), met: expect.any(Boolean) });
  expect(page.match(/^\| [a-h] \| /gm)).toHaveLength(goals.length);
});

test('each block has its tables, and something was done in each', () => {
  const titles = ['Confirmations, with worker', 'Confirmations, worker off', 'Reads', 'Where the time goes'];
  for (const title of titles) expect(page).toContain(`\n## ${title}\n`);
  for (const name of ['transfer status', 'customer profile', 'list of 20 transfers']) expect(page).toMatch(new RegExp(`^\\| ${name} \\|.*[1-9]`, 'm'));
  expect(unitsOf(json['blocks']).length).toBeGreaterThan(5);
  expect(unitsOf(json['blocks']).filter((units) => units === 0)).toEqual([]);
});

test('the machine is described, and each chart is drawn', () => {
  expect(readRecord(json['machine'])).toMatchObject({ commit: expect.any(String), command: expect.stringContaining('suite --quick'), cpu: expect.any(String), cores: expect.any(Number), postgresSettings: { fsync: 'on', synchronous_commit: 'on' } });
  for (const chart of ['suite-rates', 'suite-confirm', 'suite-flame']) {
    expect(page).toContain(`(${chart}.svg)`);
    expect(readFileSync(join(out, `${chart}.svg`), 'utf8')).toMatch(/^<svg [\s\S]*<rect[\s\S]*<\/svg>\n$/);
  }
  expect(readFileSync(join(out, 'suite-flame.svg'), 'utf8')).toContain('src/');
});

/** Units done in each run of load, wherever in the figures it stands. */
function unitsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(unitsOf);
  if (!isRecord(value)) return [];
  return [...(typeof value['units'] === 'number' ? [value['units']] : []), ...Object.values(value).flatMap(unitsOf)];
}
