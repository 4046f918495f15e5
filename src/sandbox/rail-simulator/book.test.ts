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

  describe('of thousands of payments', () => {
    const many = 5_000;
    const fill = async (book: RailBook): Promise<void> => {
      for (let from = 0; from < many; from += 500) await book.append(Array.from({ length: 500 }, (_, offset) => credit(`r${from + offset}`)).flat());
    };

    it('knows the first as well as the last, before and after it is opened anew', async () => {
      const book = await openRailBook(harness.directory);
      await fill(book);
      const again = await openRailBook(harness.directory);
      for (const each of [book, again]) {
        expect(each.find('r0')).toEqual({ railRef: 'r0', sessionId: 's-r0', amountKobo: 9_007_199_254_740_993n, settlement: 'at_once', returnAfterMs: null, verdict: { responseCode: '00', at: AT }, returned: null });
        expect(each.find(`r${many - 1}`)).toMatchObject({ sessionId: `s-r${many - 1}` });
        expect(each.find(`r${many}`)).toBeUndefined();
        expect(refsOf(each)).toEqual(Array.from({ length: many }, (_, number) => `r${number}`));
        await each.close();
      }
    });

    it('credits none twice, however long ago it was', async () => {
      const book = await openRailBook(harness.directory);
      await fill(book);
      await book.append(credit('r0', 'second'));
      await book.append([{ fact: 'rejected', railRef: 'r1', sessionId: 's-r1', at: AT, responseCode: '05' }]);
      expect(book.find('r0')).toMatchObject({ sessionId: 's-r0' });
      expect(book.find('r1')).toMatchObject({ verdict: { responseCode: '00' } });
      expect(refsOf(book)).toHaveLength(many);
      await book.close();
    });

    it('gives an old one back, once, and tells of it after it is opened anew', async () => {
      const book = await openRailBook(harness.directory);
      await fill(book);
      for (const reason of ['closed', 'again']) await book.append([{ fact: 'returned', railRef: 'r7', sessionId: 's-r7', at: AT, reason }]);
      const again = await openRailBook(harness.directory);
      for (const each of [book, again]) {
        expect(each.find('r7')).toMatchObject({ returned: { reason: 'closed' } });
        expect(each.returned()).toHaveLength(1);
        expect([...each.credits()].filter(({ returned }) => returned)).toMatchObject([{ railRef: 'r7' }]);
        await each.close();
      }
    });

    it('keeps what is pending, what goes back later, and what was decided after other lines', async () => {
      const book = await openRailBook(harness.directory);
      const common = { railRef: 'late', sessionId: 's', at: AT };
      const pending = { fact: 'received', ...common, amountKobo: 5n, settlement: 'by_hand', returnAfterMs: null } as const;
      await book.append([pending, { ...pending, railRef: 'later' }, { ...pending, railRef: 'back', settlement: 'at_once', returnAfterMs: 9 }, { fact: 'credited', ...common, railRef: 'back' }]);
      await fill(book);
      await book.append([{ fact: 'rejected', ...common, responseCode: '05' }]);
      await fill(book);
      const again = await openRailBook(harness.directory);
      for (const each of [book, again]) {
        expect(each.find('late')).toMatchObject({ verdict: { responseCode: '05' } });
        expect(each.find('later')).toMatchObject({ verdict: null });
        expect([...each.awaitingReturn()]).toMatchObject([{ railRef: 'back' }]);
        expect(Array.from(each.decided(), ({ railRef }) => railRef).slice(0, 3)).toEqual(['late', 'back', 'r0']);
        expect([...each.decided()]).toHaveLength(many + 2);
        await each.close();
      }
    });

    it.each([40_000, 3 << 20, (3 << 20) + 40_000])('passes over %d bytes of junk without an end', async (length) => {
      const book = await openRailBook(harness.directory);
      await fill(book);
      appendFileSync(path, 'x'.repeat(length));
      expect(refsOf(book)).toHaveLength(many);
      await book.append(credit('after'));
      await book.append(credit('at-last'));
      expect(book.find('at-last')).toMatchObject({ verdict: { responseCode: '00' } });
      expect(refsOf(book).slice(-2)).toEqual(['after', 'at-last']);
      await book.close();
    });

    it('reads references of any length again', async () => {
      const book = await openRailBook(harness.directory);
      const long = 'r'.repeat(900);
      await book.append(credit(long));
      await fill(book);
      expect(book.find(long)).toMatchObject({ railRef: long, verdict: { responseCode: '00' } });
      await book.close();
    });
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
