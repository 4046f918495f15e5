/** What puts accounts into a customer's list without anybody asking for it: an enquiry that names the customer, and a payment that arrived. */
import { findCustomers } from '#src/customers/find-customer.ts';
import type { Asker, Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import type { Ids } from '#src/lib/ids.ts';
import { type Beneficiary, type NewBeneficiary, savePaid, upsertBeneficiary } from './beneficiary-store.ts';
import type { Enquiry } from './enquiry-store.ts';
import type { Transfer } from './transfer.ts';

/** @throws Failure customer_not_found; `field` names the customer in the body, where it stands there */
export async function customerMustExist(tx: Asker, customerId: string, field?: string): Promise<void> {
  if (!(await findCustomers(tx, [customerId])).has(customerId)) throw fail('customer_not_found', field === undefined ? {} : { field });
}

/** The account that an enquiry found, with the name it has now. The customer must exist. */
export function saveEnquired(tx: Tx, ids: Ids, customerId: string, { accountNumber, bankCode, accountName }: Pick<Enquiry, 'accountNumber' | 'bankCode' | 'accountName'>): Promise<Beneficiary> {
  return upsertBeneficiary(tx, { beneficiaryId: ids.newId('ben'), customerId, accountNumber, bankCode, accountName });
}

/** Of the transfers that a batch moved, the beneficiaries of those that arrived, for the customers who paid; each once. */
export async function saveArrived(tx: Tx, ids: Ids, moved: Iterable<Transfer>): Promise<void> {
  const paid = new Map<string, NewBeneficiary>();
  for (const { state, customerId, beneficiaryAccountNumber: accountNumber, beneficiaryBankCode: bankCode, beneficiaryAccountName: accountName } of moved) {
    if (state !== 'COMPLETED' || customerId === null) continue;
    paid.set(`${customerId} ${bankCode} ${accountNumber}`, { beneficiaryId: ids.newId('ben'), customerId, accountNumber, bankCode, accountName });
  }
  await savePaid(tx, [...paid.values()]);
}
