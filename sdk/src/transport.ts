/** HTTP: one call with its token, its requestId and its tries. Uses what every runtime has: fetch, URL, AbortSignal, crypto. */
import type { CallOptions } from './call.ts';
import { type ErrorEntry, TellerConnectionError, TellerError } from './errors.ts';
import { nextTry, type Outcome, pause } from './retry.ts';
import { createTokenSource } from './token.ts';

export type TransportOptions = {
  /** `ot_test_…` or `ot_live_…`. */
  clientId: string;
  clientSecret: string;
  /** Root of the environment, such as https://teller.example.com/sandbox/v1. */
  baseUrl: string;
  /** After the first try. Default 3. */
  retries?: number;
  /** Of one try. Default 30 seconds. */
  timeoutMs?: number;
  /** Instead of the runtime's own, for proxies and tests. */
  fetch?: typeof globalThis.fetch;
};

export type Sent = {
  method: string;
  /** Below the root, with its query. */
  path: string;
  body?: string;
  /** Win over the client's own; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>;
};

export type Transport = {
  /** The answer as it came, refusals included. @throws TellerConnectionError, or the reason of an aborted signal */
  send(request: Sent, options?: CallOptions): Promise<Response>;
  /** The envelope of a success. @throws TellerError for a refusal */
  call(request: Sent, options?: CallOptions): Promise<Record<string, unknown>>;
  /** The answer of a success, unread. @throws TellerError for a refusal */
  download(request: Sent, options?: CallOptions): Promise<Response>;
};

const unusableTokens = new Set(['token_expired', 'token_invalid', 'token_revoked']);

export function createTransport(options: TransportOptions): Transport {
  const root = options.baseUrl.replace(/\/+$/, '');
  const fetchOnce = options.fetch ?? ((input: string, init: RequestInit) => globalThis.fetch(input, init));
  const credential = `Bearer ${base64(`${options.clientId}:${options.clientSecret}`)}`;
  const tokens = createTokenSource(issueToken, () => performance.now());

  async function issueToken(): Promise<{ accessToken: string; lifeSeconds: number }> {
    const requestId = newRequestId();
    const response = await tryUntilAnswered({ method: 'GET', path: '/auth/token', headers: { authorization: credential } }, { requestId });
    const answer = await readEnvelope(response, requestId);
    const { accessToken, expiresAt } = answer['data'] as { accessToken: string; expiresAt: string };
    return { accessToken, lifeSeconds: Number(expiresAt) };
  }

  /** One request, repeated under one requestId while its trouble may pass. */
  async function tryUntilAnswered(request: Sent, call: CallOptions & { requestId: string }): Promise<Response> {
    const allowed = call.retries ?? options.retries ?? 3;
    for (let made = 1; ; made += 1) {
      const tried = await tryOnce(request, call);
      const waitMs = nextTry(await outcomeOf(tried), made, allowed, Math.random);
      if (waitMs === null) {
        if (tried instanceof Response) return tried;
        throw new TellerConnectionError('The service did not answer.', { requestId: call.requestId, cause: tried.trouble });
      }
      await pause(waitMs, call.signal);
    }
  }

  async function tryOnce({ method, path, body, headers }: Sent, call: CallOptions & { requestId: string }): Promise<Response | { trouble: unknown }> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? 30_000);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
    const init = { method, headers: mergedHeaders(call, body, headers), signal, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) };
    try {
      return await fetchOnce(`${root}${path}`, init);
    } catch (trouble) {
      if (call.signal?.aborted === true) throw call.signal.reason;
      return { trouble };
    }
  }

  async function send(request: Sent, call: CallOptions = {}): Promise<Response> {
    const named = { ...call, requestId: call.requestId ?? newRequestId() };
    const ownAuthorization = Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
    if (ownAuthorization) return tryUntilAnswered(request, named);
    for (let renewed = false; ; renewed = true) {
      const token = await tokens.current();
      const response = await tryUntilAnswered({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }, named);
      if (response.status !== 401 || renewed || !unusableTokens.has((await firstError(response))?.code ?? '')) return response;
      // Refused before anything was done, so the same requestId is free still.
      tokens.discard(token);
    }
  }

  return {
    send,
    async call(request, call = {}) {
      const requestId = call.requestId ?? newRequestId();
      return readEnvelope(await send(request, { ...call, requestId }), requestId);
    },
    async download(request, call = {}) {
      const requestId = call.requestId ?? newRequestId();
      const response = await send(request, { ...call, requestId });
      if (!response.ok) await readEnvelope(response, requestId);
      return response;
    },
  };
}

function mergedHeaders(call: CallOptions & { requestId: string }, body: string | undefined, own: Sent['headers']): Headers {
  const headers = new Headers({ accept: 'application/json', requestid: call.requestId });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (call.scenario !== undefined) headers.set('x-scenario', call.scenario);
  for (const [name, value] of Object.entries(own ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return headers;
}

async function outcomeOf(tried: Response | { trouble: unknown }): Promise<Outcome> {
  if (!(tried instanceof Response)) return { kind: 'no_answer' };
  const error = tried.ok ? undefined : await firstError(tried);
  return { kind: 'answer', httpStatus: tried.status, retryable: error?.retryable ?? null, code: error?.code ?? null, retryAfterSeconds: retryAfterOf(tried) };
}

function retryAfterOf(response: Response): number | null {
  const text = response.headers.get('retry-after');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** Looks into a copy, so that the answer can still be read. */
async function firstError(response: Response): Promise<ErrorEntry | undefined> {
  return errorsOf(await jsonOf(response.clone()))?.[0];
}

async function readEnvelope(response: Response, requestId: string): Promise<Record<string, unknown>> {
  const answer = await jsonOf(response);
  if (answer !== null && response.ok) return answer;
  const errors = errorsOf(answer);
  if (answer === null || errors === null) {
    throw new TellerConnectionError(`HTTP ${response.status} came back without an answer of the service.`, { requestId, httpStatus: response.status });
  }
  throw new TellerError({ httpStatus: response.status, statusCode: String(answer['statusCode']), errors, requestId, retryAfterSeconds: retryAfterOf(response) });
}

async function jsonOf(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const parsed: unknown = JSON.parse(await response.text());
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function errorsOf(answer: Record<string, unknown> | null): [ErrorEntry, ...ErrorEntry[]] | null {
  const errors = answer?.['errors'];
  return Array.isArray(errors) && errors.length > 0 && typeof (errors[0] as Partial<ErrorEntry> | null)?.code === 'string' ? (errors as [ErrorEntry, ...ErrorEntry[]]) : null;
}

export function newRequestId(): string {
  return crypto.randomUUID();
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
