import { askProvider } from './ask-provider.ts';
import type { Claims, IdentityProvider } from './providers/identity-provider.ts';
import { judgeRegistry, type Verdict } from './verdict.ts';

export type RegistryCheck = {
  registry: 'bvn' | 'nin';
  number: string;
  claims: Claims;
  /** With `bvn`: the NIN it must be linked to, where the registry knows. */
  linkedNin?: string;
  /** JSON pointer of the birth date in the caller's body, for the refusal. */
  birthDateField: string;
  /** JSON pointer of the person where the body holds several; the number is then its `bvn` or `nin`. */
  personField?: string;
};

/** Asks the provider for the record behind a number and holds the claims against it. Never in a transaction. */
export async function checkRegistry(provider: IdentityProvider, question: { reference: string; scenario?: string }, check: RegistryCheck): Promise<Verdict> {
  const { registry, number, claims, birthDateField, personField } = check;
  const linked = check.linkedNin === undefined ? {} : { linkedNin: check.linkedNin };
  const answer = await askProvider((signal) => provider.lookUp({ registry, number, claims, ...linked, ...question }, signal));
  return judgeRegistry(claims, answer, { numberField: `${personField ?? ''}/${registry}`, birthDateField, ...(personField === undefined ? {} : { personField }), ...linked });
}
