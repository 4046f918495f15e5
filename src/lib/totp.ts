/** Time-based one-time passwords, RFC 6238 with its defaults: HMAC-SHA1, steps of 30 seconds, 6 digits; what every authenticator app speaks. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding: the form in which authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}

/** The time step that holds an instant. */
export function totpStep(at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / 1000 / stepSeconds));
}

/** The code of one step, RFC 4226 §5.3. */
export function totpCode(secret: Uint8Array, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The step whose code this is: that of `now`, the one before or the one after (clocks differ); only steps after `lastStep`, so that a code is good once. Null: none. */
export function matchTotp(secret: Uint8Array, code: string, now: Date, lastStep: bigint): bigint | null {
  const current = totpStep(now);
  const given = Buffer.from(code);
  const fits = (step: bigint): boolean => {
    const right = Buffer.from(totpCode(secret, step));
    return right.length === given.length && timingSafeEqual(right, given);
  };
  return [current - 1n, current, current + 1n].filter(fits).find((step) => step > lastStep) ?? null;
}

/** What a QR code for an authenticator app holds. */
export function otpauthUri(secret: Uint8Array, label: { issuer: string; account: string }): string {
  const issuer = encodeURIComponent(label.issuer);
  return `otpauth://totp/${issuer}:${encodeURIComponent(label.account)}?secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=6&period=${stepSeconds}`;
}
