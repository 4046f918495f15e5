/** The part of `npm run review` about identity checks: deciding one, and looking at its pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '#src/context.ts';
import { type CheckStanding, voteOnCheck } from '#src/customers/decide-check.ts';
import { seePictures } from '#src/kyc/review.ts';
import { signIn } from './sign-in.ts';

export type CheckDecision = { email: string; checkId: string; verdict: 'pass' | 'fail'; reason: string };

/** Stores a member's vote and answers what it led to, as text. */
export async function decideCheck(ctx: Context, { email, ...vote }: CheckDecision): Promise<string> {
  const { organizationId, memberId } = await signIn(ctx.db, email);
  return standingText(await voteOnCheck(ctx, { ...vote, organizationId, memberId }));
}

/** Writes the pictures into a directory, readable by its owner alone, and answers their paths as text. */
export async function savePictures(ctx: Context, { email, checkId, directory }: { email: string; checkId: string; directory: string }): Promise<string> {
  const { organizationId, memberId } = await signIn(ctx.db, email);
  const pictures = await seePictures(ctx, { organizationId, memberId, checkId });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const paths = Object.entries(pictures).map(([name, bytes]) => {
    const path = join(directory, `${checkId}-${name}`);
    writeFileSync(path, bytes, { mode: 0o600 });
    return path;
  });
  return [...paths, 'Delete them when you have decided: here nobody does it for you.'].join('\n');
}

function standingText({ outcome, state }: CheckStanding): string {
  return outcome === 'decided' ? `The check ${state}.` : 'Your vote is stored. Another member must say the same.';
}
