/** How Dojah is asked, and what its statuses mean. */
import { callProvider, memberOf } from './provider-http.ts';

export type DojahOptions = {
  /** Absolute, without a trailing slash: https://api.dojah.io, or https://sandbox.dojah.io. */
  baseUrl: string;
  appId: string;
  /** Sent as it is, without "Bearer". */
  secretKey: string;
  timeoutMs?: number;
};

export type DojahReply =
  | { kind: 'answer'; entity: unknown }
  /** A 4xx that speaks about what was asked. */
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'trouble'; detail: string };

export type DojahCall = { path: string; query: Readonly<Record<string, string>> } | { path: string; body: Readonly<Record<string, string>> };

/** Makes one attempt. Rejects with the signal's reason when `signal` aborts, and for nothing else. */
export async function callDojah({ baseUrl, appId, secretKey, timeoutMs }: DojahOptions, call: DojahCall, signal: AbortSignal): Promise<DojahReply> {
  const reply = await callProvider({
    url: 'query' in call ? `${baseUrl}${call.path}?${new URLSearchParams(call.query).toString()}` : `${baseUrl}${call.path}`,
    headers: { AppId: appId, Authorization: secretKey },
    ...('query' in call ? { method: 'GET' } : { method: 'POST', body: call.body }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }, signal);
  return reply.kind === 'trouble' ? reply : replyOf(reply.status, reply.json);
}

/** 400, 404 and 422 speak about the number or picture; 401, 402, 403, 424, 429 and 5xx are trouble between us and Dojah. */
function replyOf(status: number, json: unknown): DojahReply {
  if (status === 200) {
    const entity = memberOf(json, 'entity');
    return entity === undefined || entity === null ? { kind: 'trouble', detail: 'answer without entity' } : { kind: 'answer', entity };
  }
  const message = memberOf(json, 'error');
  if ([400, 404, 422].includes(status) && typeof message === 'string') return { kind: 'refused', status, message };
  return { kind: 'trouble', detail: `http ${status}` };
}
