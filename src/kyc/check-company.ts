import { askProvider } from './ask-provider.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';
import { judgeCompany, type Verdict } from './verdict.ts';

export type CompanyCheck = {
  channel: 'TIN' | 'CAC';
  number: string;
  name: string;
  /** JSON pointers of the number and the name in the caller's body, for the refusal. */
  numberField: string;
  nameField: string;
};

/** Asks whose tax or registration number it is and holds the name against it. Never in a transaction. */
export async function checkCompany(provider: IdentityProvider, question: { reference: string; scenario?: string }, check: CompanyCheck): Promise<Verdict> {
  const { channel, number, name } = check;
  const answer = await askProvider((signal) => provider.lookUpTax({ channel, number, claimedName: name, ...question }, signal));
  return judgeCompany(name, answer, check);
}
