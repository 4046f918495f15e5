import { withDeadline } from '#src/lib/deadline.ts';
import { createTokenCache, type IssuedToken, type TokenSource } from '#src/lib/token-cache.ts';
import type { BoundedHttp } from './bounded-http.ts';
import { parseWireRecord, readWireText } from './wire-json.ts';

const ANSWER_BYTES_MAX = 65_536;

type TokenConfig = { baseUrl: string; clientId: string; clientSecret: string; apiKey: string; totalMs: number };

/** OAuth 2 client credentials at `POST /v2/reset`, as EasyPay wants them. `nowMs` is monotonic. Never throws. */
export function createEasyPayTokens(config: TokenConfig, http: BoundedHttp, nowMs: () => number): TokenSource {
  const fetchToken = async (): Promise<IssuedToken> => {
    const form = new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      scope: `${config.clientId}/.default`,
      grant_type: 'client_credentials',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', apikey: config.apiKey };
    const url = `${config.baseUrl}/v2/reset`;
    const outcome = await withDeadline(config.totalMs, (signal) => http({ method: 'POST', url, headers, body: form.toString(), answerBytesMax: ANSWER_BYTES_MAX }, signal));
    if (outcome.kind === 'trouble') return { ok: false, detail: `token_${outcome.detail}` };
    const answer = outcome.status === 200 ? parseWireRecord(outcome.body) : null;
    if (answer === null) return { ok: false, detail: `token_http_${outcome.status}` };
    const token = readWireText(answer, 'access_token');
    if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return { ok: false, detail: 'token_unparsable' };
    return { ok: true, token, lifeSeconds: Number(readWireText(answer, 'expires_in')) };
  };
  return createTokenCache(fetchToken, nowMs);
}
