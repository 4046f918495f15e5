/** Banks as callers see them: whether each of them answers, from the caller's own enquiries and payments. */
import { availabilityOf, type Availability, unknownAvailability } from '#src/banks/availability.ts';
import type { Bank } from '#src/banks/banks.ts';
import type { Context } from '#src/context.ts';
import type { ReadTx } from '#src/db/database.ts';
import { isoMillisOrNull } from '#src/lib/time.ts';
import { readBankMinutes } from './bank-answer-store.ts';

export type AvailabilityOf = (bank: Bank) => Availability;

/** Of these banks; of all of them when none are named. */
export async function readAvailability(ctx: Pick<Context, 'banks'>, tx: ReadTx, banks: readonly Bank[] | null): Promise<AvailabilityOf> {
  const minutes = await readBankMinutes(tx, banks === null ? null : banks.map(({ code }) => code));
  return (bank) => {
    // Accounts here are looked up in our own books, which answer whenever we do.
    if (bank.code === ctx.banks.operator.code) return { ...unknownAvailability, status: 'available' };
    const known = minutes.get(bank.code);
    return known === undefined ? unknownAvailability : availabilityOf(known, tx.now);
  };
}

/** As it stands on the wire, and in the details of refusals and warnings. */
export function availabilityData({ status, answered, failed, since, lastAnsweredAt }: Availability) {
  return { status, answered, failed, since: isoMillisOrNull(since), lastAnsweredAt: isoMillisOrNull(lastAnsweredAt) };
}
