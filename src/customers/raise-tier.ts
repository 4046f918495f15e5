import type { Context } from '#src/context.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { fail, type Failure } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { keyedInput, questionOf } from '#src/kyc/ask-provider.ts';
import { checkFace } from '#src/kyc/check-face.ts';
import { checkRegistry } from '#src/kyc/check-registry.ts';
import { readImages } from '#src/kyc/read-image.ts';
import { identityOf } from '#src/kyc/identity-of.ts';
import type { ReviewPictures } from '#src/kyc/review.ts';
import { recordCheck } from '#src/kyc/record-check.ts';
import { failureOf, type Verdict } from '#src/kyc/verdict.ts';
import { expectPresent } from '#src/lib/assert.ts';
import type { Image } from '#src/lib/images.ts';
import { lagosDay } from '#src/lib/time.ts';
import type { LimitPolicy } from '#src/limits/policy.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { customerEvents } from './customer-events.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { type CustomerRow, findCustomer, lockCustomer, setFaceChecked, setNin } from './store.ts';

type KycBody = { nin?: string | undefined; livePicture?: string | undefined };
type Evidence = { kind: 'nin'; nin: string; ninIndex: Buffer } | { kind: 'face'; picture: Image };
/** What was asked and judged; null when this very NIN had passed before and nobody needed to be asked. */
type Judged = { subject: string; verdict: Verdict; pictures: ReviewPictures } | null;

/**
 * Adds a NIN check or a face match to a customer; each adds a tier. A company's face is its first director's. A NIN that has passed before answers the same again.
 * @throws Failure kyc_input_conflict, kyc_input_missing, customer_not_found, customer_disabled, nin_already_set
 */
export async function raiseTier(ctx: Context, request: RouteRequest<KycBody, { customerId: string }>, retryOf?: string): Promise<Answer> {
  const { tenantId } = request.caller;
  const keys = await ctx.keyring.of(tenantId);
  const evidence = readEvidence(request.body, keys);
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);

  const ask = async (): Promise<Judged> => {
    const { customer, policy } = await ctx.db.read(tenantId, async (tx) => ({ customer: await findCustomer(tx, request.params.customerId), policy: policyAt(ctx, tx) }));
    if (customer === undefined) throw fail('customer_not_found');
    const refusal = refusalOf(customer, evidence, policy);
    if (refusal !== null) throw refusal;
    if (evidence.kind === 'nin') {
      if (customer.ninIndex !== null) return null;
      const { nin } = evidence;
      return { subject: nin, verdict: await checkRegistry(provider, question, { registry: 'nin', number: nin, claims: claimsOf(customer), birthDateField: '/nin' }), pictures: {} };
    }
    const own = customerSealer(keys, customer);
    const number = own.open(customerPlace('bvn_sealed', customer.customerId), customer.bvnSealed);
    const nin = customer.ninSealed === null ? {} : { nin: own.open(customerPlace('nin_sealed', customer.customerId), customer.ninSealed) };
    const asked = { registry: 'bvn', number, ...nin, claims: claimsOf(customer), picture: evidence.picture.bytes, pictureField: '/livePicture' } as const;
    const { verdict, photo } = await checkFace(ctx, provider, question, asked);
    return { subject: number, verdict, pictures: { livePicture: evidence.picture.bytes, ...(photo === null ? {} : { registryPhoto: photo }) } };
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, inputOf(evidence)), ask, async (tx, judged) => {
    const customer = expectPresent(await lockCustomer(tx, request.params.customerId), 'customer');
    if (judged !== null) {
      const { subject, verdict, pictures } = judged;
      const checkId = await recordCheck(ctx, tx, request, { kind: evidence.kind, subject, customerId: customer.customerId, provider: provider.name, verdict, pictures, retryOf });
      const failure = failureOf(verdict, verdict.outcome === 'review' ? { checkId } : {});
      if (failure !== null) return failure;
    }
    // Somebody else may have changed the customer while the provider was asked.
    return refusalOf(customer, evidence, policyAt(ctx, tx)) ?? applyEvidence(ctx, tx, keys, customer, evidence);
  });
  ctx.wake('webhook_delivery');
  return answer;
}

