/** What other features may know about checks. */
import type { Asker } from '#src/db/database.ts';
import { type CheckKind, loadNewestChecks } from './store.ts';

/** A customer's newest check of one kind that was decided, where it did not pass. */
export type RejectedCheck = {
  customerId: string;
  kind: string;
  checkId: string;
  /** Code of the first reason against it. */
  outcome: string;
  at: Date;
};

/** What was rejected last among these kinds, by customerId; one query for any number of customers. */
export async function findRejectedChecks(tx: Asker, customerIds: readonly string[], kinds: readonly CheckKind[]): Promise<Map<string, RejectedCheck[]>> {
  const byCustomer = new Map<string, RejectedCheck[]>();
  if (customerIds.length === 0) return byCustomer;
  for (const { customerId, kind, checkId, outcome, createdAt } of await loadNewestChecks(tx, customerIds, kinds)) {
    if (customerId === null || outcome === 'passed') continue;
    byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), { customerId, kind, checkId, outcome, at: createdAt }]);
  }
  return byCustomer;
}
