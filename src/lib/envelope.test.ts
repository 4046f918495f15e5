import { createCipheriv, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blindIndex, deriveKey, EnvelopeError, mac, open, seal } from './envelope.ts';

const key = Buffer.alloc(32, 7);
const otherKey = Buffer.alloc(32, 8);
const context = 'tnt_1/customer/bvn/cus_1';

describe('envelopes', () => {
  it('opens to the same bytes with the same key and context', () => {
    fc.assert(fc.property(fc.uint8Array(), fc.string({ unit: 'binary' }), (plaintext, where) => {
      expect(open(key, seal(key, plaintext, where), where)).toEqual(Buffer.from(plaintext));
    }), { numRuns: 50 });
    expect(open(key, seal(key, 'Adéọlá', context), context).toString()).toBe('Adéọlá');
  });

  it('never seals the same value to the same bytes', () => {
    const values = Array.from({ length: 2_000 }, () => seal(key, 'x', context).toString('hex'));
    expect(new Set(values.map((sealed) => sealed.slice(2, 26))).size).toBe(2_000);
  });

  it('does not open with another key or in another place', () => {
    const sealed = seal(key, '22200000001', context);
    expect(() => open(otherKey, sealed, context)).toThrow(EnvelopeError);
    expect(() => open(key, sealed, 'tnt_1/customer/bvn/cus_2')).toThrow(EnvelopeError);
  });

  it('does not open when any single bit was changed, or when cut', () => {
    const sealed = seal(key, '22200000001', context);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const altered = Buffer.from(sealed);
      const at = bit >> 3;
      altered[at] = (altered[at] ?? 0) ^ (1 << (bit & 7));
      expect(() => open(key, altered, context)).toThrow(EnvelopeError);
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => open(key, sealed.subarray(0, length), context)).toThrow(EnvelopeError);
    }
  });

  it('takes a key as bytes or as the object that holds them', () => {
    const held = createSecretKey(key);
    expect(open(key, seal(held, 'Adéọlá', context), context).toString()).toBe('Adéọlá');
    expect(open(held, seal(key, 'Adéọlá', context), context).toString()).toBe('Adéọlá');
    expect(blindIndex(held, '22200000001')).toEqual(blindIndex(key, '22200000001'));
    expect(mac(held, 'ab', 'c')).toEqual(mac(key, 'ab', 'c'));
  });

  it('opens what was sealed before: version, nonce, ciphertext, tag', () => {
    // Made with `createCipheriv` alone: nonce of twelve 9s, associated data the byte 1 and the context.
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12, 9));
    cipher.setAAD(Buffer.concat([Buffer.of(1), Buffer.from('tnt_1/customer/name/Adé')]));
    const body = Buffer.concat([cipher.update('22200000001'), cipher.final()]);
    expect(open(key, Buffer.concat([Buffer.of(1), Buffer.alloc(12, 9), body, cipher.getAuthTag()]), 'tnt_1/customer/name/Adé').toString()).toBe('22200000001');
  });

  it('refuses keys of a wrong length', () => {
    expect(() => seal(Buffer.alloc(16), 'x', context)).toThrow('32 bytes');
    expect(() => seal(createSecretKey(Buffer.alloc(16)), 'x', context)).toThrow('32 bytes');
  });
});

describe('keyed fingerprints and derived keys', () => {
  it('gives equal indexes for equal text under one key only', () => {
    expect(blindIndex(key, '22200000001')).toEqual(blindIndex(key, '22200000001'));
    expect(blindIndex(key, '22200000001').equals(blindIndex(otherKey, '22200000001'))).toBe(false);
    expect(blindIndex(key, '22200000001').equals(blindIndex(key, '22200000002'))).toBe(false);
  });

  it('reproduces HKDF-SHA256 as the RFC defines it, and separates purposes and salts', () => {
    // Extract and expand by hand: PRK = HMAC(salt, ikm); OKM = HMAC(PRK, info || 0x01).
    const salt = Buffer.alloc(32, 3);
    const prk = blindIndex(salt, key.toString('latin1'));
    expect(deriveKey(key, 'otp', salt)).toEqual(blindIndex(prk, 'otp\u0001'));
    const all = [deriveKey(key, 'otp'), deriveKey(key, 'bvn'), deriveKey(key, 'otp', 'tnt_1')].map((k) => k.toString('hex'));
    expect(new Set(all).size).toBe(3);
  });

  it('tells apart parts that join to the same text', () => {
    expect(mac(key, 'ab', 'c').equals(mac(key, 'a', 'bc'))).toBe(false);
    expect(mac(key, 'ab', 'c')).toEqual(mac(key, Buffer.from('ab'), 'c'));
  });
});
