/**
 * Answers the whole decision of a transfer without making it: charges, limits with what is left, the beneficiary's name
 * if it was enquired, and everything that would refuse it. Moves nothing, sends nothing.
 */
import type { z } from 'zod';
import { type Account, selectAccounts } from '#src/accounts/store.ts';
import type { Availability } from '#src/banks/availability.ts';
import type { Context } from '#src/context.ts';
import { type CustomerBrief, findCustomers } from '#src/customers/find-customer.ts';
import type { ReadTx } from '#src/db/database.ts';
import { catalogue, type ErrorCode, fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readBalances, spendable } from '#src/ledger/postings.ts';
import { isoMillis } from '#src/lib/time.ts';
import { ofAnyDay, readLimits, transferRefusal, transferStandings } from '#src/limits/transfer-limits.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { availabilityData, readAvailability } from './bank-availability.ts';
import { chargesFor } from './charges.ts';
import { type Enquiry, selectEnquiries } from './enquiry-store.ts';
import { isNew, readKnown } from './known-beneficiaries.ts';
import { totalKobo } from './ledger-legs.ts';
import type { preflightBody, preflightData } from './preflight-wire.ts';
import { scheduleRefusal } from './schedule.ts';
import { readAmount } from './wire.ts';

type Problem = z.output<typeof preflightData>['problems'][number];

function problem(code: ErrorCode, field: string | null, details: Record<string, unknown> = {}, remedy?: string): Problem {
  const { message, fix } = catalogue[code];
  return { code, message, fix: remedy ?? fix, field, details };
}

export async function preflight(ctx: Context, request: RouteRequest<z.output<typeof preflightBody>>): Promise<Answer> {
  const { body } = request;
  const amountKobo = readAmount(body.amount);
  const banks = ctx.banks.of(request.caller.environment);
  const bank = banks.resolveBank(body.beneficiaryBankCode);
  if (bank === undefined || bank.nipCode === null) throw fail('bank_not_found', { field: '/beneficiaryBankCode' });
  const bankCode = bank.nipCode;
  return ctx.requests.once(request, { ...body, amount: amountKobo, beneficiaryBankCode: bankCode }, async (tx) => {
    const source = await findSource(tx, body);
    const intraBank = bankCode === ctx.banks.operator.nipCode;
    const own = intraBank ? (await selectAccounts(tx, [body.beneficiaryAccountNumber])).get(body.beneficiaryAccountNumber) : undefined;
    const beneficiary = own?.type === 'virtual' ? undefined : own;
    const enquiry = body.nameEnquirySessionId === undefined ? undefined : (await selectEnquiries(tx, [body.nameEnquirySessionId])).get(body.nameEnquirySessionId);
    const scheduledFor = body.scheduledFor === undefined ? null : new Date(body.scheduledFor);
    const today = await readLimits(ctx, tx, tx, [{ accountNumber: source.account.accountNumber, customerId: source.account.customerId }]);
    const limitFacts = scheduledFor === null ? today : ofAnyDay(today);
    const charges = chargesFor({ amountKobo, intraBank, sameHolder: beneficiary !== undefined && beneficiary.customerId === source.account.customerId, day: limitFacts.day });
    const neededKobo = totalKobo({ amountKobo, ...charges });
    const available = (await readBalances(tx, [source.account.accountNumber])).get(source.account.accountNumber)?.available ?? 0n;
    const payment = { sourceAccountNumber: source.account.accountNumber, beneficiaryAccountNumber: body.beneficiaryAccountNumber, beneficiaryBankCode: bankCode };
    const limited = {
      accountNumber: source.account.accountNumber, customerId: source.account.customerId, kycTier: source.customer?.kycTier ?? null,
      newBeneficiary: isNew(await readKnown(tx, limitFacts.policy, [payment]), payment),
    };
    const overRail = beneficiary === undefined;
    const refusal = transferRefusal(limitFacts, limited, overRail, amountKobo);
    const tooNearOrFar = scheduledFor === null ? null : scheduleRefusal(scheduledFor, tx.now)?.refusals[0];
    const problems = [
      ...(tooNearOrFar ? [{ ...problem('invalid_field', '/scheduledFor'), message: tooNearOrFar.message ?? '', fix: tooNearOrFar.fix ?? '' }] : []),
      ...sourceProblems(source, tx.now),
      ...(beneficiary?.accountNumber === source.account.accountNumber ? [problem('beneficiary_mismatch', '/beneficiaryAccountNumber')] : []),
      ...enquiryProblems(enquiry, body.nameEnquirySessionId, { accountNumber: body.beneficiaryAccountNumber, bankCode }, tx.now),
      ...(scheduledFor === null && available < neededKobo ? [problem('insufficient_funds', '/amount', { available: nairaNumber(spendable(available)), required: nairaNumber(neededKobo) })] : []),
      ...(refusal === null ? [] : [problem(refusal.code, '/amount', refusal.refusals[0].details ?? {}, refusal.refusals[0].fix)]),
    ];
    const availability = (await readAvailability(ctx, tx, [bank]))(bank);
    return success({
      allowed: problems.length === 0,
      amount: nairaNumber(amountKobo),
      fee: nairaNumber(charges.feeKobo),
      vat: nairaNumber(charges.vatKobo),
      stampDuty: nairaNumber(charges.dutyKobo),
      total: nairaNumber(neededKobo),
      available: nairaNumber(spendable(available)),
      beneficiaryAccountName: enquiry !== undefined && enquiry.expiresAt > tx.now ? enquiry.accountName : null,
      bank: bank.name,
      otpRequired: true,
      availability: availabilityData(availability),
      reachable: banks.reachable(bank),
      warnings: [...availabilityWarnings(availability.status), ...listWarnings(banks.reachable(bank))],
      limits: transferStandings(limitFacts, limited, overRail).filter(({ resetsAt }) => scheduledFor === null || resetsAt === null),
      policy: limitFacts.policy.version,
      problems,
    } satisfies z.output<typeof preflightData>, { message: 'Nothing was moved' });
  });
}

