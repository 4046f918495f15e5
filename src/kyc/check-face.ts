import { askProvider } from './ask-provider.ts';
import type { FaceQuery, IdentityProvider } from './providers/identity-provider.ts';
import { judgeFace, type Verdict } from './verdict.ts';

export type FaceCheck = Pick<FaceQuery, 'registry' | 'number' | 'nin' | 'claims' | 'picture'> & {
  /** JSON pointer of the picture in the caller's body, for the refusal. */
  pictureField: string;
};

/** Holds a picture against the photo behind a number. Never in a transaction. */
export async function checkFace(provider: IdentityProvider, question: { reference: string; scenario?: string }, check: FaceCheck): Promise<Verdict> {
  const { pictureField, ...asked } = check;
  const answer = await askProvider((signal) => provider.compareFace({ ...asked, ...question }, signal));
  if (answer.outcome !== 'photo') return judgeFace(answer, pictureField);
  return judgeFace({ outcome: 'unsupported', detail: 'nothing here compares faces' }, pictureField);
}
