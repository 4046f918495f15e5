import { fstatSync, readSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '#src/lib/assert.ts';
import { formatFact, parseFact } from './fact.ts';
import type { Fact } from './fact.ts';
import { createPayments } from './payments.ts';
import type { Payment } from './payments.ts';

export const BOOK_FILE = 'rail-book.jsonl';
const CHUNK_BYTES = 1 << 20;
const LINE_BYTES_MAX = 65_536;
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
 * What is in memory is a fold of the file and nothing else, so what a kill -9 leaves is what the next process knows.
 * Appends that arrive while one is being synced share the next write and its fsync.
 */
export async function openRailBook(directory: string): Promise<RailBook> {
  await mkdir(directory, { recursive: true });
  const file = await open(join(directory, BOOK_FILE), 'a+');
  await syncDirectory(directory);
  const payments = createPayments();
  const refresh = tailReader(file.fd, (line) => {
    const fact = parseFact(line);
    if (fact !== null) payments.apply(fact);
  });
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

  function* decided(): Iterable<Payment> {
    refresh();
    for (const payment of payments.all()) if (payment.verdict !== null) yield payment;
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

/** A function that hands over each whole line that was appended since its last call. Synchronous: the tail is in the page cache. */
function tailReader(fd: number, onLine: (line: string) => void): () => void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let offset = 0;
  let rest = Buffer.alloc(0);
  return () => {
    while (fstatSync(fd).size > offset) {
      const count = readSync(fd, chunk, 0, CHUNK_BYTES, offset);
      if (count === 0) return;
      offset += count;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      const end = bytes.lastIndexOf(0x0a);
      for (const line of bytes.toString('utf8', 0, end + 1).split('\n')) if (line !== '') onLine(line);
      // Longer than any line of ours: junk, and dropped so that it cannot grow without bound.
      rest = bytes.length - end - 1 > LINE_BYTES_MAX ? Buffer.alloc(0) : Buffer.from(bytes.subarray(end + 1));
    }
  };
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
