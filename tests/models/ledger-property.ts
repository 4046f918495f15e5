/** The ledger against its model, on real PostgreSQL. */
import fc from 'fast-check';
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { assert } from '#src/lib/assert.ts';
import { ledgerCommands } from './ledger-commands.ts';
import { createLedgerModel } from './ledger-model.ts';

/** Runs so many random lists of commands. @throws with the seed and the shortest list that fails. */
export async function ledgerProperty(db: Database, tenantId: string, options: { seed: number; runs: number }): Promise<void> {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(ledgerCommands, async (commands) => {
      run += 1;
      const real = { db, tenantId, run: `m${options.seed}.${run}` };
      await fc.asyncModelRun(() => ({ model: createLedgerModel(), real }), commands);
    }),
    { seed: options.seed, numRuns: options.runs },
  );
  await entriesAddUp(db, tenantId);
}

/** Afterwards every stored balance equals its entries, counted one by one here. */
async function entriesAddUp(db: Database, tenantId: string): Promise<void> {
  const { entries, accounts } = await db.read(tenantId, async (tx) => ({
    entries: await tx.rows<{ kind: string; debit: string; credit: string; amount: bigint }>(sql`
      select kind, debit_account as debit, credit_account as credit, amount_kobo as amount from ledger_entry where tenant_id = ${tx.tenantId}`),
    accounts: await tx.rows<{ id: string; ledger: bigint; held: bigint }>(sql`
      select ledger_account_id as id, posted_credit - posted_debit as ledger, pending_debit as held from ledger_account where tenant_id = ${tx.tenantId} and stores_balance`),
  }));
  const ledger = new Map<string, bigint>();
  const held = new Map<string, bigint>();
  const add = (to: Map<string, bigint>, account: string, amount: bigint): void => void to.set(account, (to.get(account) ?? 0n) + amount);
  for (const { kind, debit, credit, amount } of entries) {
    if (kind === 'pending') add(held, debit, amount);
    else if (kind !== 'single') add(held, debit, -amount);
    if (kind === 'post' || kind === 'single') {
      add(ledger, debit, -amount);
      add(ledger, credit, amount);
    }
  }
  for (const account of accounts) {
    assert(account.ledger === (ledger.get(account.id) ?? 0n) && account.held === (held.get(account.id) ?? 0n), `${account.id} does not equal its entries`);
  }
}
