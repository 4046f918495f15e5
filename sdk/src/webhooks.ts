/** Receiving webhooks: is this request the service's own, and what does it say? Web Crypto only. */
import { WebhookVerificationError } from './errors.ts';
import type { EventData, EventKind } from './operations.gen.ts';

type Envelope<Kind, Data> = {
  event: Kind;
  data: Data;
  /** The same on every delivery of one event: remember it for 7 days to see each event once. */
  id: string;
  createdAt: string;
  environment: 'sandbox' | 'live';
  apiVersion: string;
  /** Counts the news about one subject; older than what you know: drop it. */
  sequence: number;
};

/** One of the service's kinds, whose `data` follows from `event`; or one of your own, `custom.…`. */
export type WebhookEvent = { [Kind in EventKind]: Envelope<Kind, EventData[Kind]> }[EventKind] | Envelope<`custom.${string}`, Record<string, unknown>>;

export type WebhookRequest = {
  /** The endpoint's secret as it was shown; several while one replaces the other. */
  secret: string | readonly string[];
  /** As received: `Headers`, or an object with any spelling of the names. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before any parser has seen them. */
  body: string | Uint8Array;
  /** How far the two clocks may be apart. */
  toleranceSeconds?: number;
  /** Seconds since 1970; the runtime's clock when left out. */
  nowSeconds?: number;
};

/**
 * The event in a request that the service signed. Prefers `webhook-signature`, which signs id and time too; `X-Service-Signature` alone proves the
 * body but may be a replay. @throws WebhookVerificationError
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const header = headerReader(request.headers);
  const secrets = typeof request.secret === 'string' ? [request.secret] : request.secret;
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const timed = header('webhook-signature');
  const genuine = timed === null ? await isSignedBody(header('x-service-signature'), secrets, body) : await isSignedInTime(timed, header, secrets, body, request);
  if (!genuine) {
    throw new WebhookVerificationError('signature_mismatch', 'The signature does not fit. Check the secret, and that the body is the raw bytes and not parsed and written again.');
  }
  return readEvent(body);
}

async function isSignedBody(signature: string | null, secrets: readonly string[], body: Uint8Array): Promise<boolean> {
  if (signature === null) throw new WebhookVerificationError('missing_header', 'The request carries no signature: neither webhook-signature nor X-Service-Signature.');
  for (const secret of secrets) {
    const expected = `sha256=${hex(await hmac(new TextEncoder().encode(secret), body))}`;
    if (sameText(signature, expected)) return true;
  }
  return false;
}

async function isSignedInTime(signatures: string, header: (name: string) => string | null, secrets: readonly string[], body: Uint8Array, request: WebhookRequest): Promise<boolean> {
  const id = header('webhook-id');
  const timestamp = header('webhook-timestamp');
  if (id === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('missing_header', 'webhook-id or webhook-timestamp is missing or malformed.');
  const nowSeconds = request.nowSeconds ?? Math.floor(Date.now() / 1000);
  if (Math.abs(nowSeconds - Number(timestamp)) > (request.toleranceSeconds ?? 300)) {
    throw new WebhookVerificationError('timestamp_out_of_tolerance', 'The request was signed too long ago, or the clocks differ.');
  }
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  for (const secret of secrets) {
    const expected = `v1,${base64(await hmac(timedKey(secret), signed))}`;
    // While a secret is replaced, several signatures stand in one header.
    if (signatures.split(' ').some((signature) => sameText(signature, expected))) return true;
  }
  return false;
}

function readEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('invalid_body', 'The body is signed but is not JSON.');
  }
}

function headerReader(headers: WebhookRequest['headers']): (name: string) => string | null {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), typeof value === 'string' ? value : (value?.[0] ?? null)]));
  return (name) => found.get(name) ?? null;
}

/** Generated secrets carry their key in base64 behind `whsec_`; one that somebody typed is a key as it stands. */
function timedKey(secret: string): Uint8Array {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1];
  return encoded === undefined || encoded === '' ? new TextEncoder().encode(secret) : Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', owned(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, owned(message)));
}

/** Web Crypto takes bytes of their own buffer only. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** In time that does not tell where two texts differ. */
function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < right.length; at += 1) difference |= (left.charCodeAt(at) || 0) ^ right.charCodeAt(at);
  return difference === 0;
}
