/** When a call is made again, and when not. Pure but for the clock it waits on. */

/** The longest wait that is taken in silence; the service may ask for more, and then the caller is told. */
const longestWaitSeconds = 30;
const firstWaitMs = 250;
const longestWaitMs = 8_000;

/** What came of one try, as far as trying again goes. */
export type Outcome =
  | { kind: 'no_answer' }
  | { kind: 'answer'; httpStatus: number; retryable: boolean | null; code: string | null; retryAfterSeconds: number | null };

/**
 * Milliseconds until the next try, or null when there is none. A call keeps its requestId over all tries, so the service carries it out once however
 * often it is sent. `made` counts the tries so far; `random` is in [0, 1).
 */
export function nextTry(outcome: Outcome, made: number, allowed: number, random: () => number): number | null {
  if (made > allowed) return null;
  const backoff = Math.round(Math.min(firstWaitMs * 2 ** (made - 1), longestWaitMs) * (0.5 + random() / 2));
  if (outcome.kind === 'no_answer') return backoff;
  if (!isPassing(outcome)) return null;
  const asked = outcome.retryAfterSeconds ?? 0;
  return asked > longestWaitSeconds ? null : Math.max(backoff, asked * 1000);
}

function isPassing({ httpStatus, retryable, code }: Extract<Outcome, { kind: 'answer' }>): boolean {
  if (httpStatus === 409) return code === 'request_in_progress';
  if (httpStatus !== 429 && httpStatus < 500) return false;
  // Not our envelope: something between here and the service answered.
  return retryable ?? true;
}

/** Rejects with the signal's reason when it aborts first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
