/**
 * What the rail's book can say, one JSON line each. A fact is never changed; what holds now is the fold of all of them.
 * `sessionId` names the receipt a fact belongs to, so that facts of a receipt that came second are passed over.
 */
import { isRecord } from '#src/lib/assert.ts';

/** How a received payment comes to its end; in the book, so that a pending one is still pending after a restart. */
const settlements = ['at_once', 'success_after_query', 'rejection_after_query', 'by_hand'] as const;
export type Settlement = (typeof settlements)[number];

type Common = { railRef: string; sessionId: string; /** Milliseconds since 1970. */ at: number };

export type Received = Common & {
  fact: 'received';
  amountKobo: bigint;
  settlement: Settlement;
  /** The credit goes back this long after it was made; null: never by itself. */
  returnAfterMs: number | null;
};
export type Credited = Common & { fact: 'credited' };
export type Rejected = Common & { fact: 'rejected'; responseCode: string };
export type Returned = Common & { fact: 'returned'; reason: string };
export type Fact = Received | Credited | Rejected | Returned;

export function formatFact(fact: Fact): string {
  return `${JSON.stringify(fact, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`;
}

/** The fact a line states, or null for a line that was torn by a crash. */
export function parseFact(line: string): Fact | null {
  const value = parseJson(line);
  if (!isRecord(value)) return null;
  const { fact, railRef, sessionId, at, amountKobo, settlement, returnAfterMs, responseCode, reason } = value;
  if (typeof railRef !== 'string' || typeof sessionId !== 'string' || typeof at !== 'number') return null;
  const common = { railRef, sessionId, at };
  switch (fact) {
    case 'received': {
      const known = settlements.find((name) => name === settlement);
      if (known === undefined || typeof amountKobo !== 'string' || !/^\d+$/.test(amountKobo)) return null;
      return {
        fact,
        ...common,
        amountKobo: BigInt(amountKobo),
        settlement: known,
        returnAfterMs: typeof returnAfterMs === 'number' ? returnAfterMs : null,
      };
    }
    case 'credited':
      return { fact, ...common };
    case 'rejected':
      return typeof responseCode === 'string' ? { fact, ...common, responseCode } : null;
    case 'returned':
      return typeof reason === 'string' ? { fact, ...common, reason } : null;
    default:
      return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
