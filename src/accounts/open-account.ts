/** Generates an account: a real NUBAN of the operator's bank, its ledger account, and the event. */
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import { openDepositAccount } from '#src/ledger/postings.ts';
import { makeNuban } from '#src/lib/nuban.ts';
import type { Place } from '#src/organizations/keyring.ts';
import { type AccountType, insertAccount, takeNumber } from './store.ts';

export type NewAccount = {
  type: AccountType;
  customerId: string | null;
  name: string;
  /** E.164, for accounts without a customer. */
  phone: string | null;
  /** Of a virtual account. */
  virtual?: { settlesTo: string; expiresAt: Date };
};

/** A free number is found at once unless nearly all 999,999,990 are taken. */
const maxDraws = 20;

export const accountPhonePlace = (accountNumber: string): Place => ({ table: 'account', column: 'phone', row: accountNumber });

/** Opens the account in the given transaction and answers its number. */
export async function openAccount(ctx: Pick<Context, 'config' | 'ids' | 'keyring'>, tx: Tx, account: NewAccount): Promise<string> {
  const accountNumber = await drawNumber(ctx, tx);
  const keys = await ctx.keyring.of(tx.tenantId);
  await openDepositAccount(tx, accountNumber);
  await insertAccount(tx, {
    accountNumber,
    type: account.type,
    customerId: account.customerId,
    name: account.name,
    phoneSealed: account.phone === null ? null : keys.seal(accountPhonePlace(accountNumber), account.phone),
    settlesTo: account.virtual?.settlesTo ?? null,
    expiresAt: account.virtual?.expiresAt ?? null,
  });
  await emit(tx, ctx.ids, [{
    kind: 'account.created',
    subject: accountNumber,
    sequence: 1,
    data: { accountNumber, accountName: account.name, type: account.type, customerId: account.customerId },
  }]);
  return accountNumber;
}

async function drawNumber(ctx: Pick<Context, 'config' | 'ids'>, tx: Tx): Promise<string> {
  for (let draw = 1; draw <= maxDraws; draw += 1) {
    const accountNumber = makeNuban(ctx.config.operator.cbnCode, ctx.ids.nubanSerial());
    if (await takeNumber(tx, accountNumber)) return accountNumber;
  }
  throw new Error('No free account number was found.');
}
