import { withDeadline } from '#src/lib/deadline.ts';
import type { TokenSource } from '#src/lib/token-cache.ts';
import type { BoundedHttp, HttpCall, HttpOutcome } from './bounded-http.ts';
import { createBoundedHttp } from './bounded-http.ts';
import { createEasyPayTokens } from './easypay-token.ts';
import { enquiryBody, enquiryOfAnswer, evidenceOfAnswer, institutionsOfAnswer, queryBody, transferBody } from './easypay-wire.ts';
import type { EasyPayOriginator } from './easypay-wire.ts';
import type { Rail } from './rail.ts';

const ANSWER_BYTES_MAX = 65_536;
const INSTITUTIONS_BYTES_MAX = 1_048_576;
const SERVICE_PATH = '/nipservice/v1/nip';

export type EasyPayConfig = EasyPayOriginator & {
  /** Without a slash at the end. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  apiKey: string;
  connectMs?: number;
  /** For one call with everything it needs, the token included. */
  totalMs?: number;
  /** Only as a contract with the switch states it; see the port. */
  dedupes?: boolean;
  lateBoundSeconds?: number;
};

/**
 * NIBSS EasyPay as a rail: JSON over HTTPS, OAuth 2 client credentials, money drawn from a settlement account by mandate.
 *
 * A call is one attempt. The only thing sent again is a call refused with 401, once, with a new token: the gateway refuses
 * before it routes, so nothing was processed, and the transaction id is the same. `nowMs` is monotonic.
 * Source of paths, fields and waits: NIBSS EasyPay integration guides; the first status query waits a minute.
 */
export function createEasyPayRail(config: EasyPayConfig, nowMs: () => number): Rail {
  const totalMs = config.totalMs ?? 20_000;
  const http = createBoundedHttp(config.connectMs ?? 3_000);
  const call = createCaller(http, createEasyPayTokens({ ...config, totalMs }, http, nowMs), totalMs);

  const posting = (path: string, body: string): HttpCall => ({
    method: 'POST',
    url: `${config.baseUrl}${SERVICE_PATH}/${path}`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body,
    answerBytesMax: ANSWER_BYTES_MAX,
  });

  return {
    name: 'nibss-easypay',
    dedupes: config.dedupes ?? false,
    lateBoundSeconds: config.lateBoundSeconds ?? null,
    queryScheduleSeconds: [60, 60, 60, 300],
    enquire: async (enquiry, signal) => {
      const outcome = await call(posting('nameenquiry', enquiryBody(enquiry, config)), signal);
      return typeof outcome === 'string' ? { outcome: 'unavailable', responseCode: null } : enquiryOfAnswer(enquiry, outcome);
    },
    send: async (instruction, signal) => {
      const outcome = await call({ ...posting('fundstransfer', transferBody(instruction, config)), ownConnection: true }, signal);
      if (typeof outcome === 'string') return { verdict: 'indeterminate', responseCode: null, detail: outcome, notSent: true };
      return evidenceOfAnswer('send', instruction.railRef, outcome);
    },
    query: async (railRef, signal) => {
      const outcome = await call(posting('tsq', queryBody(railRef)), signal);
      if (typeof outcome === 'string') return { verdict: 'indeterminate', responseCode: null, detail: outcome };
      return evidenceOfAnswer('query', railRef, outcome);
    },
    institutions: async (signal) => {
      const url = `${config.baseUrl}${SERVICE_PATH}/institutions`;
      const outcome = await call({ method: 'GET', url, headers: { accept: 'application/json' }, answerBytesMax: INSTITUTIONS_BYTES_MAX }, signal);
      const list = typeof outcome === 'string' ? null : institutionsOfAnswer(outcome);
      if (list === null) throw new Error('the rail did not give its list of institutions');
      return list;
    },
  };
}

/** An outcome, or the class of trouble that kept the call from being made at all. */
type Caller = (call: HttpCall, signal: AbortSignal) => Promise<HttpOutcome | string>;

/** Makes calls with a token, within a deadline for everything; a call refused with 401 once more with a new one. */
function createCaller(http: BoundedHttp, tokens: TokenSource, totalMs: number): Caller {
  const callOnce = async (call: HttpCall, signal: AbortSignal): Promise<{ token: string | null; outcome: HttpOutcome | string }> => {
    const held = await unlessAborted(tokens.token(), signal);
    if (held === null) return { token: null, outcome: 'timeout' };
    if (!held.ok) return { token: null, outcome: held.detail };
    const headers = { ...call.headers, authorization: `Bearer ${held.token}` };
    return { token: held.token, outcome: await http({ ...call, headers }, signal) };
  };
  return (call, callerSignal) => withDeadline(totalMs, async (signal) => {
    const { token, outcome } = await callOnce(call, signal);
    if (token === null || typeof outcome === 'string' || outcome.kind !== 'answer' || outcome.status !== 401) return outcome;
    tokens.refuse(token);
    const second = await callOnce(call, signal);
    // No second token: what stands is the refusal.
    return typeof second.outcome === 'string' ? outcome : second.outcome;
  }, callerSignal);
}

/** The value, or null when the signal comes first. The work goes on: others may be waiting for the same token. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  const aborted = Promise.withResolvers<null>();
  const onAbort = (): void => aborted.resolve(null);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
