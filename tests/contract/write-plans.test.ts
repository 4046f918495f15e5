/**
 * What a payment writes is found by its keys from the first payment on: a plan that is made while a table is young, and reads all of it, is kept while the table grows.
 * Every statement that the program sends on the way of payments, credits and their endings is planned in a database that nobody has analyzed.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tx } from '#src/db/database.ts';
import { isRecord } from '#src/lib/assert.ts';
import { enquire, initiate, openCollection, openPayer, ownBank, type Payer, pending, pendingOf, statusUntil, succeed, transferBody, validate, wrongOtp } from '#tests/journeys/payer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let payer: Payer;
/** Statements by their text. */
const sent = new Set<string>();

beforeAll(async () => {
  const { parse } = pg.Connection.prototype;
  vi.spyOn(pg.Connection.prototype, 'parse').mockImplementation(function heard(this: pg.Connection, ...given: unknown[]): void {
    const [statement] = given;
    if (isRecord(statement) && typeof statement['text'] === 'string') sent.add(statement['text']);
    Reflect.apply(parse, this, given);
  });
  app = await startTestApp();
  payer = await openPayer(app);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const plans = (tx: Tx, text: string, name: string): Promise<Record<string, unknown>[]> => {
  const places = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
  const nulls = Array.from({ length: places }, () => 'null').join(', ');
  const asked = (words: string, as: string) => tx.rows<Record<string, unknown>>({ text: words, values: [], name: as });
  return asked(`prepare ${name} as ${text}`, `${name}_text`).then(() => asked(`explain (format json) execute ${name}${places === 0 ? '' : `(${nulls})`}`, `${name}_plan`));
};

/** Looks at tables that no key leads to. */
function unled(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap((each: unknown) => unled(each));
  if (!isRecord(plan)) return [];
  const table = plan['Relation Name'];
  const led = 'Index Cond' in plan || 'Recheck Cond' in plan || 'TID Cond' in plan || plan['Node Type'] === 'ModifyTable';
  return [...(typeof table === 'string' && !led ? [`${String(plan['Node Type'])} of ${table}`] : []), ...Object.values(plan).flatMap((value) => (typeof value === 'object' ? unled(value) : []))];
}

test('no statement by lists of rows reads a whole table', async () => {
  const near = await openPayer(app);
  const collection = await openCollection(app);
  const paid = await pending(app, payer);
  await succeed(validate(app, paid));
  await succeed(validate(app, await pending(app, payer, { beneficiary: await enquire(app, near.accountNumber, ownBank) })));
  await succeed(app.call('POST', '/transfer/collection/initiate', { ...await enquire(app), sourceAccountNumber: collection, amount: 500 }));
  const refused = pendingOf(await succeed(initiate(app, payer)));
  await validate(app, refused, wrongOtp);
  const later = pendingOf(await succeed(app.call('POST', '/transfer/customer/initiate', transferBody(near, await enquire(app), { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }))));
  await succeed(validate(app, later));
  await statusUntil(app, paid.transactionId, { status: 'SUCCESS' });

  const byLists = [...sent].filter((text) => /\bunnest\(/.test(text) && /^\s*(insert|update|select|with|delete)\b/i.test(text));
  expect(byLists.length).toBeGreaterThan(25);
  const faults: string[] = [];
  await app.db.write(app.tenantId, async (tx) => {
    for (const [index, text] of byLists.entries()) {
      for (const fault of unled(await plans(tx, text, `planned_${index}`))) faults.push(`${fault}, in ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
    }
  });
  expect(faults).toEqual([]);
});
