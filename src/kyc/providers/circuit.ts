/**
 * A circuit breaker for one provider and one kind of question, because a registry may be away while the others behind the same provider
 * answer. Pure but for its own state: the time is handed in, in monotonic milliseconds.
 */

export type CircuitState = 'closed' | 'open' | 'half_open';

export type Circuit = {
  /** Whether to ask now. Where it says yes to an open circuit whose rest is over, the asker is the one probe. */
  admits(nowMs: number): boolean;
  /** The provider gave an answer, whichever. */
  answered(): void;
  troubled(nowMs: number): void;
  /** Asked, and nothing was learnt: the caller went away. */
  released(): void;
  state(nowMs: number): CircuitState;
};

export type CircuitOptions = {
  /** Troubles in a row that open it. */
  opensAfter: number;
  /** The first rest; each failed probe doubles it, up to `restMaxMs`. */
  restMs: number;
  restMaxMs: number;
};

export function createCircuit({ opensAfter, restMs, restMaxMs }: CircuitOptions): Circuit {
  let troubles = 0;
  let openUntilMs: number | null = null;
  let rest = restMs;
  let probing = false;

  return {
    admits(nowMs) {
      if (openUntilMs === null) return true;
      if (probing || nowMs < openUntilMs) return false;
      probing = true;
      return true;
    },
    answered() {
      troubles = 0;
      openUntilMs = null;
      rest = restMs;
      probing = false;
    },
    troubled(nowMs) {
      troubles += 1;
      if (openUntilMs === null && troubles < opensAfter) return;
      // Questions that were on their way when it opened fail too; only the probe's failure lengthens the rest.
      if (openUntilMs !== null && !probing) return;
      if (probing) rest = Math.min(rest * 2, restMaxMs);
      openUntilMs = nowMs + rest;
      probing = false;
    },
    released() {
      probing = false;
    },
    state: (nowMs) => (openUntilMs === null ? 'closed' : probing || nowMs >= openUntilMs ? 'half_open' : 'open'),
  };
}
