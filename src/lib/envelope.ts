import { createCipheriv, createDecipheriv, createHmac, hkdfSync, KeyObject, randomBytes } from 'node:crypto';
import { assert } from './assert.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_AT_ONCE = 256;
const HEADER_BYTES = 1 + NONCE_BYTES;
export const KEY_BYTES = 32;

/** 32 bytes. As a secret `KeyObject` it is not taken over by the library of ciphers each time, which is an eighth of a seal and a fifth of a fingerprint. */
export type Key = Uint8Array | KeyObject;

/** A sealed value that does not open: altered, cut, of another version, or of another key or context. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

/**
 * Encrypts with AES-256-GCM under a fresh random 96-bit nonce (NIST SP 800-38D §8.2.2).
 *
 * `context` says where the value lives, such as `tenant/table/column/row`; it is authenticated, not stored, so a
 * sealed value moved to another row does not open. Layout: version (1) · nonce (12) · ciphertext · tag (16).
 */
export function seal(key: Key, plaintext: string | Uint8Array, context: string): Buffer {
  assertKey(key);
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = VERSION;
  drawNonce(header, 1);
  const cipher = createCipheriv('aes-256-gcm', key, header.subarray(1), { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(context));
  const body = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext);
  return Buffer.concat([header, body, cipher.final(), cipher.getAuthTag()]);
}

/** The plaintext of `seal` with the same key and context. Throws EnvelopeError on any difference. */
export function open(key: Key, sealed: Uint8Array, context: string): Buffer {
  assertKey(key);
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < HEADER_BYTES + TAG_BYTES) throw new EnvelopeError('sealed value is too short');
  if (bytes[0] !== VERSION) throw new EnvelopeError('sealed value has an unknown version');
  const tagStart = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, HEADER_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(context));
  decipher.setAuthTag(bytes.subarray(tagStart));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES, tagStart)), decipher.final()]);
  } catch (cause) {
    throw new EnvelopeError('sealed value does not open with this key and context', { cause });
  }
}

/**
 * A keyed fingerprint (HMAC-SHA256, 32 bytes) for finding equal values without storing them.
 * Identity numbers are short, so an unkeyed hash could be reversed by trying them all.
 */
export function blindIndex(key: Key, text: string): Buffer {
  assertKey(key);
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

/** A 32-byte key for one purpose out of a master key (HKDF-SHA256, RFC 5869). Different purposes or salts give unrelated keys. */
export function deriveKey(master: Uint8Array, purpose: string, salt: string | Uint8Array = ''): Buffer {
  assertKey(master);
  return Buffer.from(hkdfSync('sha256', master, salt, purpose, KEY_BYTES));
}

/**
 * HMAC-SHA256 (32 bytes) over the list of `parts`. Each part is preceded by its length, so that ("ab","c") and ("a","bc") differ.
 * Not for webhook signatures, whose input is fixed by their receivers.
 */
export function mac(key: Key, ...parts: readonly (string | Uint8Array)[]): Buffer {
  assertKey(key);
  const framed = parts.flatMap((part) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return createHmac('sha256', key).update(Buffer.concat(framed)).digest();
}

let nonces = Buffer.alloc(0);
let nextNonce = 0;

/** A nonce is public, so many are drawn at a time: one call of the operating system for each was a quarter of the cost of sealing. None is used twice. */
function drawNonce(into: Buffer, at: number): void {
  if (nextNonce === nonces.length) {
    nonces = randomBytes(NONCES_AT_ONCE * NONCE_BYTES);
    nextNonce = 0;
  }
  nonces.copy(into, at, nextNonce, nextNonce + NONCE_BYTES);
  nextNonce += NONCE_BYTES;
}

/** The version's byte and the context. */
function associatedData(context: string): Buffer {
  return Buffer.from(String.fromCharCode(VERSION) + context, 'utf8');
}

function assertKey(key: Key): void {
  assert((key instanceof KeyObject ? key.symmetricKeySize : key.length) === KEY_BYTES, `a key is ${KEY_BYTES} bytes`);
}
