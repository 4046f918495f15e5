/** What a race begins with: accounts with money, beneficiaries, and transfers that wait for their OTP. */
import { randomInt } from 'node:crypto';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { assert } from '#src/lib/assert.ts';
import type { Call, Pair, Tenant } from './pair.ts';

export type Pending = { transactionId: string; otpReferenceId: string };
export type Source = { accountNumber: string; customerId: string | null; accountName: string };

/** Passes for every live reference in the sandbox. */
export const rightOtp = '123456';

const firstSerial = randomInt(1_000_000_000);
let serial = 0;

/** A BVN nobody else has, outside the reserved numbers. */
function freshNumber(): string {
  serial += 1;
  return `2${String((firstSerial + serial) % 10_000_000_000).padStart(10, '0')}`;
}

export async function openCustomer(pair: Pair, tenant?: Tenant): Promise<string> {
  const { customerId } = await pair.must(0, {
    method: 'POST', path: '/customer/profile/individual',
    body: { firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: freshNumber() },
  }, tenant);
  return String(customerId);
}

/** An account of a customer, or a collection account of the caller. */
export async function openSource(pair: Pair, options: { customerId?: string; naira?: number; tenant?: Tenant } = {}): Promise<Source> {
  const { customerId, naira = 0, tenant } = options;
  const data = await pair.must(0, customerId === undefined
    ? { method: 'POST', path: '/account/collection', body: { name: 'Specimen Collections', phone: '08039876543' } }
    : { method: 'POST', path: '/account/bank/create/personal', body: { customerId } }, tenant);
  const accountNumber = String(data['accountNumber']);
  if (naira > 0) await pair.must(0, credit(accountNumber, naira), tenant);
  return { accountNumber, customerId: customerId ?? null, accountName: String(data['accountName']) };
}

export function credit(accountNumber: string, naira: number): Call {
  return { method: 'POST', path: '/sandbox/credit', body: { accountNumber, amount: naira } };
}

export type Asked = { amount: number; to?: { accountNumber: string; bankCode: string }; narration?: string };

/** Another bank's account. */
export const elsewhere = { accountNumber: '0123456789', bankCode: '058' } as const;
/** An account here, by its number. */
export const here = (accountNumber: string) => ({ accountNumber, bankCode: DEFAULT_OPERATOR.nipCode });

/** The call that initiates, after its name enquiry. */
export async function prepare(pair: Pair, source: Source, { amount, to = elsewhere, narration = 'Race' }: Asked, options: { program?: number; tenant?: Tenant } = {}): Promise<Call> {
  const enquiry = await pair.must(options.program ?? 0, { method: 'POST', path: '/transfer/name-enquiry', body: to }, options.tenant);
  const from = source.customerId === null ? {} : { customerId: source.customerId, sourceAccountName: source.accountName };
  return {
    method: 'POST',
    path: source.customerId === null ? '/transfer/collection/initiate' : '/transfer/customer/initiate',
    body: {
      ...from, sourceAccountNumber: source.accountNumber, nameEnquirySessionId: enquiry['sessionId'], beneficiaryAccountName: enquiry['accountName'],
      beneficiaryAccountNumber: to.accountNumber, beneficiaryBankCode: to.bankCode, amount, narration,
    },
  };
}

/** A transfer that waits for its OTP. */
export async function pending(pair: Pair, source: Source, asked: Asked, options: { program?: number; tenant?: Tenant } = {}): Promise<Pending> {
  return pendingOf(await pair.must(options.program ?? 0, await prepare(pair, source, asked, options), options.tenant));
}

export function pendingOf(data: Record<string, unknown>): Pending {
  const { transactionId, otpReferenceId } = data;
  assert(typeof transactionId === 'string' && typeof otpReferenceId === 'string', 'an initiation answers its references');
  return { transactionId, otpReferenceId };
}

export function validate(transfer: Pending, otp: string = rightOtp): Call {
  return { method: 'POST', path: '/transfer/validate', body: { ...transfer, otp } };
}

export type Balances = { ledger: number; available: number; held: number };

/** Kobo, from the database. */
export async function balanceOf(pair: Pair, accountNumber: string): Promise<{ ledger: bigint; held: bigint; available: bigint }> {
  const [row] = await pair.query<{ ledger: string; held: string }>(
    'select posted_credit - posted_debit as ledger, pending_debit as held from ledger_account where ledger_account_id = $1 and stores_balance', [accountNumber]);
  assert(row !== undefined, 'an account has a balance');
  const [ledger, held] = [BigInt(row.ledger), BigInt(row.held)];
  return { ledger, held, available: ledger - held };
}
