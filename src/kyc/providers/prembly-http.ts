/** How Prembly's IdentityPass is asked, and what its replies mean. */
import { baseOf, callProvider, memberOf } from './provider-http.ts';

export type PremblyProduct = 'bvn' | 'nin' | 'bvnFace' | 'ninFace' | 'tin';

const prefix = '/api/v2/biometrics/merchant/data/verification';

/** Prembly's clients and its documentation disagree about some of these, so an operator may replace each. */
export const premblyPaths: Readonly<Record<PremblyProduct, string>> = {
  bvn: `${prefix}/bvn`, nin: `${prefix}/vnin`, bvnFace: `${prefix}/bvn_w_face`, ninFace: `${prefix}/nin_face`, tin: `${prefix}/tin`,
};

export type PremblyOptions = {
  /** https://api.myidentitypass.com, or https://sandbox.myidentitypass.com. */
  baseUrl: string;
  appId: string;
  apiKey: string;
  paths?: Readonly<Partial<Record<PremblyProduct, string>>>;
  timeoutMs?: number;
};

export type PremblyReply =
  | { kind: 'answer'; body: unknown; providerReference: string | null }
  | { kind: 'missing'; providerReference: string | null }
  /** Prembly is well and did not do what was asked; `message` says why. */
  | { kind: 'refused'; status: number; message: string; providerReference: string | null }
  | { kind: 'trouble'; detail: string };

export type PremblyCall = (product: PremblyProduct, body: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<PremblyReply>;

/** Each call is one attempt. @throws TypeError when `baseUrl` is no URL */
export function premblyCaller({ baseUrl, appId, apiKey, paths, timeoutMs }: PremblyOptions): PremblyCall {
  const base = baseOf(baseUrl);
  return async (product, body, signal) => {
    const reply = await callProvider({
      url: `${base}${paths?.[product] ?? premblyPaths[product]}`,
      method: 'POST',
      headers: { 'app-id': appId, 'x-api-key': apiKey },
      body,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }, signal);
    return reply.kind === 'trouble' ? reply : replyOf(reply.status, reply.json);
  };
}

/** What the body says counts where the status speaks about the question (200, 400, 404, 422); any other status is trouble between us and Prembly. */
function replyOf(status: number, json: unknown): PremblyReply {
  const ok = memberOf(json, 'status');
  const code = memberOf(json, 'response_code');
  if (![200, 400, 404, 422].includes(status)) return { kind: 'trouble', detail: `http ${status}` };
  if (typeof ok !== 'boolean') return { kind: 'trouble', detail: `http ${status} without a status` };
  const reference = memberOf(memberOf(json, 'verification'), 'reference');
  const providerReference = typeof reference === 'string' && reference !== '' ? reference : null;
  if (status === 200 && ok && code === '00') return { kind: 'answer', body: json, providerReference };
  const message = [memberOf(json, 'detail'), memberOf(json, 'message')].filter((text) => typeof text === 'string').join(' ');
  // 01: no record; 02: the registry behind Prembly is away.
  if (code === '02' || /unavailable|try again|time(?:d)? ?out/i.test(message)) return { kind: 'trouble', detail: 'registry unavailable' };
  if (code === '01' || /not found|no record|does not exist/i.test(message)) return { kind: 'missing', providerReference };
  return { kind: 'refused', status, message, providerReference };
}
