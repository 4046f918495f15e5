/** Who owns the beneficiary account? Asks the rail, or our own books, and opens a session of 15 minutes for one transfer. Saves the account for a customer who is named. */
import type { z } from 'zod';
import { selectAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, Caller, RouteRequest } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import { nipSessionId } from '#src/lib/time.ts';
import { availabilityData, readAvailability } from './bank-availability.ts';
import { insertEnquiries } from './enquiry-store.ts';
import { railFor } from './rail-for.ts';
import type { NameEnquiryAnswer } from './rails/rail.ts';
import { customerMustExist, saveEnquired } from './save-beneficiaries.ts';
import { readScenario } from './scenario-header.ts';
import type { nameEnquiryBody } from './wire.ts';

export const sessionLifeMs = 15 * 60_000;
export const enquiryTimeoutMs = 20_000;

/** What was found: a name, and the reference under which the rail knows the enquiry. */
type Found = { accountName: string; railSessionId: string; onUs: boolean };

export async function enquireName(ctx: Context, request: RouteRequest<z.output<typeof nameEnquiryBody>>): Promise<Answer> {
  const { accountNumber, customerId } = request.body;
  const bank = ctx.banks.of(request.caller.environment).resolveBank(request.body.bankCode);
  if (bank === undefined || bank.nipCode === null) throw fail('bank_not_found', { field: '/bankCode' });
  const nipCode = bank.nipCode;
  const scenario = readScenario(ctx, request);
  const sessionId = nipSessionId(ctx.config.operator.nipCode, ctx.clock.now(), ctx.ids.uniqueDigits(12));
  const enquiry = { accountNumber, bankCode: nipCode, scenario };
  return ctx.requests.around(
    request,
    { ...enquiry, ...(customerId === undefined ? {} : { customerId }) },
    async () => {
      if (customerId !== undefined) await ctx.db.readShared(request.caller.tenantId, (opening) => customerMustExist(opening, customerId, '/customerId'));
      return lookUp(ctx, request.caller, { sessionId, ...enquiry });
    },
    async (tx: Tx, found: Found) => {
      await insertEnquiries(tx, [{
        sessionId, railSessionId: found.railSessionId, accountNumber, bankCode: nipCode, accountName: found.accountName, onUs: found.onUs,
        expiresAt: new Date(tx.now.getTime() + sessionLifeMs),
      }]);
      if (customerId !== undefined) await saveEnquired(tx, ctx.ids, customerId, { accountNumber, bankCode: nipCode, accountName: found.accountName });
      return success({ sessionId, accountName: found.accountName, accountNumber, bank: bank.name, bankCode: nipCode }, { message: 'Account found' });
    },
    { ownRows: customerId === undefined },
  );
}

async function lookUp(ctx: Context, { tenantId, environment }: Caller, enquiry: OwnerQuestion): Promise<Found> {
  const answer = await askOwner(ctx, { tenantId, environment }, enquiry);
  if (answer.outcome === 'found') return answer;
  throw answer.outcome === 'unavailable' ? await unavailable(ctx, { tenantId, environment }, enquiry.bankCode) : refusal(answer.outcome);
}

/** `bankCode` is a NIP code. */
export type OwnerQuestion = { sessionId: string; accountNumber: string; bankCode: string; scenario: string | null };
export type OwnerAnswer = ({ outcome: 'found' } & Found) | { outcome: Exclude<NameEnquiryAnswer['outcome'], 'found'> };

/** Asks our own books, or the bank. Outside any transaction; stores nothing. */
export async function askOwner(ctx: Context, asking: Pick<Caller, 'tenantId' | 'environment'>, enquiry: OwnerQuestion): Promise<OwnerAnswer> {
  if (enquiry.bankCode === ctx.banks.operator.nipCode) {
    const own = await ctx.db.readShared(asking.tenantId, (opening) => {
      opening.lastly();
      return selectAccounts(opening, [enquiry.accountNumber]);
    });
    const account = own.get(enquiry.accountNumber);
    // A virtual account is paid as by another bank: its money is booked elsewhere, and its life has an end.
    if (account !== undefined && account.type !== 'virtual') return { outcome: 'found', accountName: account.name, railSessionId: enquiry.sessionId, onUs: true };
  }
  const rail = railFor(ctx, asking.environment, enquiry.bankCode);
  const { scenario, ...rest } = enquiry;
  const answer = await withDeadline(enquiryTimeoutMs, (signal) => rail.enquire({ ...rest, ...(scenario === null ? {} : { scenario }) }, signal));
  ctx.bankAnswers.enquired(asking.tenantId, enquiry.bankCode, answer.outcome);
  if (answer.outcome === 'found') return { outcome: 'found', accountName: answer.accountName, railSessionId: answer.sessionId, onUs: false };
  return { outcome: answer.outcome };
}

/** With how the bank answered the caller until now; the table is some seconds behind. */
async function unavailable(ctx: Context, { tenantId, environment }: Pick<Caller, 'tenantId' | 'environment'>, bankCode: string): Promise<Error> {
  const bank = expectPresent(ctx.banks.of(environment).resolveBank(bankCode), 'bank');
  const availabilityOf = await ctx.db.read(tenantId, (tx) => readAvailability(ctx, tx, [bank]));
  return fail('beneficiary_bank_unavailable', { details: { bankCode, availability: availabilityData(availabilityOf(bank)) } });
}

function refusal(outcome: Exclude<NameEnquiryAnswer['outcome'], 'found' | 'unavailable'>): Error {
  switch (outcome) {
    case 'account_not_found':
      return fail('account_not_found', { field: '/accountNumber' });
    case 'bank_not_found':
      return fail('bank_not_found', { field: '/bankCode' });
    case 'account_dormant':
      return fail('account_restricted', { field: '/accountNumber', message: 'The beneficiary account is dormant.', fix: 'Ask the beneficiary for another account.' });
  }
}
