/** One bounded HTTP exchange with an identity provider. Trouble is a result, not an exception; nothing that was sent or read is logged. */
import { isRecord } from '#src/lib/assert.ts';
import { withDeadline } from '#src/lib/deadline.ts';

export type ProviderCall = {
  /** Absolute. */
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: Readonly<Record<string, unknown>>;
  timeoutMs?: number;
};

/** A reply of any status; `json` is undefined when the body is no JSON, or is not said to be. */
export type ProviderReply = { kind: 'reply'; status: number; json: unknown } | { kind: 'trouble'; detail: string };

const defaultTimeoutMs = 10_000;
/** A record with a photo has some hundred kilobytes. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Makes one attempt and follows no redirect. Rejects with the signal's reason when `signal` aborts, and for nothing else. */
export function callProvider(call: ProviderCall, signal: AbortSignal): Promise<ProviderReply> {
  return withDeadline(call.timeoutMs ?? defaultTimeoutMs, async (limit) => {
    try {
      return await exchange(call, limit);
    } catch {
      signal.throwIfAborted();
      return { kind: 'trouble', detail: limit.aborted ? 'timeout' : 'connection failed' };
    }
  }, signal);
}

async function exchange(call: ProviderCall, signal: AbortSignal): Promise<ProviderReply> {
  const response = await fetch(call.url, {
    method: call.method,
    headers: { Accept: 'application/json', ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }), ...call.headers },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    redirect: 'manual',
    signal,
  });
  const text = await readBounded(response);
  if (text === null) return { kind: 'trouble', detail: 'answer too large' };
  return { kind: 'reply', status: response.status, json: isJson(response) ? parsed(text) : undefined };
}

/** A member of a reply's body by its name; undefined when the body is no object or lacks it. */
export function memberOf(json: unknown, name: string): unknown {
  return isRecord(json) ? json[name] : undefined;
}

/** A base address that paths can be added to. @throws TypeError when it is no URL */
export function baseOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}

/** Pictures travel as bare base64, without a data: header. */
export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
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

/** A proxy's page may hold anything, so only what is declared to be JSON is read as such. */
function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
