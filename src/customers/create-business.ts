import type { Context } from '#src/context.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { fail, type Failure } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { keyedInput, questionOf } from '#src/kyc/ask-provider.ts';
import { identityOf } from '#src/kyc/identity-of.ts';
import { recordCheck } from '#src/kyc/record-check.ts';
import { failureOf } from '#src/kyc/verdict.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { lagosDay } from '#src/lib/time.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { findBusinessByRc, insertBusiness, peoplePlace } from './business-store.ts';
import type { CreateBusinessBody } from './business-wire.ts';
import { askRegistries, type BusinessCheck } from './check-business.ts';
import { areOwnersKnown, checkAge, companyRoles } from './company-rules.ts';
import { customerEvents } from './customer-events.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { type Business, readBusiness } from './read-business.ts';
import { insertCustomer } from './store.ts';

/**
 * Creates a business profile at Tier 1, or at Tier 2 where the owners are known. Tax number, registration number, directors and shareholders are
 * asked before anything is written; when one is refused there is no profile, only the records of the checks.
 */
export async function createBusiness(ctx: Context, request: RouteRequest<CreateBusinessBody>): Promise<Answer> {
  const business = readBusiness(request.body);
  const { tenantId } = request.caller;
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(tenantId);

  const ask = async (): Promise<BusinessCheck[]> => {
    await ctx.db.read(tenantId, (tx) => refuseBeforeAsking(tx, business));
    return askRegistries(provider, question, business);
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, business), ask, async (tx, checks) => {
    const outcome = firstFailure(checks) ?? await addBusiness(ctx, tx, keys, business);
    const customerId = typeof outcome === 'string' ? outcome : null;
    for (const { kind, subject, verdict } of checks) await recordCheck(ctx, tx, request, { kind, subject, customerId, provider: provider.name, verdict });
    if (typeof outcome !== 'string') return outcome;
    await emit(tx, ctx.ids, customerEvents('BUSINESS', { kind: 'customer.created', subject: outcome, sequence: 1, data: { customerId: outcome, kycTier: areOwnersKnown(business.people) ? '2' : '1', classType: 'BUSINESS' } }));
    return success({ customerId: outcome, customerNumber: outcome }, { message: 'Customer profile created', extra: { statuscode: '00' } });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** What needs no provider: ages by the tenant's clock, and a company that has its profile already. */
async function refuseBeforeAsking(tx: ReadTx, business: Business): Promise<void> {
  const today = lagosDay(tx.now);
  if (business.dateOfIncorporation > today) throw fail('invalid_field', { field: '/dateOfIncorporation', message: 'dateOfIncorporation lies in the future.' });
  for (const role of companyRoles) business.people[`${role}s`].forEach((person, at) => checkAge(person, role, today, `/${role}s/${at}/dateOfBirth`));
  const existing = await findBusinessByRc(tx, business.rcKey);
  if (existing !== undefined) throw duplicate(existing);
}

function duplicate(customerId: string): Failure {
  return fail('duplicate_customer', { field: '/rcNumber', message: 'A customer with this registration number exists already.', details: { customerId } });
}

/** Trouble of a provider first: then nothing was decided, whatever the others said. */
function firstFailure(checks: readonly BusinessCheck[]): Failure | null {
  const failed = checks.find(({ verdict }) => verdict.outcome === 'provider_unavailable') ?? checks.find(({ verdict }) => verdict.outcome !== 'passed');
  return failed === undefined ? null : failureOf(failed.verdict);
}

/** Writes customer and company. Of two requests with one registration number the unique key lets one through; the other is undone and hears of it. */
async function addBusiness(ctx: Context, tx: Tx, keys: TenantKeys, business: Business): Promise<string | Failure> {
  const contact = expectPresent(business.people.directors[0], 'director');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const customerId = ctx.ids.customerId();
    const keySealed = keys.newInnerKey(customerPlace('key_sealed', customerId));
    const own = customerSealer(keys, { customerId, keySealed });
    const seal = (column: Parameters<typeof customerPlace>[0], text: string): Buffer => own.seal(customerPlace(column, customerId), text);
    const { firstName, lastName, otherName, salutation, gender, dateOfBirth, nationality, bvn } = contact;
    const { businessName, email, phone, address, people } = business;
    const added = await insertCustomer(tx, {
      customerId, businessName, firstName, lastName, otherName, salutation, gender, dateOfBirth, nationality, email, address,
      ownersKnown: areOwnersKnown(business.people),
      keySealed, bvnSealed: seal('bvn_sealed', bvn), bvnIndex: null, ninSealed: null, ninIndex: null, nextOfKinSealed: null,
      phoneSealed: seal('phone_sealed', phone), phoneIndex: keys.index('customer.phone', phone),
    });
    if (!added) continue;
    if (await insertBusiness(tx, { ...business, customerId, peopleSealed: own.seal(peoplePlace(customerId), JSON.stringify(people)) })) return customerId;
    // Thrown, so that the customer row goes with it.
    throw duplicate(expectPresent(await findBusinessByRc(tx, business.rcKey), 'the other profile'));
  }
  throw new Error('Five random customer ids in a row were taken.');
}