function readEvidence(body: KycBody, keys: TenantKeys): Evidence {
  const nin = body.nin === '' ? undefined : body.nin;
  const livePicture = body.livePicture === '' ? undefined : body.livePicture;
  if (nin !== undefined && livePicture !== undefined) throw fail('kyc_input_conflict');
  if (nin !== undefined) return { kind: 'nin', nin, ninIndex: keys.index('customer.nin', nin) };
  if (livePicture === undefined) throw fail('kyc_input_missing');
  return { kind: 'face', picture: expectPresent(readImages({ livePicture })['livePicture'], 'livePicture') };
}

function inputOf(evidence: Evidence): Record<string, string> {
  return evidence.kind === 'nin' ? { nin: evidence.nin } : { livePicture: evidence.picture.sha256.toString('hex') };
}

function claimsOf({ firstName, lastName, otherName, dateOfBirth }: CustomerRow) {
  return { firstName, lastName, dateOfBirth, ...(otherName === null ? {} : { otherName }) };
}

function policyAt(ctx: Context, tx: ReadTx): LimitPolicy {
  return ctx.policyOn(lagosDay(tx.now));
}

function refusalOf(customer: CustomerRow, evidence: Evidence, { tier2NeedsNin }: Pick<LimitPolicy, 'tier2NeedsNin'>): Failure | null {
  if (customer.status !== 'Active') return fail('customer_disabled');
  if (evidence.kind === 'nin' && customer.classType === 'BUSINESS') {
    return fail('invalid_field', { field: '/nin', message: 'A company has no NIN.', fix: 'Send livePicture, a picture of the first director.' });
  }
  if (tier2NeedsNin && evidence.kind === 'face' && customer.classType === 'INDIVIDUAL' && customer.ninIndex === null) {
    return fail('kyc_input_missing', { field: '/nin', message: 'The NIN comes first: tier 2 needs it.', fix: 'Send nin; livePicture after it has passed.' });
  }
  if (evidence.kind === 'nin' && customer.ninIndex !== null && !customer.ninIndex.equals(evidence.ninIndex)) return fail('nin_already_set', { field: '/nin' });
  return null;
}

/** Writes what passed; a second proof of the same kind adds no tier. */
async function applyEvidence(ctx: Context, tx: Tx, keys: TenantKeys, customer: CustomerRow, evidence: Evidence): Promise<Answer> {
  const { customerId, kycTier } = customer;
  const known = evidence.kind === 'nin' ? customer.ninIndex !== null : customer.faceChecked;
  const tier = String(known ? kycTier : kycTier + 1);
  if (!known) {
    if (evidence.kind === 'nin') await addNin(ctx, tx, keys, customer, evidence);
    else await addFace(ctx, tx, customer);
  }
  return success({ customerId, kycTier: tier }, { message: 'KYC updated' });
}

async function addNin(ctx: Context, tx: Tx, keys: TenantKeys, customer: CustomerRow, { nin, ninIndex }: { nin: string; ninIndex: Buffer }): Promise<void> {
  await setNin(tx, customer, customerSealer(keys, customer).seal(customerPlace('nin_sealed', customer.customerId), nin), ninIndex);
  await tellTier(ctx, tx, customer);
}

/** Adds the face to a locked customer that has none, and tells of the tier. */
export async function addFace(ctx: Pick<Context, 'ids'>, tx: Tx, customer: CustomerRow): Promise<void> {
  await setFaceChecked(tx, customer);
  await tellTier(ctx, tx, customer);
}

async function tellTier(ctx: Pick<Context, 'ids'>, tx: Tx, { customerId, classType, kycTier, version }: CustomerRow): Promise<void> {
  await emit(tx, ctx.ids, customerEvents(classType, { kind: 'customer.tier_changed', subject: customerId, sequence: version + 1, data: { customerId, kycTier: String(kycTier + 1), previousKycTier: String(kycTier) } }));
}
