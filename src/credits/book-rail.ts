/**
 * The rail inside the house: an account of the operator's own bank that belongs to another organization. Money between
 * two tenants never shares a transaction; it leaves one and enters the other as an inbound credit, applied once by the
 * rail reference, so that asking and sending again are harmless.
 */
import { type Account, ownerOfNumber, selectAccounts } from '#src/accounts/store.ts';
import type { Database, ReadTx } from '#src/db/database.ts';
import type { Rail, RailEvidence } from '#src/transfers/rails/rail.ts';
import type { Lane } from '#src/work/lanes.ts';
import { type Credit, type CreditOutcome, isApplied } from './credit.ts';
import { nipCodeOf } from './nip-code.ts';

export function createBookRail(db: Database, creditLane: Lane<Credit, CreditOutcome>, environment: 'sandbox' | 'live'): Rail {
  const ownerOf = (accountNumber: string): Promise<string | null> => db.across('directory', (tx) => ownerOfNumber(tx, environment, accountNumber));
  /** Where each reference went: a query carries only the reference. Lost on a restart, when the directory of no number is known. */
  const owners = new Map<string, string>();

  return {
    name: 'book',
    dedupes: true,
    lateBoundSeconds: null,
    queryScheduleSeconds: [1, 2, 5, 15, 60],
    async enquire(enquiry) {
      try {
        const owner = await ownerOf(enquiry.accountNumber);
        const account = owner === null ? undefined : await db.read(owner, (tx) => findLiving(tx, enquiry.accountNumber));
        if (account === undefined) return { outcome: 'account_not_found', responseCode: '07' };
        return { outcome: 'found', sessionId: enquiry.sessionId, accountName: account.name };
      } catch {
        return { outcome: 'unavailable', responseCode: '91' };
      }
    },
    async send(instruction): Promise<RailEvidence> {
      try {
        const owner = await ownerOf(instruction.beneficiaryAccountNumber);
        if (owner === null) return { verdict: 'reject', responseCode: '07' };
        owners.set(instruction.railRef, owner);
        const applied = await creditLane.run(owner, {
          sessionId: instruction.railRef,
          accountNumber: instruction.beneficiaryAccountNumber,
          amountKobo: instruction.amountKobo,
          senderName: instruction.sourceAccountName,
          narration: instruction.narration,
          from: 'rail_clearing',
        });
        const responseCode = nipCodeOf(applied);
        if (responseCode === '00') return { verdict: 'success', responseCode, railSessionId: instruction.railRef };
        // Under this reference something else was credited: that proves nothing about this payment.
        if (applied.outcome === 'conflict') return { verdict: 'indeterminate', responseCode, detail: 'reference_conflict' };
        return { verdict: 'reject', responseCode };
      } catch {
        return { verdict: 'indeterminate', responseCode: null, detail: 'database' };
      }
    },
    async query(railRef): Promise<RailEvidence> {
      const owner = owners.get(railRef);
      // Unknown here is "not found", and since this rail dedupes, not found means: send it again.
      if (owner === undefined) return { verdict: 'not_found', responseCode: '25' };
      try {
        return (await isApplied({ db }, owner, railRef)) ? { verdict: 'success', responseCode: '00', railSessionId: railRef } : { verdict: 'not_found', responseCode: '25' };
      } catch {
        return { verdict: 'indeterminate', responseCode: null, detail: 'database' };
      }
    },
  };
}

/** A virtual account that expired is not there any more for who wants to pay. */
async function findLiving(tx: ReadTx, accountNumber: string): Promise<Account | undefined> {
  const account = (await selectAccounts(tx, [accountNumber])).get(accountNumber);
  return account?.expiresAt != null && account.expiresAt <= tx.now ? undefined : account;
}
