/** Posts an event to a receiver on this machine, signed like a delivery of the service. */
import { signatureHeaders } from '../../../src/lib/webhook-signature.ts';

export type Target = { url: string; secret: string };

/** `body` is the very text that the service delivers. */
export type ForwardedEvent = { id: string; kind: string; body: string };

export type Forwarded = {
  attempt: number;
  /** Null when no answer came. */
  status: number | null;
  error: 'refused' | 'timeout' | 'dns' | 'reset' | null;
  latencyMs: number;
};

/** As long as the service itself waits. */
const answerMs = 15_000;

/** Never throws. */
export async function forward({ url, secret }: Target, { id, body }: ForwardedEvent, attempt: number): Promise<Forwarded> {
  const startedMs = performance.now();
  const headers = signatureHeaders({ secret, eventId: id, timestampSeconds: Math.floor(Date.now() / 1000), attempt, body });
  const latencyMs = (): number => Math.round(performance.now() - startedMs);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
    await response.body?.cancel();
    return { attempt, status: response.status, error: null, latencyMs: latencyMs() };
  } catch (error) {
    return { attempt, status: null, error: classOf(error), latencyMs: latencyMs() };
  }
}

export function isAcknowledged({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** What to do about an answer that does not acknowledge. */
export function hintOf({ status, error }: Forwarded, url: string): string {
  if (error === 'refused') return `Nobody answers at ${url}. Start your receiver, or mend --forward-to.`;
  if (error === 'dns') return `The host of ${url} is not known.`;
  if (error === 'timeout') return 'No answer within 15 seconds. Answer 2xx first, and work afterwards.';
  if (status === null) return 'It hung up without an answer. Its own log says why.';
  if (status === 401 || status === 403) return 'It refuses the signature. Does it have the secret above? openteller verify says why.';
  if (status === 404 || status === 405) return 'It has no such path for POST. Mend --forward-to.';
  if (status >= 300 && status < 400) return 'It redirects; deliveries follow no redirect. Forward to the final address.';
  return status >= 500 ? 'It fell over. Its own log says why.' : 'Any 2xx acknowledges; everything else is tried again.';
}

function classOf(error: unknown): Exclude<Forwarded['error'], null> {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const code = systemCodes(error);
  if (code.includes('ECONNREFUSED')) return 'refused';
  return code.includes('ENOTFOUND') || code.includes('EAI_AGAIN') ? 'dns' : 'reset';
}

/** Of the error, its causes, and what it gathers: a name with two addresses has a refusal of each. */
function systemCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap((one: unknown) => systemCodes(one, depth + 1)) : [];
  return [...own, ...gathered, ...systemCodes(error.cause, depth + 1)];
}
