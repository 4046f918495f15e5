import type { BoundedHttp } from './bounded-http.ts';
import { parseWireRecord, readWireText } from './wire-json.ts';

const ANSWER_BYTES_MAX = 65_536;
/** A token is given up this long before it ends, so that none ends on its way. */
const MARGIN_SECONDS = 120;

export type TokenSource = {
  /** A token that should still hold, or the class of trouble. Callers that come while one is fetched share it. Never throws. */
  token(): Promise<{ ok: true; token: string } | { ok: false; detail: string }>;
  /** Forgets this token, because it was refused. A newer one stays. */
  refuse(token: string): void;
};

type TokenConfig = { baseUrl: string; clientId: string; clientSecret: string; apiKey: string; totalMs: number };

/** OAuth 2 client credentials at `POST /v2/reset`, as EasyPay wants them. `nowMs` is monotonic. */
export function createEasyPayTokens(config: TokenConfig, http: BoundedHttp, nowMs: () => number): TokenSource {
  let held: { token: string; untilMs: number } | null = null;
  let fetching: ReturnType<TokenSource['token']> | null = null;

  const fetchToken: TokenSource['token'] = async () => {
    const form = new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      scope: `${config.clientId}/.default`,
      grant_type: 'client_credentials',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', apikey: config.apiKey };
    const url = `${config.baseUrl}/v2/reset`;
    const outcome = await http(
      { method: 'POST', url, headers, body: form.toString(), answerBytesMax: ANSWER_BYTES_MAX },
      AbortSignal.timeout(config.totalMs),
    );
    if (outcome.kind === 'trouble') return { ok: false, detail: `token_${outcome.detail}` };
    const answer = outcome.status === 200 ? parseWireRecord(outcome.body) : null;
    if (answer === null) return { ok: false, detail: `token_http_${outcome.status}` };
    const token = readWireText(answer, 'access_token');
    const seconds = Number(readWireText(answer, 'expires_in'));
    if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return { ok: false, detail: 'token_unparsable' };
    // A life shorter than twice the margin, or none stated, still serves for a moment: half of it, or this one call.
    const usable = Number.isFinite(seconds) ? Math.max(seconds - MARGIN_SECONDS, seconds / 2) : 0;
    held = { token, untilMs: nowMs() + usable * 1_000 };
    return { ok: true, token };
  };

  return {
    token: async () => {
      if (held !== null && nowMs() < held.untilMs) return { ok: true, token: held.token };
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return fetching;
    },
    refuse: (token) => {
      if (held?.token === token) held = null;
    },
  };
}
