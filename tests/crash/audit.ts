/** Compares what the caller was told with what is true, and the three books with each other. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { checkBooks } from '#src/cli/books.ts';
import { createDatabase } from '#src/db/database.ts';
import { openRailBook } from '#src/sandbox/rail-simulator/book.ts';
import type { Caller } from './caller.ts';
import type { Load } from './load.ts';
import { compareBatches } from './load-bulk.ts';

const unfinished = `
  select 'transfer ' || transaction_id || ' is ' || state as what from openteller.transfer where state not in ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'RETURNED')
  union all select 'bulk transfer ' || batch_id || ' is ' || state from openteller.transfer_batch where state in ('enquiring', 'processing')
  union all select 'message ' || message_id || ' is ' || state from openteller.message where state = 'queued'
  union all select 'delivery of ' || event_id || ' is ' || state from openteller.webhook_delivery where state = 'pending'`;

/** Every transfer that is not over must have its next look on the calendar: nothing is ever stuck without one. */
const forgotten = `
  select 'transfer ' || transaction_id || ' is ' || state || ' and nobody will look at it' as what from openteller.transfer
  where state in ('AWAITING_OTP', 'SCHEDULED', 'AUTHORISED', 'SENDING', 'UNKNOWN') and next_at is null`;

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function linesOf(client: pg.Client, query: string): Promise<string[]> {
  return (await client.query<{ what: string }>(query)).rows.map((row) => row.what);
}

/**
 * Waits until every transfer, message and delivery is over, moving the tenant's clock over leases and waits. What is left
 * after the limit is a difference; so is a transfer that nobody would look at again.
 */
export async function untilQuiet(connection: pg.ClientConfig, caller: Caller, limitMs: number): Promise<string[]> {
  return withClient(connection, async (client) => {
    const stuck = await linesOf(client, forgotten);
    const until = performance.now() + limitMs;
    for (let looks = 1; ; looks += 1) {
      const left = await linesOf(client, unfinished);
      if (left.length === 0) return stuck;
      if (performance.now() > until) return [...stuck, ...left];
      if (looks % 4 === 0) await caller.send('/sandbox/clock', { advanceSeconds: 40 });
      await pause(100);
    }
  });
}

/** Each acknowledged success, asked for once more, is answered by the very same bytes: nothing runs a second time. */
export async function replays(caller: Caller): Promise<string[]> {
  const acknowledged = caller.log.filter((entry) => entry.status === 200 && entry.path !== '/sandbox/clock');
  const differences: string[] = [];
  for (const entry of acknowledged) {
    const again = await caller.send(entry.path, entry.body, entry.requestId);
    if (again.text !== entry.text) differences.push(`${entry.path} ${entry.requestId} was answered ${entry.text.slice(0, 200)} and then ${again.text.slice(0, 200)}`);
  }
  return differences;
}

type Row = { transaction_id: string; state: string; amount_kobo: string; batch_id: string | null };

/** The caller's log against the tables: all it was told is there, and nothing is there that it did not ask for. */
export async function compareWithLog(connection: pg.ClientConfig, caller: Caller, load: Load, creditsBefore: number): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<Row>('select transaction_id, state, amount_kobo::text, batch_id from openteller.transfer');
    const found = new Map(rows.map((row) => [row.transaction_id, row]));
    const told = new Set(load.transfers.map((transfer) => transfer.transactionId));
    const credits = (await client.query<{ n: number }>('select count(*)::int as n from openteller.inbound_credit')).rows[0]?.n ?? 0;
    const twice = await linesOf(client, `
      select subject || ' has ' || count(*) || ' events ' || kind as what from openteller.event
      where kind in ('payment.success', 'payment.failed', 'payment.reversed') group by subject, kind having count(*) > 1`);
    const transfers = load.transfers.flatMap(({ transactionId, naira }) => {
      const row = found.get(transactionId);
      if (row === undefined) return [`transfer ${transactionId} was acknowledged and is not there`];
      if (row.amount_kobo !== `${naira * 100}`) return [`transfer ${transactionId} of ${naira} naira is ${row.amount_kobo} kobo`];
      return load.confirmed.has(transactionId) && (row.state === 'AWAITING_OTP' || row.state === 'EXPIRED') ? [`the confirmation of ${transactionId} was acknowledged and it is ${row.state}`] : [];
    });
    return [
      ...transfers,
      ...rows.filter((row) => row.batch_id === null && !told.has(row.transaction_id)).map((row) => `transfer ${row.transaction_id} was never acknowledged, though every requestId was answered in the end`),
      ...(credits === creditsBefore + load.credits.length ? [] : [`${load.credits.length} credits were acknowledged and ${credits - creditsBefore} are in the books`]),
      ...twice,
      ...(await compareBatches(client, load.batches)),
      ...load.refused.map((answer) => `${answer.path} was refused: ${answer.status} ${answer.text.slice(0, 300)}`),
    ];
  });
}

export async function compareBooks(connection: pg.ClientConfig, railDirectory: string): Promise<string[]> {
  const db = createDatabase(connection, { poolSize: 2, onError: () => undefined });
  const book = await openRailBook(railDirectory);
  try {
    return await checkBooks(db, book);
  } finally {
    await book.close();
    await db.close();
  }
}

export const railDirectoryIn = (dataDir: string): string => join(dataDir, 'rail-simulator');
