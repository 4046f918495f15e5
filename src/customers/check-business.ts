/** The questions to the registries about a company and its people. */
import { checkCompany } from '#src/kyc/check-company.ts';
import { checkRegistry } from '#src/kyc/check-registry.ts';
import type { IdentityProvider } from '#src/kyc/providers/identity-provider.ts';
import type { Verdict } from '#src/kyc/verdict.ts';
import type { Person } from './business-wire.ts';
import type { Business } from './read-business.ts';

export type BusinessCheck = {
  kind: 'tin' | 'bvn';
  /** What was asked about, as the records of checks index it. */
  subject: string;
  verdict: Verdict;
};

/** 72 questions at most are three rounds: with a provider at the end of its 15 seconds still within the minute a requestId stays taken. */
const atOnce = 24;

/**
 * Asks for the tax number, the registration number and every person once, in this order. Stops after a round in which the provider
 * did not answer: then nothing will be decided. Never in a transaction.
 */
export async function askRegistries(provider: IdentityProvider, question: { reference: string; scenario?: string }, business: Business): Promise<BusinessCheck[]> {
  const name = { name: business.businessName, nameField: '/businessName' };
  const questions = [
    { kind: 'tin', subject: `TIN ${business.taxId}`, ask: () => checkCompany(provider, question, { channel: 'TIN', number: business.taxId, numberField: '/taxId', ...name }) },
    { kind: 'tin', subject: `CAC ${business.rcNumber}`, ask: () => checkCompany(provider, question, { channel: 'CAC', number: business.rcNumber, numberField: '/rcNumber', ...name }) },
    ...peopleOf(business).map(({ person, field }) => ({
      kind: 'bvn', subject: person.bvn,
      ask: () => checkRegistry(provider, question, { registry: 'bvn', number: person.bvn, claims: claimsOf(person), birthDateField: `${field}/dateOfBirth`, personField: field }),
    }) as const),
  ] as const;
  const checks: BusinessCheck[] = [];
  for (let from = 0; from < questions.length; from += atOnce) {
    const round = await Promise.all(questions.slice(from, from + atOnce).map(async ({ kind, subject, ask }): Promise<BusinessCheck> => ({ kind, subject, verdict: await ask() })));
    checks.push(...round);
    if (round.some(({ verdict }) => verdict.outcome === 'provider_unavailable')) break;
  }
  return checks;
}

/** Everybody once, though a director may be a shareholder too. Who is listed with other names in the second list is asked again. */
function peopleOf({ people }: Business): { person: Person; field: string }[] {
  const all = (['directors', 'shareholders'] as const).flatMap((list) => people[list].map((person, at) => ({ person, field: `/${list}/${at}` })));
  const keyOf = (person: Person): string => JSON.stringify([person.bvn, claimsOf(person)]);
  const seen = new Set<string>();
  return all.filter(({ person }) => !seen.has(keyOf(person)) && seen.add(keyOf(person)));
}

/** What is held against the registry's record. */
export function claimsOf({ firstName, lastName, otherName, dateOfBirth }: Person) {
  return { firstName, lastName, dateOfBirth, ...(otherName === null ? {} : { otherName }) };
}
