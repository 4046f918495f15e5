import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { keyedInput, questionOf } from '#src/kyc/ask-provider.ts';
import { checkRegistry } from '#src/kyc/check-registry.ts';
import { identityOf } from '#src/kyc/identity-of.ts';
import { recordCheck } from '#src/kyc/record-check.ts';
import { failureOf, type Verdict } from '#src/kyc/verdict.ts';
import { lagosDay } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { DirectorBody, Person, Shareholder, ShareholderBody, StoredPeople } from './business-wire.ts';
import { claimsOf } from './check-business.ts';
import { type Company, findCompany, lockCompany, personIdOf, savePeople } from './company-people.ts';
import { checkAge, heldBy, mostPeople, wholeTenThousandths } from './company-rules.ts';
import { createFieldReader } from './field-reader.ts';
import { readPercent, readPerson, shareText } from './read-business.ts';

type Newcomer = { role: 'director'; person: Person } | { role: 'shareholder'; person: Shareholder };
type OfCompany = { customerId: string };

/** Adds a director at the end of the list. @throws what `addPerson` does */
export function addDirector(ctx: Context, request: RouteRequest<DirectorBody, OfCompany>): Promise<Answer> {
  const reader = createFieldReader();
  const person = readPerson(reader, '', request.body);
  reader.finish();
  return addPerson(ctx, request, { role: 'director', person });
}

/** Adds a shareholder; all together hold at most 100 percent. @throws what `addPerson` does */
export function addShareholder(ctx: Context, request: RouteRequest<ShareholderBody, OfCompany>): Promise<Answer> {
  const reader = createFieldReader();
  const percentShareholder = shareText(readPercent(reader, '/percentShareholder', request.body.percentShareholder));
  const person = { ...readPerson(reader, '', request.body), percentShareholder };
  reader.finish();
  return addPerson(ctx, request, { role: 'shareholder', person });
}

/**
 * Checked as at creation: the BVN against names and birth date, before anything is written; what was refused leaves only the record of its check.
 * @throws Failure customer_not_found, customer_disabled, invalid_field, and what the registry says against the person
 */
async function addPerson(ctx: Context, request: RouteRequest<unknown, OfCompany>, newcomer: Newcomer): Promise<Answer> {
  const { tenantId } = request.caller;
  const { customerId } = request.params;
  const { role, person } = newcomer;
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(tenantId);

  const ask = async (): Promise<Verdict> => {
    await ctx.db.read(tenantId, async (tx) => {
      checkAge(person, role, lagosDay(tx.now), '/dateOfBirth');
      refuse(await findCompany(tx, keys, customerId), newcomer);
    });
    return checkRegistry(provider, question, { registry: 'bvn', number: person.bvn, claims: claimsOf(person), birthDateField: '/dateOfBirth' });
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, newcomer), ask, async (tx, verdict) => {
    const company = await lockCompany(tx, keys, customerId);
    await recordCheck(ctx, tx, request, { kind: 'bvn', subject: person.bvn, customerId, provider: provider.name, verdict });
    const failure = failureOf(verdict);
    if (failure !== null) return failure;
    // Somebody else may have changed the company while the provider was asked.
    refuse(company, newcomer);
    const personId = personIdOf(keys, customerId, role, person);
    const kycTier = await savePeople(ctx, tx, keys, company, withNewcomer(company.people, newcomer));
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'customer.person_added', subject: customerId, details: { personId, role } });
    return success({ personId, role, kycTier: String(kycTier) }, { message: role === 'director' ? 'Director added' : 'Shareholder added' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

function withNewcomer(people: StoredPeople, newcomer: Newcomer): StoredPeople {
  if (newcomer.role === 'director') return { ...people, directors: [...people.directors, newcomer.person] };
  return { ...people, shareholders: [...people.shareholders, newcomer.person] };
}

function refuse({ customer, people }: Company, newcomer: Newcomer): void {
  const { role, person } = newcomer;
  const list = people[`${role}s`];
  if (customer.status !== 'Active') throw fail('customer_disabled');
  if (list.some(({ bvn }) => bvn === person.bvn)) throw fail('invalid_field', { field: '/bvn', message: 'This BVN is in the list already.', fix: 'Remove the person first, to list them with other particulars.' });
  if (list.length >= mostPeople[role]) throw fail('invalid_field', { message: `A company lists at most ${mostPeople[role]} ${role}s.`, fix: 'Remove one first.' });
  if (newcomer.role === 'director') return;
  const free = wholeTenThousandths - heldBy(people);
  if (heldBy({ shareholders: [newcomer.person] }) > free) {
    throw fail('invalid_field', { field: '/percentShareholder', message: `The shareholders would hold more than 100 percent together; ${shareText(free)} are left.`, fix: 'Remove who sold first.' });
  }
}
