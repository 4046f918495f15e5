/** How QoreID is asked: a token for client id and secret, then Bearer; and what its statuses mean. */
import { createTokenCache, type IssuedToken } from '#src/lib/token-cache.ts';
import { baseOf, callProvider, memberOf, type ProviderReply } from './provider-http.ts';

export type QoreIdProduct = 'token' | 'bvn' | 'nin';

/** The number follows behind a slash. An operator may replace each, for instance to ask bvn-match, which shows no record. */
export const qoreIdPaths: Readonly<Record<QoreIdProduct, string>> = {
  token: '/token', bvn: '/v1/ng/identities/bvn-basic', nin: '/v1/ng/identities/nin',
};

export type QoreIdOptions = {
  /** https://api.qoreid.com */
  baseUrl: string;
  clientId: string;
  secret: string;
  paths?: Readonly<Partial<Record<QoreIdProduct, string>>>;
  timeoutMs?: number;
};

export type QoreIdReply =
  | { kind: 'answer'; body: unknown }
  | { kind: 'missing' }
  | { kind: 'refused'; status: number }
  | { kind: 'trouble'; detail: string };

export type QoreIdCall = (product: 'bvn' | 'nin', number: string, body: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<QoreIdReply>;

/**
 * One attempt for each question; only one that is refused with 401 is sent again, once, with a new token. `nowMs` is monotonic.
 * @throws TypeError when `baseUrl` is no URL
 */
export function qoreIdCaller(options: QoreIdOptions, nowMs: () => number): QoreIdCall {
  const base = baseOf(options.baseUrl);
  const paths = { ...qoreIdPaths, ...options.paths };
  const limit = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs };
  const tokens = createTokenCache(() => fetchToken(`${base}${paths.token}`, options, limit), nowMs);

  return async (product, number, body, signal) => {
    const url = `${base}${paths[product]}/${encodeURIComponent(number)}`;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const held = await tokens.token();
      if (!held.ok) return { kind: 'trouble', detail: held.detail };
      const reply = await callProvider({ url, method: 'POST', headers: { Authorization: `Bearer ${held.token}` }, body, ...limit }, signal);
      if (reply.kind === 'trouble') return reply;
      if (reply.status !== 401 || attempt === 2) return replyOf(reply);
      tokens.refuse(held.token);
    }
  };
}

/** Shared by all who wait for it, so no caller's signal ends it; its own time-out does. */
async function fetchToken(url: string, { clientId, secret }: QoreIdOptions, limit: { timeoutMs?: number }): Promise<IssuedToken> {
  const reply = await callProvider({ url, method: 'POST', headers: {}, body: { clientId, secret }, ...limit }, new AbortController().signal);
  if (reply.kind === 'trouble') return { ok: false, detail: `token ${reply.detail}` };
  const token = memberOf(reply.json, 'accessToken');
  if (reply.status > 201) return { ok: false, detail: `token http ${reply.status}` };
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return { ok: false, detail: 'token unreadable' };
  return { ok: true, token, lifeSeconds: Number(memberOf(reply.json, 'expiresIn')) };
}

/** Errors are { statusCode, message }. 404 that says so is a missing record; 400 and 422 speak about the question; the rest is trouble. */
function replyOf({ status, json }: Extract<ProviderReply, { kind: 'reply' }>): QoreIdReply {
  if (status === 200 || status === 201) return json === undefined ? { kind: 'trouble', detail: 'answer is no JSON' } : { kind: 'answer', body: json };
  const message = memberOf(json, 'message');
  if (typeof message !== 'string') return { kind: 'trouble', detail: `http ${status}` };
  if (status === 404 && /not found|no record|does not exist/i.test(message)) return { kind: 'missing' };
  return status === 400 || status === 422 ? { kind: 'refused', status } : { kind: 'trouble', detail: `http ${status}` };
}
