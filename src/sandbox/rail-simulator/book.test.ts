import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOK_FILE, openRailBook } from './book.ts';
import type { RailBook } from './book.ts';
import type { Fact } from './fact.ts';
import { createSimulatorHarness } from './simulated-rail-harness.ts';
import type { SimulatorHarness } from './simulated-rail-harness.ts';

const AT = Date.parse('2026-01-02T03:04:05Z');

function credit(railRef: string, sessionId = `s-${railRef}`): readonly Fact[] {
  const common = { railRef, sessionId, at: AT };
  return [
    { fact: 'received', ...common, amountKobo: 9_007_199_254_740_993n, settlement: 'at_once', returnAfterMs: null },
    { fact: 'credited', ...common },
  ];
}

const refsOf = (book: RailBook): readonly string[] => Array.from(book.credits(), ({ railRef }) => railRef);

describe('the rail\'s book', () => {
  let harness: SimulatorHarness;
  let path: string;
  beforeEach(() => {
    harness = createSimulatorHarness();
    path = join(harness.directory, BOOK_FILE);
  });
  afterEach(() => harness.remove());

  it('knows after reopening what it knew before, to the kobo', async () => {
    const book = await openRailBook(harness.directory);
    await book.append(credit('a'));
    await book.append([{ fact: 'returned', railRef: 'a', sessionId: 's-a', at: AT, reason: 'closed' }]);
    await book.close();
    const again = await openRailBook(harness.directory);
    expect([...again.credits()]).toEqual([{ railRef: 'a', amountKobo: 9_007_199_254_740_993n, at: new Date(AT), returned: true }]);
    await again.close();
  });

  it('loses a torn last line and nothing else, also what is appended after it', async () => {
    const book = await openRailBook(harness.directory);
    await book.append(credit('a'));
    appendFileSync(path, '{"fact":"received","railRef":"torn","sess');
    await book.append(credit('b'));
    await book.close();
    const again = await openRailBook(harness.directory);
    await again.append(credit('c'));
    expect(refsOf(again)).toEqual(['a', 'b', 'c']);
    await again.close();
  });

  it('passes over lines that state no fact', async () => {
    appendFileSync(path, 'null\n[]\n{"fact":"credited"}\n{"fact":"gift","railRef":"a","sessionId":"s","at":1}\n');
    const book = await openRailBook(harness.directory);
    expect(refsOf(book)).toEqual([]);
    await book.close();
  });

  it('sees what another process has appended', async () => {
    const mine = await openRailBook(harness.directory);
    const theirs = await openRailBook(harness.directory);
    await theirs.append(credit('a'));
    expect(mine.find('a')).toMatchObject({ verdict: { responseCode: '00' } });
    await mine.close();
    await theirs.close();
  });

  it('lets the first receipt and the first verdict stand, whoever wrote them', async () => {
    const book = await openRailBook(harness.directory);
    await book.append(credit('a', 'first'));
    await book.append(credit('a', 'second'));
    await book.append([{ fact: 'rejected', railRef: 'a', sessionId: 'first', at: AT, responseCode: '05' }]);
    expect(book.find('a')).toMatchObject({ sessionId: 'first', verdict: { responseCode: '00' } });
    expect(refsOf(book)).toEqual(['a']);
    await book.close();
  });

  it('writes facts that come together in few pieces, each whole', async () => {
    const book = await openRailBook(harness.directory);
    await Promise.all(Array.from({ length: 500 }, (_, number) => book.append(credit(`r${number}`))));
    expect(refsOf(book)).toHaveLength(500);
    // Each piece begins with one newline, so blank lines count the pieces.
    const blankLines = readFileSync(path, 'utf8').split('\n').filter((line) => line === '').length - 1;
    expect(blankLines).toBeLessThanOrEqual(3);
    await book.close();
  });

  it('keeps every credit that was acknowledged before a kill -9', async () => {
    const program = `
      import { openRailBook } from ${JSON.stringify(join(import.meta.dirname, 'book.ts'))};
      const book = await openRailBook(${JSON.stringify(harness.directory)});
      for (let number = 0; ; number += 1) {
        const common = { railRef: 'r' + number, sessionId: 's', at: 1 };
        const received = { fact: 'received', ...common, amountKobo: 1n, settlement: 'at_once', returnAfterMs: null };
        await book.append([received, { fact: 'credited', ...common }]);
        process.stdout.write('r' + number + '\\n');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.split('\n').length > 50) child.kill('SIGKILL');
    });
    await ended;
    const acknowledged = said.split('\n').slice(0, -1);
    const book = await openRailBook(harness.directory);
    const known = new Set(refsOf(book));
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    expect(acknowledged.filter((railRef) => !known.has(railRef))).toEqual([]);
    await book.close();
  });
});
