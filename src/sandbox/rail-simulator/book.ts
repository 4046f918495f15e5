import { fstatSync, readSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '#src/lib/assert.ts';
import { type Fact, formatFact, parseFact } from './fact.ts';
import { createPayments, type Line, type Payment } from './payments.ts';

export const BOOK_FILE = 'rail-book.jsonl';
const CHUNK_BYTES = 1 << 20;
const LINE_BYTES_MAX = 65_536;
/** A receipt and its verdict have some 350. */
const PAYMENT_BYTES = 1_024;
const WAITING_MAX = 20_000;

/** One credit of the rail, for comparing its book with the ledger's. */
export type RailCredit = { railRef: string; amountKobo: bigint; at: Date; returned: boolean };

export type RailBook = {
  /** Resolves once the facts are on the disk and folded. Facts of one call stand in one piece of the file. Throws on disk errors. */
  append(facts: readonly Fact[]): Promise<void>;
  /** The payment as it stands in the file now, another process's lines included. */
  find(railRef: string): Payment | undefined;
  awaitingReturn(): Iterable<Payment>;
  returned(): readonly Payment[];
  /** Every payment with its verdict, in the order of their receipt. */
  decided(): Iterable<Payment>;
  /** Every payment that was credited, once each. */
  credits(): Iterable<RailCredit>;
  close(): Promise<void>;
};

type Waiting = { lines: string; resolve: () => void; reject: (error: unknown) => void };

/**
 * Opens (or begins) the rail's durable book in a directory. Append-only, one JSON line per fact, several processes may share it.
 *
 * What is in memory is folded from the file and nothing else, so what a kill -9 leaves is what the next process knows.
 * Appends that arrive while one is being synced share the next write and its fsync.
 */
export async function openRailBook(directory: string): Promise<RailBook> {
  await mkdir(directory, { recursive: true });
  const file = await open(join(directory, BOOK_FILE), 'a+');
  await syncDirectory(directory);
  const payments = createPayments((offset) => firstFacts(file.fd, offset));
  let read = 0;
  const refresh = (): void => {
    const { size } = fstatSync(file.fd);
    if (size > read) read = readLines(file.fd, read, size, payments.apply);
  };
  refresh();

  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await writeDurably(file, batch.map((entry) => entry.lines).join(''));
        refresh();
        for (const entry of batch) entry.resolve();
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    writing = null;
  };

  /** Reads the file again: most of them are nowhere else. */
  function* decided(): Iterable<Payment> {
    refresh();
    let before: Line = { fact: null, offset: 0 };
    for (const line of linesBefore(file.fd, read)) {
      const payment = before.fact?.fact === 'received' ? payments.standing(before.fact, before.offset, line.fact) : undefined;
      if (payment !== undefined && payment.verdict !== null) yield payment;
      before = line;
    }
  }

  function* credits(): Iterable<RailCredit> {
    for (const { railRef, amountKobo, verdict, returned } of decided()) {
      if (verdict?.responseCode === '00') yield { railRef, amountKobo, at: new Date(verdict.at), returned: returned !== null };
    }
  }

  return {
    append: (facts) =>
      new Promise((resolve, reject) => {
        assert(waiting.length < WAITING_MAX, 'too many appends wait for the rail book');
        waiting.push({ lines: facts.map(formatFact).join(''), resolve, reject });
        writing ??= drain();
      }),
    find: (railRef) => {
      refresh();
      return payments.find(railRef);
    },
    awaitingReturn: () => {
      refresh();
      return payments.awaitingReturn();
    },
    returned: () => {
      refresh();
      return payments.returned();
    },
    decided,
    credits,
    close: async () => {
      while (writing !== null) await writing;
      await file.close();
    },
  };
}

/** The leading newline closes a line that a killed process may have left torn; blank and torn lines are passed over. */
async function writeDurably(file: FileHandle, lines: string): Promise<void> {
  const bytes = Buffer.from(`\n${lines}`);
  const { bytesWritten } = await file.write(bytes);
  // The rest is not written after it: another process may have written in between.
  assert(bytesWritten === bytes.length, 'the rail book took only a part of a write');
  await file.datasync();
}

/**
 * Hands over each whole line of the file between two places, and answers where the next begins. Synchronous: what was appended is in the page cache.
 * What is longer than any line of ours is junk, and is passed over, so that it cannot grow without bound.
 */
function readLines(fd: number, from: number, to: number, onLine: (line: Line) => void): number {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - from));
  let next = from;
  while (next < to) {
    const count = readSync(fd, chunk, 0, Math.min(chunk.length, to - next), next);
    const bytes = chunk.subarray(0, count);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      if (end > start) onLine({ fact: parseFact(bytes.toString('utf8', start, end)), offset: next + start });
      start = end + 1;
    }
    const isTail = next + count >= to;
    if (count === 0 || (start === 0 && isTail && count <= LINE_BYTES_MAX)) return next;
    next += start === 0 ? count : start;
    if (isTail && next < to && to - next <= LINE_BYTES_MAX) return next;
  }
  return next;
}

/** Every line before a place, and an empty one at the end. */
function* linesBefore(fd: number, end: number): Iterable<Line> {
  for (let from = 0; ;) {
    const lines: Line[] = [];
    const next = from < end ? readLines(fd, from, Math.min(end, from + CHUNK_BYTES), (line) => lines.push(line)) : from;
    yield* lines;
    // Junk that ends the file has no further line in it.
    if (next === from) break;
    from = next;
  }
  yield { fact: null, offset: end };
}

/** The first two lines at a place. */
function firstFacts(fd: number, offset: number): (Fact | null)[] {
  const lines = firstLines(fd, offset, PAYMENT_BYTES);
  return (lines.length < 2 ? firstLines(fd, offset, 2 * LINE_BYTES_MAX) : lines).slice(0, 2).map(parseFact);
}

/** Those that end within so many bytes. */
function firstLines(fd: number, offset: number, length: number): string[] {
  const bytes = Buffer.allocUnsafe(length);
  const count = readSync(fd, bytes, 0, length, offset);
  return bytes.toString('utf8', 0, count).split('\n').slice(0, -1).filter((line) => line !== '');
}

/** A new file's name is durable only when its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
