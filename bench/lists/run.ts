/**
 * `npm run bench -- lists [--sizes full|small] [--rounds 40]`: every list, search and single read over HTTP, with ten thousand transfers and with a million, asked in
 * turn. Ends with 1 when one takes more than three times as long in the large tenant, or the books differ.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadOfMachine, machineOf } from '../report.ts';
import { type Compared, compare } from './ask.ts';
import { cases } from './cases.ts';
import { booksOfFilled, type Side, startFilled } from './fill.ts';
import { type ListResults, mostTimes, toMarkdown } from './report.ts';

const sizes = {
  full: { small: { transfers: 10_000, customers: 2_000 }, large: { transfers: 1_000_000, customers: 200_000 } },
  small: { small: { transfers: 2_000, customers: 400 }, large: { transfers: 20_000, customers: 4_000 } },
} as const;
const usage = 'Usage: npm run bench -- lists [--sizes full|small] [--rounds 40]';
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { size, rounds } = readArguments(process.argv.slice(3));
const root = mkdtempSync(join(tmpdir(), 'openteller-lists-'));
const sides: Side[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clean().then(() => process.exit(1)));
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await clean();
}

async function bench(): Promise<boolean> {
  const loadBefore = loadOfMachine();
  for (const name of ['small', 'large'] as const) {
    say(`filling ${sizes[size][name].transfers} transfers and ${sizes[size][name].customers} customers`);
    sides.push(await startFilled(join(root, name), sizes[size][name]));
  }
  const [small, large] = sides;
  if (small === undefined || large === undefined) throw new Error('There are two sides.');
  say('checking the books');
  const differences = await booksOfFilled(small);
  for (const difference of differences) say(difference);
  const compared: Compared[] = [];
  for (const asked of cases) compared.push(await told(compare(asked, small, large, rounds)));
  // What else a busy machine does may fall on a few answers: what seems slow is asked once more, three times as often, and that counts.
  let askedAgain = 0;
  for (const [at, asked] of cases.entries()) {
    const found = compared[at];
    if (found === undefined || found.ratio <= mostTimes) continue;
    askedAgain += 1;
    const again = await told(compare(asked, small, large, rounds * 3));
    compared[at] = { ...again, small: { ...again.small, first: found.small.first }, large: { ...again.large, first: found.large.first } };
  }
  const results: ListResults = {
    at: new Date().toISOString().slice(0, 16), machine: machineOf(await versionOf(small), loadBefore), sizes: sizes[size], rounds, compared, askedAgain, booksDifferences: differences.length,
  };
  write(results);
  return differences.length === 0 && compared.every(({ ratio }) => ratio <= mostTimes);
}

async function told(comparing: Promise<Compared>): Promise<Compared> {
  const found = await comparing;
  say(`${found.ratio.toFixed(2)}  ${found.name}: ${found.small.p50} → ${found.large.p50} ms`);
  return found;
}

function write(results: ListResults): void {
  const table = toMarkdown(results);
  // Only full sizes are worth keeping.
  if (size === 'full') {
    const dir = join(import.meta.dirname, '..', 'results');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'lists.json'), `${JSON.stringify(results, null, 2)}\n`);
    writeFileSync(join(dir, 'lists.md'), table);
  }
  process.stdout.write(`\n${table}`);
}

async function versionOf({ program }: Side): Promise<string> {
  const client = new pg.Client(program.connection);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? 'unknown';
}

function readArguments(args: readonly string[]): { size: keyof typeof sizes; rounds: number } {
  const given = { size: 'full', rounds: '40' };
  for (let at = 0; at < args.length; at += 2) {
    if (args[at] === '--sizes') given.size = args[at + 1] ?? '';
    else if (args[at] === '--rounds') given.rounds = args[at + 1] ?? '';
    else given.size = '';
  }
  if ((given.size !== 'full' && given.size !== 'small') || !/^[1-9]\d{0,3}$/.test(given.rounds)) {
    say(usage);
    process.exit(2);
  }
  return { size: given.size, rounds: Number(given.rounds) };
}

async function clean(): Promise<void> {
  await Promise.all(sides.splice(0).map(({ program }) => program.stop()));
  rmSync(root, { recursive: true, force: true });
}
