/** References and intents: what is committed before the wire may be touched. */
import { sendByOf } from '#src/transfers/transfer.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

/** A transfer is with people an hour before the regulator's 24, give or take one wait between queries and one wire. */
const latestReviewMs = 23 * 3600_000 + 600_000;

/** As the upsert of the attempts does: the first reference and intent stay for ever, what was denied before counts no more. */
export function recordIntent(world: World, transactionId: string, railRef: string, now: Date): void {
  const { attempts } = world.books;
  const sendBy = sendByOf(now);
  const before = attempts.get(transactionId);
  attempts.set(transactionId, before === undefined ? { transactionId, railRef, intentAt: now, sendBy, queries: 0, notFoundInARow: 0 } : { ...before, sendBy, notFoundInARow: 0 });
  if (before !== undefined) return;
  world.timeline.at(world.timeline.now() + latestReviewMs, () => {
    const state = world.books.transfers.get(transactionId)?.state;
    hold('A8', state !== 'SENDING' && state !== 'UNKNOWN' && state !== 'AUTHORISED', () => `${transactionId} is ${state} 23 hours after its intent, and nobody was told`);
  });
}

export const newReference = (world: World): string => String(world.serial()).padStart(30, '9');
