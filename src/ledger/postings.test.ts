import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contraAccounts, lockBalances, openDepositAccount, post, type Posting } from './postings.ts';

/** What foreign keys said of entries before migration 60. */
const deposit = '9900000001';
let database: TestDatabase;
let db: Database;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 2, onError: () => undefined });
  tenantId = (await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization')).tenants.sandbox;
  await db.write(tenantId, async (tx) => {
    await openDepositAccount(tx, deposit);
    await post(tx, [posting({ entryId: 'funds', debitAccount: contraAccounts.sandboxFunding, creditAccount: deposit, amountKobo: 100n })]);
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function posting(some: Partial<Posting> & Pick<Posting, 'entryId'>): Posting {
  return { kind: 'single', pendingId: null, debitAccount: deposit, creditAccount: contraAccounts.railClearing, amountKobo: 10n, code: 'transfer', reference: some.entryId, narration: '', ...some };
}

function write(postings: readonly Posting[]): Promise<void> {
  return db.write(tenantId, async (tx) => {
    await lockBalances(tx, [deposit]);
    await post(tx, postings);
  });
}

async function entryIds(): Promise<string[]> {
  const rows = await db.read(tenantId, (tx) => tx.rows<{ id: string }>(sql`select ledger_entry_id as id from ledger_entry where tenant_id = ${tenantId} order by 1`));
  return rows.map((row) => row.id);
}

describe('nothing is written of entries that name', () => {
  test.each([
    ['a payer that was never opened', posting({ entryId: 'x', debitAccount: '9900000009' })],
    ['a payee that was never opened', posting({ entryId: 'x', creditAccount: '9900000009' })],
    ['a payee on hold that was never opened', posting({ entryId: 'x', kind: 'pending', creditAccount: '9900000009' })],
  ])('%s', async (_what, wrong) => {
    await expect(write([posting({ entryId: 'good' }), wrong])).rejects.toThrow('never opened');
    expect(await entryIds()).toEqual(['funds']);
  });

  test.each([
    ['a hold that is not there', 'post', 'nothing'],
    ['an entry that is no hold', 'void', 'funds'],
  ] as const)('%s', async (_what, kind, pendingId) => {
    await expect(write([posting({ entryId: 'x', kind, pendingId })])).rejects.toMatchObject({ code: '23514' });
    expect(await entryIds()).toEqual(['funds']);
  });
});

test('a hold is resolved once', async () => {
  await write([posting({ entryId: 'hold', kind: 'pending', amountKobo: 40n })]);
  await write([posting({ entryId: 'post', kind: 'post', pendingId: 'hold', amountKobo: 40n })]);
  await expect(write([posting({ entryId: 'void', kind: 'void', pendingId: 'hold', amountKobo: 40n })])).rejects.toMatchObject({ constraint: 'ledger_entry_resolves' });
  expect(await entryIds()).toEqual(['funds', 'hold', 'post']);
});

test('between accounts of the bank alone no stored balance changes, and all entries stand', async () => {
  await write([posting({ entryId: 'there', debitAccount: contraAccounts.railClearing, creditAccount: contraAccounts.sandboxFunding }), posting({ entryId: 'back', debitAccount: contraAccounts.sandboxFunding })]);
  expect(await entryIds()).toEqual(['back', 'funds', 'hold', 'post', 'there']);
});
