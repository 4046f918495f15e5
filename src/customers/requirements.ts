/** What a customer still owes: pure, so that each list and record says the same. */
import type { RejectedCheck } from '#src/kyc/find-checks.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { CustomerRow } from './store.ts';
import type { Requirements } from './wire.ts';

/** Kinds of checks that add a tier, and so can be rejected and tried again. */
export const tierChecks = ['nin', 'face'] as const;

type Judged = Pick<CustomerRow, 'classType' | 'ninSealed' | 'faceChecked' | 'ownersKnown' | 'address' | 'erasedAt'>;

/**
 * Due now, due for the next tier (each of these adds one), and rejected with its reason while it is not met.
 * `ninFirst`: the policy makes the NIN a person's condition of tier 2, so that the face is due only after it.
 */
export function requirementsOf(customer: Judged, rejected: readonly RejectedCheck[], ninFirst: boolean): Requirements {
  if (customer.erasedAt !== null) return { currentlyDue: [], dueForNextTier: [], rejected: [] };
  const isBusiness = customer.classType === 'BUSINESS';
  const dueForNextTier: Requirements['dueForNextTier'] = [];
  if (isBusiness && !customer.ownersKnown) {
    dueForNextTier.push({ requirement: 'shareholders', why: 'Shareholders who hold more than 95 percent together, each with a BVN that passes, make the owners known. They are given when the profile is created, or by POST /customer/profile/business/{customerId}/shareholders.' });
  }
  if (!isBusiness && customer.ninSealed === null) {
    dueForNextTier.push({ requirement: 'nin', why: 'A NIN that fits the names and the date of birth adds a tier: POST /customer/kyc/{customerId} with nin.' });
  }
  if (!customer.faceChecked && (isBusiness || !ninFirst || customer.ninSealed !== null)) {
    const whose = isBusiness ? 'the first director' : 'the customer';
    dueForNextTier.push({ requirement: 'livePicture', why: `A picture of ${whose} that matches the photo behind the BVN adds a tier: POST /customer/kyc/{customerId} with livePicture.` });
  }
  return {
    currentlyDue: customer.address.address === null && customer.address.street === null
      ? [{ requirement: 'address', why: 'Every tier asks for an address: PUT /customer/profile/{customerId} with address.' }]
      : [],
    dueForNextTier,
    rejected: rejected.flatMap(({ kind, outcome, checkId, at }) => {
      const requirement = kind === 'nin' ? 'nin' : 'livePicture';
      return dueForNextTier.some((due) => due.requirement === requirement) ? [{ requirement, reason: outcome, checkId, at: isoMillis(at) } as const] : [];
    }),
  };
}
