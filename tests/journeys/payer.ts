/** What most journeys begin with: somebody with money, a beneficiary, and the steps of a transfer, over HTTP. */
import { randomInt } from 'node:crypto';
import { setTimeout as nextLook } from 'node:timers/promises';
import { expect } from 'vitest';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import type { Answered, TestApp, TestTenant } from '#tests/support/test-app.ts';

export type Payer = { customerId: string; accountNumber: string; accountName: string };
export type Beneficiary = { nameEnquirySessionId: string; beneficiaryAccountName: string; beneficiaryAccountNumber: string; beneficiaryBankCode: string };
export type Pending = { transactionId: string; otpReferenceId: string };

/** NIP code of the operator's own bank in tests. */
export const ownBank = DEFAULT_OPERATOR.nipCode;
/** Passes for every live reference in the sandbox. */
export const rightOtp = '123456';
/** Drawn as a real code once in a million runs. */
export const wrongOtp = '000001';

const firstSerial = randomInt(1_000_000_000);
let serial = 0;

/** A BVN or NIN that no other call of this process gives, and that is not reserved. */
export function freshNumber(): string {
  serial += 1;
  return `2${String((firstSerial + serial) % 10_000_000_000).padStart(10, '0')}`;
}

/** The body of a person who does not exist. */
export function person(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: freshNumber(), ...changes };
}

/** The answer, when it is a success; fails with its text otherwise. */
export async function succeed(answer: Promise<Answered>): Promise<Answered> {
  const answered = await answer;
  expect(answered.status, answered.text).toBe(200);
  return answered;
}

/** A refusal as (HTTP status, statusCode, codes), for one comparison. */
export async function refusal(answer: Promise<Answered>): Promise<unknown[]> {
  const { status, json, codes } = await answer;
  return [status, json['statusCode'], ...codes];
}

export async function openCustomer(tenant: TestTenant, changes: Record<string, unknown> = {}): Promise<string> {
  return String((await succeed(tenant.call('POST', '/customer/profile/individual', person(changes)))).data['customerId']);
}

export async function openAccount(tenant: TestTenant, customerId: string): Promise<string> {
  return String((await succeed(tenant.call('POST', '/account/bank/create/personal', { customerId }))).data['accountNumber']);
}

export async function fund(tenant: TestTenant, accountNumber: string, naira: number): Promise<void> {
  await succeed(tenant.call('POST', '/sandbox/credit', { accountNumber, amount: naira }));
}

/** A customer with one account that holds `naira`. */
export async function openPayer(tenant: TestTenant, naira = 10_000, changes: Record<string, unknown> = {}): Promise<Payer> {
  const customerId = await openCustomer(tenant, changes);
  const accountNumber = await openAccount(tenant, customerId);
  if (naira > 0) await fund(tenant, accountNumber, naira);
  const { data } = await succeed(tenant.call('GET', `/account/${accountNumber}`));
  return { customerId, accountNumber, accountName: String(data['accountName']) };
}

export async function openCollection(tenant: TestTenant, naira = 10_000, phone = '08039876543'): Promise<string> {
  const accountNumber = String((await succeed(tenant.call('POST', '/account/collection', { name: 'Specimen Collections', phone }))).data['accountNumber']);
  if (naira > 0) await fund(tenant, accountNumber, naira);
  return accountNumber;
}

/** An enquired account, at another bank unless the numbers say otherwise; good for one transfer. */
export async function enquire(tenant: TestTenant, accountNumber = '0123456789', bankCode = '058', headers: Record<string, string> = {}): Promise<Beneficiary> {
  const { data } = await succeed(tenant.call('POST', '/transfer/name-enquiry', { accountNumber, bankCode }, headers));
  return {
    nameEnquirySessionId: String(data['sessionId']), beneficiaryAccountName: String(data['accountName']), beneficiaryAccountNumber: accountNumber, beneficiaryBankCode: bankCode,
  };
}

/** The body of a customer's transfer to this beneficiary. */
export function transferBody(payer: Payer, beneficiary: Beneficiary, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { customerId: payer.customerId, sourceAccountName: payer.accountName, sourceAccountNumber: payer.accountNumber, ...beneficiary, amount: 1000, ...changes };
}

