/** One bounded HTTP exchange with Dojah. Trouble is a result, not an exception. */

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

const defaultTimeoutMs = 10_000;
/** A record with a photo has some hundred kilobytes. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Makes one attempt. Rejects with the signal's reason when `signal` aborts, and for nothing else. */
export async function callDojah(options: DojahOptions, call: DojahCall, signal: AbortSignal): Promise<DojahReply> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const url = new URL(`${options.baseUrl}${call.path}`);
  if ('query' in call) url.search = new URLSearchParams(call.query).toString();
  try {
    const response = await fetch(url, {
      method: 'query' in call ? 'GET' : 'POST',
      headers: { AppId: options.appId, Authorization: options.secretKey, Accept: 'application/json', ...('query' in call ? {} : { 'Content-Type': 'application/json' }) },
      ...('query' in call ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await readBounded(response);
    return text === null ? { kind: 'trouble', detail: 'answer too large' } : replyOf(response.status, text);
  } catch {
    signal.throwIfAborted();
    return { kind: 'trouble', detail: timeout.aborted ? 'timeout' : 'connection failed' };
  }
}

/** The body as text, or null when it is longer than the bound. */
async function readBounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxAnswerBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** 400, 404 and 422 speak about the number or picture; 401, 402, 403, 424, 429 and 5xx are trouble between us and Dojah. */
function replyOf(status: number, text: string): DojahReply {
  const body = parsed(text);
  const member = (name: string): unknown => (typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined);
  if (status === 200) {
    const entity = member('entity');
    return entity === undefined || entity === null ? { kind: 'trouble', detail: 'answer without entity' } : { kind: 'answer', entity };
  }
  const message = member('error');
  if ([400, 404, 422].includes(status) && typeof message === 'string') return { kind: 'refused', status, message };
  return { kind: 'trouble', detail: `http ${status}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
