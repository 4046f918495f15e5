import type { Fact, Received, Returned, Settlement } from './fact.ts';
import { createOffsetIndex } from './offset-index.ts';

/** What the rail knows of one payment, folded from its book. */
export type Payment = {
  readonly railRef: string;
  /** The rail's own id of the receipt. */
  readonly sessionId: string;
  readonly amountKobo: bigint;
  readonly settlement: Settlement;
  readonly returnAfterMs: number | null;
  /** Null while nothing is decided. `00` means that the beneficiary was credited. */
  verdict: { readonly responseCode: string; readonly at: number } | null;
  returned: { readonly at: number; readonly reason: string } | null;
};

/** A line of the book: null where it states no fact. `offset` is its first byte's. */
export type Line = { fact: Fact | null; offset: number };

export type Payments = {
  /** Every line of the book once, in its order. */
  apply(line: Line): void;
  find(railRef: string): Payment | undefined;
  /** The payment, where this receipt is the one that stands; `next` is the line behind it. */
  standing(receipt: Received, offset: number, next: Fact | null): Payment | undefined;
  /** Credits that must go back at some time and have not yet. */
  awaitingReturn(): Iterable<Payment>;
  /** In the order of the book. */
  returned(): readonly Payment[];
};

/** With where its receipt stands. */
type Kept = { payment: Payment; offset: number };

/** Payments at their end that stay in memory: who sends one asks for it soon, if ever. */
const mostRecent = 1_000;

/**
 * The fold of a book. The first word stands, in the order of the file: a second receipt of a railRef, a second verdict and a
 * second return are passed over, whoever wrote them. This is what keeps two processes on one book from crediting twice.
 *
 * Of what has come to its end, the last thousand are kept; of older ones only where they stand, and `linesAt` reads a receipt and the line behind it there.
 */
export function createPayments(linesAt: (offset: number) => readonly (Fact | null)[]): Payments {
  const byRef = new Map<string, Kept>();
  const older = createOffsetIndex();
  const recent: string[] = [];
  const toReturn = new Set<Payment>();
  const returned: Payment[] = [];
  /** The receipt in the line before. */
  let justReceived: Kept | null = null;

  const readOlder = (railRef: string): Kept | undefined => {
    for (const offset of older.offsetsOf(railRef)) {
      const [receipt, next] = linesAt(offset);
      if (receipt?.fact === 'received' && receipt.railRef === railRef) return { payment: folded(receipt, next ?? null), offset };
    }
    return undefined;
  };
  const known = (railRef: string): Kept | undefined => byRef.get(railRef) ?? readOlder(railRef);

  /** Of one whose verdict is the line behind its receipt, and that nothing else comes to by itself. */
  const rest = (railRef: string): void => {
    recent.push(railRef);
    if (recent.length < 2 * mostRecent) return;
    for (const oldest of recent.splice(0, mostRecent)) {
      const kept = byRef.get(oldest);
      if (kept === undefined || kept.payment.returned !== null) continue;
      older.add(oldest, kept.offset);
      byRef.delete(oldest);
    }
  };

  const giveBack = (kept: Kept, { at, reason }: Returned): void => {
    const { payment } = kept;
    if (payment.verdict?.responseCode !== '00' || payment.returned !== null) return;
    payment.returned = { at, reason };
    byRef.set(payment.railRef, kept);
    toReturn.delete(payment);
    returned.push(payment);
  };

  const apply = ({ fact, offset }: Line): void => {
    const lineBefore = justReceived;
    justReceived = null;
    if (fact === null) return;
    const kept = known(fact.railRef);
    if (fact.fact === 'received') {
      if (kept !== undefined) return;
      justReceived = { payment: folded(fact, null), offset };
      byRef.set(fact.railRef, justReceived);
      return;
    }
    if (kept === undefined || kept.payment.sessionId !== fact.sessionId) return;
    if (fact.fact === 'returned') return giveBack(kept, fact);
    const { payment } = kept;
    if (payment.verdict !== null) return;
    payment.verdict = verdictOf(fact);
    if (payment.returnAfterMs === null) {
      if (kept === lineBefore) rest(payment.railRef);
    } else if (fact.fact === 'credited') toReturn.add(payment);
  };

  return {
    apply,
    find: (railRef) => known(railRef)?.payment,
    standing(receipt, offset, next) {
      const kept = byRef.get(receipt.railRef);
      if (kept !== undefined) return kept.offset === offset ? kept.payment : undefined;
      return older.offsetsOf(receipt.railRef).includes(offset) ? folded(receipt, next) : undefined;
    },
    awaitingReturn: () => toReturn,
    returned: () => returned,
  };
}

function folded({ railRef, sessionId, amountKobo, settlement, returnAfterMs }: Received, next: Fact | null): Payment {
  const isVerdict = next !== null && next.railRef === railRef && next.sessionId === sessionId;
  return { railRef, sessionId, amountKobo, settlement, returnAfterMs, verdict: isVerdict ? verdictOf(next) : null, returned: null };
}

function verdictOf(fact: Fact): Payment['verdict'] {
  if (fact.fact === 'credited') return { responseCode: '00', at: fact.at };
  return fact.fact === 'rejected' ? { responseCode: fact.responseCode, at: fact.at } : null;
}
