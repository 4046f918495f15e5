import type { Fact, Settlement } from './fact.ts';

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

export type Payments = {
  apply(fact: Fact): void;
  find(railRef: string): Payment | undefined;
  all(): Iterable<Payment>;
  /** Credits that must go back at some time and have not yet. */
  awaitingReturn(): Iterable<Payment>;
  /** In the order of the book. */
  returned(): readonly Payment[];
};

/**
 * The fold of a book. The first word stands, in the order of the file: a second receipt of a railRef, a second verdict and a
 * second return are passed over, whoever wrote them. This is what keeps two processes on one book from crediting twice.
 */
export function createPayments(): Payments {
  const byRef = new Map<string, Payment>();
  const toReturn = new Set<Payment>();
  const returned: Payment[] = [];

  const apply = (fact: Fact): void => {
    const known = byRef.get(fact.railRef);
    if (fact.fact === 'received') {
      if (known !== undefined) return;
      const { railRef, sessionId, amountKobo, settlement, returnAfterMs } = fact;
      byRef.set(railRef, { railRef, sessionId, amountKobo, settlement, returnAfterMs, verdict: null, returned: null });
      return;
    }
    if (known === undefined || known.sessionId !== fact.sessionId) return;
    if (fact.fact === 'returned') {
      if (known.verdict?.responseCode !== '00' || known.returned !== null) return;
      known.returned = { at: fact.at, reason: fact.reason };
      toReturn.delete(known);
      returned.push(known);
      return;
    }
    if (known.verdict !== null) return;
    known.verdict = { responseCode: fact.fact === 'credited' ? '00' : fact.responseCode, at: fact.at };
    if (fact.fact === 'credited' && known.returnAfterMs !== null) toReturn.add(known);
  };

  return {
    apply,
    find: (railRef) => byRef.get(railRef),
    all: () => byRef.values(),
    awaitingReturn: () => toReturn,
    returned: () => returned,
  };
}
