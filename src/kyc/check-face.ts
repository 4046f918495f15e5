import type { Context } from '#src/context.ts';
import { askProvider } from './ask-provider.ts';
import type { FaceQuery, IdentityProvider } from './providers/identity-provider.ts';
import { judgeFace, judgePhoto, type Verdict } from './verdict.ts';

export type FaceCheck = Pick<FaceQuery, 'registry' | 'number' | 'nin' | 'claims' | 'picture'> & {
  /** JSON pointer of the picture in the caller's body, for the refusal. */
  pictureField: string;
};

/**
 * Holds a picture against the photo behind a number. The provider compares them; where it only shows the photo, this machine does, and answers the photo with the
 * verdict: to be kept where people must decide, and nowhere else. Never in a transaction.
 */
export async function checkFace(ctx: Pick<Context, 'documents'>, provider: IdentityProvider, question: { reference: string; scenario?: string }, check: FaceCheck): Promise<{ verdict: Verdict; photo: Uint8Array | null }> {
  const { pictureField, ...asked } = check;
  const answer = await askProvider((signal) => provider.compareFace({ ...asked, ...question }, signal));
  if (answer.outcome !== 'photo') return { verdict: judgeFace(answer, pictureField), photo: null };
  const reading = await askProvider((signal) => ctx.documents.compareFaces(answer.photo, asked.picture, signal));
  return { verdict: judgePhoto(reading, answer, pictureField), photo: answer.photo };
}
