/**
 * A payment rail with a book of its own, and every bad habit rails have: requests and replies get lost, answers come late,
 * "in progress" and "not found" are said before the truth. It keeps only what it has put in writing: `dedupes` and the late bound.
 */
import type { RailEvidence } from '#src/transfers/rails/rail.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

export type RailShape = {
  dedupes: boolean;
  /** Nothing is processed later than this after it was received; null: nothing is promised. */
  boundSeconds: number | null;
  replyLost: number;
  /** Status queries are never answered. */
  deaf: boolean;
  /** Requests are answered late, rather than at once, this often. */
  late: number;
  /** Requests are taken in and never decided this often. */
  silent: number;
};

export type RailModel = {
  /** Takes a request in. Answers the reply as it leaves the rail, or null when none ever comes. */
  receive(railRef: string, transactionId: string): { answer: RailEvidence; afterMs: number } | null;
  query(railRef: string): RailEvidence;
  /** How often the beneficiary of this transfer was credited, under whatever reference. */
  credits(transactionId: string): number;
};

type Entry = { transactionId: string; verdict: 'credited' | 'refused' | 'suspected' | null; visible: boolean };

/** The day's clearing: what was not decided by then never will be. */
export const clearingMs = 38 * 3600_000;

const inProgress: RailEvidence = { verdict: 'indeterminate', responseCode: '09' };
export const noAnswer: RailEvidence = { verdict: 'indeterminate', responseCode: null, detail: 'timeout' };
const unknownHere: RailEvidence = { verdict: 'not_found', responseCode: '25' };

const told: Record<'credited' | 'refused' | 'suspected', RailEvidence> = {
  credited: { verdict: 'success', responseCode: '00', railSessionId: '1' },
  refused: { verdict: 'reject', responseCode: '05' },
  suspected: { verdict: 'indeterminate', responseCode: '34', review: true },
};

export function createRail(shape: RailShape, random: Random, timeline: Timeline, onCredit: (transactionId: string) => void): RailModel {
  const book = new Map<string, Entry>();
  const credited = new Map<string, number>();

  function decide(entry: Entry, verdict: 'credited' | 'refused' | 'suspected'): void {
    // A rail that dedupes finds the second copy of a reference here at the latest.
    if (entry.verdict !== null && shape.dedupes) return;
    entry.verdict = entry.verdict === 'credited' ? 'credited' : verdict;
    entry.visible = true;
    if (verdict !== 'credited') return;
    credited.set(entry.transactionId, (credited.get(entry.transactionId) ?? 0) + 1);
    onCredit(entry.transactionId);
  }

  function delayMs(): number {
    if (!random.chance(shape.late)) return 0;
    return random.spread(1_000, shape.boundSeconds === null ? 18 * 3600_000 : shape.boundSeconds * 1000);
  }

  return {
    receive(railRef, transactionId) {
      const known = book.get(railRef);
      const entry = known ?? { transactionId, verdict: null, visible: false };
      book.set(railRef, entry);
      const afterMs = random.chance(0.05) ? random.between(15_000, 30_000) : random.between(20, 3_000);
      const verdict = random.chance(0.85) ? 'credited' : random.chance(0.85) ? 'refused' : 'suspected';
      const delay = delayMs();
      if (known !== undefined && shape.dedupes && known.verdict !== null) return random.chance(0.5) ? { answer: told[known.verdict], afterMs } : { answer: { verdict: 'indeterminate', responseCode: '94' }, afterMs };
      if (random.chance(shape.silent)) entry.visible = entry.visible || random.chance(0.5);
      else if (delay === 0) decide(entry, verdict);
      else {
        entry.visible = entry.visible || random.chance(0.5);
        if (timeline.now() + delay < clearingMs) timeline.at(timeline.now() + delay, () => decide(entry, verdict));
      }
      if (random.chance(shape.replyLost)) return null;
      if (entry.verdict !== null) return { answer: told[entry.verdict], afterMs };
      return random.chance(0.7) ? { answer: inProgress, afterMs } : null;
    },
    query(railRef) {
      const entry = book.get(railRef);
      if (shape.deaf || random.chance(shape.replyLost)) return noAnswer;
      if (entry === undefined || (entry.verdict === null && !entry.visible)) return unknownHere;
      if (entry.verdict === null || random.chance(0.05)) return inProgress;
      return told[entry.verdict];
    },
    credits: (transactionId) => credited.get(transactionId) ?? 0,
  };
}