type Warnings = z.output<typeof preflightData>['warnings'];

function availabilityWarnings(status: Availability['status']): Warnings {
  if (status !== 'unavailable' && status !== 'degraded') return [];
  const some = status === 'unavailable' ? 'did not answer of late' : 'answered only in part of late';
  return [{ code: 'beneficiary_bank_unavailable', message: `The beneficiary bank ${some}: a transfer may take long, or fail and bring its money back.`, fix: 'Send later, or follow GET /transfer/banks/{bankCode}.' }];
}

function listWarnings(reachable: boolean | null): Warnings {
  if (reachable !== false) return [];
  return [{ code: 'beneficiary_bank_not_listed', message: 'The rail\'s last list of institutions lacks the beneficiary bank: a transfer may fail and bring its money back.', fix: 'Ask the beneficiary for another bank if the transfer fails.' }];
}

type Source = { account: Account; customer: CustomerBrief | undefined };

async function findSource(tx: ReadTx, body: z.output<typeof preflightBody>): Promise<Source> {
  const account = (await selectAccounts(tx, [body.sourceAccountNumber])).get(body.sourceAccountNumber);
  if (account === undefined) throw fail('account_not_found', { field: '/sourceAccountNumber' });
  const customer = account.customerId === null ? undefined : (await findCustomers(tx, [account.customerId])).get(account.customerId);
  return { account, customer };
}

function sourceProblems({ account, customer }: Source, now: Date): Problem[] {
  const problems: Problem[] = [];
  if (customer !== undefined && customer.status !== 'Active') problems.push(problem('customer_disabled', null));
  if (account.type === 'virtual') problems.push(problem('source_account_not_allowed', '/sourceAccountNumber'));
  if (account.restriction === 'no_debit' || account.restriction === 'no_debit_no_credit') problems.push(problem('account_restricted', '/sourceAccountNumber'));
  if (account.otpLockedUntil !== null && account.otpLockedUntil > now) problems.push(problem('otp_attempts_exceeded', null, { lockedUntil: isoMillis(account.otpLockedUntil) }));
  return problems;
}

function enquiryProblems(enquiry: (Enquiry & { used: boolean }) | undefined, asked: string | undefined, beneficiary: { accountNumber: string; bankCode: string }, now: Date): Problem[] {
  if (asked === undefined) return [];
  if (enquiry === undefined || enquiry.expiresAt <= now) return [problem('name_enquiry_not_found', '/nameEnquirySessionId')];
  if (enquiry.used) return [problem('name_enquiry_already_used', '/nameEnquirySessionId')];
  const same = enquiry.accountNumber === beneficiary.accountNumber && enquiry.bankCode === beneficiary.bankCode;
  return same ? [] : [problem('beneficiary_mismatch', '/beneficiaryAccountNumber')];
}
