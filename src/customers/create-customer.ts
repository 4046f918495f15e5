import type { Context } from '#src/context.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import { fail, type Failure } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { keyedInput, questionOf } from '#src/kyc/ask-provider.ts';
import { checkRegistry } from '#src/kyc/check-registry.ts';
import { identityOf } from '#src/kyc/identity-of.ts';
import { recordCheck } from '#src/kyc/record-check.ts';
import { failureOf, type Verdict } from '#src/kyc/verdict.ts';
import { ageOn, lagosDay } from '#src/lib/time.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { type Profile, readProfile } from './read-profile.ts';
import { findCustomerByBvn, insertCustomer } from './store.ts';
import type { CreateCustomerBody } from './wire.ts';

/** Policy, after the central bank's BVN rules of 2026: no profile for minors. */
const minimumAgeYears = 18;
const maximumAgeYears = 130;

type Checked = { kind: 'bvn' | 'nin'; number: string; verdict: Verdict };

/**
 * Creates an individual profile at Tier 1, or at Tier 2 with a NIN. The registries are asked before anything is written;
 * when one refuses there is no profile, only the record of the check.
 */
export async function createCustomer(ctx: Context, request: RouteRequest<CreateCustomerBody>): Promise<Answer> {
  const profile = readProfile(request.body);
  const { tenantId } = request.caller;
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(tenantId);
  const { bvn, nin } = profile;
  const check = { claims: claimsOf(profile), birthDateField: '/dateOfBirth' };

  const ask = async (): Promise<Checked[]> => {
    await ctx.db.read(tenantId, (tx) => refuseBeforeAsking(tx, profile, bvnIndexOf(keys, bvn)));
    const asked = [
      checkRegistry(provider, question, { registry: 'bvn', number: bvn, ...check, ...(nin === null ? {} : { linkedNin: nin }) })
        .then((verdict): Checked => ({ kind: 'bvn', number: bvn, verdict })),
    ];
    if (nin !== null) {
      asked.push(checkRegistry(provider, question, { registry: 'nin', number: nin, ...check }).then((verdict): Checked => ({ kind: 'nin', number: nin, verdict })));
    }
    return Promise.all(asked);
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, profile), ask, async (tx, checks) => {
    const outcome = firstFailure(checks) ?? await addCustomer(ctx, tx, keys, profile);
    const customerId = typeof outcome === 'string' ? outcome : null;
    for (const { kind, number, verdict } of checks) await recordCheck(ctx, tx, request, { kind, subject: number, customerId, provider: provider.name, verdict });
    if (typeof outcome !== 'string') return outcome;
    await emit(tx, ctx.ids, [{ kind: 'customer.created', subject: outcome, sequence: 1, data: { customerId: outcome, kycTier: nin === null ? '1' : '2', classType: 'INDIVIDUAL' } }]);
    return success({ customerId: outcome }, { message: 'Customer profile created', extra: { statuscode: '00' } });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** The blind index that keeps a BVN to one profile of a tenant. */
function bvnIndexOf(keys: TenantKeys, bvn: string): Buffer {
  return keys.index('customer.bvn', bvn);
}

function claimsOf({ firstName, lastName, otherName, dateOfBirth }: Profile) {
  return { firstName, lastName, dateOfBirth, ...(otherName === null ? {} : { otherName }) };
}

/** What needs no provider: the age by the tenant's clock, and a BVN that has its profile already. */
async function refuseBeforeAsking(tx: ReadTx, profile: Profile, bvnIndex: Buffer): Promise<void> {
  const age = ageOn(profile.dateOfBirth, lagosDay(tx.now));
  if (age < minimumAgeYears || age > maximumAgeYears) {
    throw fail('invalid_field', { field: '/dateOfBirth', message: age > maximumAgeYears ? 'dateOfBirth lies too far back.' : `The customer must be at least ${minimumAgeYears} years old.` });
  }
  const existing = await findCustomerByBvn(tx, bvnIndex);
  if (existing !== undefined) throw duplicate(existing);
}

function duplicate(customerId: string): Failure {
  return fail('duplicate_customer', { field: '/bvn', details: { customerId } });
}

/** Trouble of a provider first: then nothing was decided, whatever the other registry said. */
function firstFailure(checks: readonly Checked[]): Failure | null {
  const failed = checks.find(({ verdict }) => verdict.outcome === 'provider_unavailable') ?? checks.find(({ verdict }) => verdict.outcome !== 'passed');
  return failed === undefined ? null : failureOf(failed.verdict);
}

/** Writes the profile. Of two requests with one BVN the unique key lets one through; the other hears of it. */
async function addCustomer(ctx: Context, tx: Tx, keys: TenantKeys, profile: Profile): Promise<string | Failure> {
  const bvnIndex = bvnIndexOf(keys, profile.bvn);
  // A random customerId is taken once in a blue moon: with a million profiles, one in nine thousand times.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const customerId = ctx.ids.customerId();
    const keySealed = keys.newInnerKey(customerPlace('key_sealed', customerId));
    const own = customerSealer(keys, { customerId, keySealed });
    const seal = (column: Parameters<typeof customerPlace>[0], text: string): Buffer => own.seal(customerPlace(column, customerId), text);
    const { bvn, nin, phone, nextOfKin, ...plain } = profile;
    const added = await insertCustomer(tx, {
      ...plain,
      customerId,
      businessName: null,
      ownersKnown: false,
      keySealed,
      bvnSealed: seal('bvn_sealed', bvn),
      bvnIndex,
      ninSealed: nin === null ? null : seal('nin_sealed', nin),
      ninIndex: nin === null ? null : keys.index('customer.nin', nin),
      phoneSealed: seal('phone_sealed', phone),
      phoneIndex: keys.index('customer.phone', phone),
      nextOfKinSealed: nextOfKin === null ? null : seal('next_of_kin_sealed', JSON.stringify(nextOfKin)),
    });
    if (added) return customerId;
    const existing = await findCustomerByBvn(tx, bvnIndex);
    if (existing !== undefined) return duplicate(existing);
  }
  throw new Error('Five random customer ids in a row were taken.');
}