/** Enquires and initiates; the answer as it comes. `changes` go into the body. */
export async function initiate(tenant: TestTenant, payer: Payer, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answered> {
  return tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant), changes), headers);
}

/** A transfer that waits for its OTP, to an account at another bank unless `beneficiary` says otherwise. */
export async function pending(
  tenant: TestTenant,
  payer: Payer,
  options: { amount?: number; beneficiary?: Beneficiary; headers?: Record<string, string>; narration?: string } = {},
): Promise<Pending> {
  const { amount = 1000, headers = {}, narration = 'Rent' } = options;
  const beneficiary = options.beneficiary ?? (await enquire(tenant));
  return pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary, { amount, narration }), headers)));
}

export function pendingOf({ data }: Answered): Pending {
  return { transactionId: String(data['transactionId']), otpReferenceId: String(data['otpReferenceId']) };
}

export function validate(tenant: TestTenant, transfer: Pending, otp: string = rightOtp, headers: Record<string, string> = {}): Promise<Answered> {
  return tenant.call('POST', '/transfer/validate', { ...transfer, otp }, headers);
}

/** A confirmed transfer. */
export async function confirmed(tenant: TestTenant, payer: Payer, options: Parameters<typeof pending>[2] = {}): Promise<Pending> {
  const transfer = await pending(tenant, payer, options);
  await succeed(validate(tenant, transfer));
  return transfer;
}

export async function balances(tenant: TestTenant, accountNumber: string): Promise<unknown> {
  return (await succeed(tenant.call('GET', `/account/${accountNumber}`))).data['balances'];
}

/** An account where nothing is held. */
export const atRest = (naira: number): unknown => ({ ledger: naira, available: naira, held: 0 });

export async function statusOf(tenant: TestTenant, transactionId: string): Promise<Record<string, unknown>> {
  return (await succeed(tenant.call('GET', `/transfer/status/${transactionId}`))).data;
}

/** Asks for the status until it fits `wanted`, at most a minute; then it must fit. */
export async function statusUntil(tenant: TestTenant, transactionId: string, wanted: Record<string, unknown>): Promise<Record<string, unknown>> {
  const until = performance.now() + 60_000;
  for (;;) {
    const status = await statusOf(tenant, transactionId);
    if (performance.now() > until || Object.entries(wanted).every(([name, value]) => status[name] === value)) {
      expect(status).toMatchObject(wanted);
      return status;
    }
    await nextLook(25);
  }
}

/** Reads a bulk transfer until it is in this state, at most a minute; then it must be. */
export async function batchUntil(tenant: TestTenant, batchId: string, state: string): Promise<Record<string, unknown>> {
  const until = performance.now() + 60_000;
  for (;;) {
    const { data } = await succeed(tenant.call('GET', `/transfer/bulk/${batchId}`));
    if (data['state'] === state || performance.now() > until) {
      expect(data['state']).toBe(state);
      return data;
    }
    await nextLook(25);
  }
}

/** What a transfer takes from its source account: the amount and its charges. */
export function costOf(status: Record<string, unknown>): number {
  const kobo = ['amount', 'fee', 'vat', 'stampDuty'].map((name) => Math.round(Number(status[name]) * 100));
  return kobo.reduce((sum, part) => sum + part, 0) / 100;
}

/** Moves the tenant's clock forward. */
export async function pass(tenant: TestTenant, seconds: number): Promise<void> {
  await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: seconds }));
}

/** Kinds of the events about a subject, in the order they were written. */
export function eventsOf(app: TestApp, tenant: TestTenant, subject: string): Promise<string[]> {
  return app.db.read(tenant.tenantId, async (tx) => {
    const rows = await tx.rows<{ kind: string }>(sql`select kind from event where tenant_id = ${tx.tenantId} and subject = ${subject} order by event_id`);
    return rows.map((row) => row.kind);
  });
}

/** Lines that the program logged as errors: after a journey of refusals there are none, because none of them is our bug. */
export function errorLines(app: TestApp): string[] {
  return app.logLines.filter((line) => /"level":(50|60)/.test(line));
}

/** `details` of the first error. */
export function detailsOf({ json }: Answered): Record<string, unknown> {
  const first: unknown = Array.isArray(json['errors']) ? json['errors'][0] : undefined;
  return isRecord(first) && isRecord(first['details']) ? first['details'] : {};
}
