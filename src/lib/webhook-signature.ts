/** How a webhook is signed, and how its receiver checks it. Pure: the same input gives the same headers. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedParts = {
  /** As shown to the tenant once; null when the tenant refused one. */
  secret: string | null;
  /** The one that is taking its place: `webhook-signature` carries both, so that a receiver with either is served. */
  nextSecret?: string | null;
  eventId: string;
  /** Seconds since 1970 of this attempt. */
  timestampSeconds: number;
  /** Counts from 1; a replay starts again. */
  attempt: number;
  /** The very text that is sent. */
  body: string;
};

/** How far a receiver's clock and ours may be apart, in both directions. Source: Standard Webhooks 1.0. */
export const toleranceSeconds = 300;

/**
 * The headers of one attempt. With a secret: `X-Service-Signature: sha256=<hex>`, an HMAC-SHA256 of the body keyed with the UTF-8
 * bytes of the secret, and the three headers of Standard Webhooks 1.0, which sign id and time too. Without a
 * secret no signature header is sent.
 */
export function signatureHeaders(parts: SignedParts): Record<string, string> {
  const timestamp = String(parts.timestampSeconds);
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'openteller-webhooks/1',
    'X-Service-Event-Id': parts.eventId,
    'X-Service-Timestamp': timestamp,
    'X-Service-Attempt': String(parts.attempt),
    'webhook-id': parts.eventId,
    'webhook-timestamp': timestamp,
  };
  if (parts.secret === null) return headers;
  headers['X-Service-Signature'] = `sha256=${bodySignature(parts.secret, parts.body)}`;
  const signing = [parts.secret, parts.nextSecret ?? null].filter((secret) => secret !== null);
  headers['webhook-signature'] = signing.map((secret) => `v1,${timedSignature(secret, parts.eventId, timestamp, parts.body)}`).join(' ');
  return headers;
}

export type Verification = { ok: true } | { ok: false; reason: 'missing_header' | 'timestamp_out_of_tolerance' | 'signature_mismatch' };

/**
 * What a receiver does: checks time and signature of a request as it came. Prefers `webhook-signature`, which proves the time too;
 * a request with `X-Service-Signature` alone proves its body but may be a replay, so remember event ids for 7 days.
 *
 * `headers` by any spelling of their names; `body` the raw bytes; `nowSeconds` the receiver's clock. Compares in constant time. Never throws.
 */
export function verifySignature(request: { secret: string; headers: Readonly<Record<string, string | undefined>>; body: string | Uint8Array; nowSeconds: number }): Verification {
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const timed = headers.get('webhook-signature');
  if (timed === undefined) {
    const plain = headers.get('x-service-signature');
    if (plain === undefined) return { ok: false, reason: 'missing_header' };
    return equal(plain, `sha256=${bodySignature(request.secret, request.body)}`) ? { ok: true } : { ok: false, reason: 'signature_mismatch' };
  }
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  if (id === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'missing_header' };
  if (Math.abs(request.nowSeconds - Number(timestamp)) > toleranceSeconds) return { ok: false, reason: 'timestamp_out_of_tolerance' };
  const expected = `v1,${timedSignature(request.secret, id, timestamp, request.body)}`;
  // While a secret is replaced, several signatures stand in one header, separated by spaces.
  return timed.split(' ').some((signature) => equal(signature, expected)) ? { ok: true } : { ok: false, reason: 'signature_mismatch' };
}

function bodySignature(secret: string, body: string | Uint8Array): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex');
}

function timedSignature(secret: string, id: string, timestamp: string, body: string | Uint8Array): string {
  return createHmac('sha256', timedKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

/** Generated secrets carry their key in base64 behind `whsec_`; one that a tenant typed is a key as it stands. */
function timedKey(secret: string): Buffer {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1];
  return encoded === undefined || encoded === '' ? Buffer.from(secret, 'utf8') : Buffer.from(encoded, 'base64');
}

function equal(given: string, expected: string): boolean {
  const left = Buffer.from(given, 'utf8');
  const right = Buffer.from(expected, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
