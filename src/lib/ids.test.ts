import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds, systemIds } from './ids.ts';

/** A repeatable source of bytes: SHA-256 of a seed and a counter. */
function seeded(seed: string): (length: number) => Uint8Array {
  let block = 0;
  return (length) => {
    const chunks: Buffer[] = [];
    for (let size = 0; size < length; size += 32) chunks.push(createHash('sha256').update(`${seed}/${block++}`).digest());
    return Buffer.concat(chunks).subarray(0, length);
  };
}

describe('ids', () => {
  it('has the documented forms', () => {
    const ids = systemIds();
    expect(ids.newId('trf')).toMatch(/^trf_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(ids.customerId()).toMatch(/^[1-9]\d{9}$/);
    expect(ids.nubanSerial()).toMatch(/^\d{9}$/);
    expect(ids.otpCode()).toMatch(/^\d{6}$/);
    expect(ids.token('at')).toMatch(/^at_[A-Za-z0-9_-]{43}$/);
    expect(ids.clientId('sandbox')).toMatch(/^ot_test_[a-z0-9]{24}$/);
    expect(ids.clientId('live')).toMatch(/^ot_live_[a-z0-9]{24}$/);
    expect(ids.clientSecret('sandbox')).toMatch(/^sk_test_[A-Za-z0-9_-]{43}$/);
    expect(ids.clientSecret('live')).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
    const secret = ids.webhookSecret();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(ids.uniqueDigits(30)).toMatch(/^\d{30}$/);
    expect(ids.uniqueDigits(0)).toBe('');
    expect(ids.bytes(20_000)).toHaveLength(20_000);
  });

  it('sorts in the order of making, even when the clock stands still or steps back', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -5, max: 3 }), { minLength: 2, maxLength: 200 }), (steps) => {
      let now = 1_760_000_000_000;
      const ids = createIds(seeded('order'), () => now);
      const made = steps.map((step) => {
        now += step;
        return ids.newId('x');
      });
      expect(made.toSorted()).toEqual(made);
      expect(new Set(made).size).toBe(made.length);
    }), { numRuns: 50 });
  });

  it('stays ordered and unique when one millisecond holds more ids than its counter', () => {
    const ids = createIds(seeded('flood'), () => 1_760_000_000_000);
    const made = Array.from({ length: 20_000 }, () => ids.newId('x'));
    expect(made.every((id, at) => at === 0 || id > (made[at - 1] ?? ''))).toBe(true);
  });

  it('carries the clock in its first 48 bits', () => {
    const ids = createIds(seeded('time'), () => 0x0123456789ab);
    expect(ids.newId('x').slice(2, 14)).toBe('0123456789ab');
  });

  it('draws every digit equally often', () => {
    const ids = createIds(seeded('uniform'), () => 0);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 20_000; draw++) {
      for (const digit of ids.otpCode()) counts[Number(digit)] = (counts[Number(digit)] ?? 0) + 1;
    }
    // 120,000 digits: expectation 12,000 each, standard deviation 104.
    for (const count of counts) expect(Math.abs(count - 12_000)).toBeLessThan(520);
  });

  it('never makes a serial inside the range of the sandbox scenarios', () => {
    const zeros = createIds((length) => new Uint8Array(length), () => 0);
    expect(zeros.nubanSerial()).toBe('000000010');
    expect(zeros.customerId()).toBe('1000000000');
  });

  it('fails loudly when the random source is stuck at values it must refuse', () => {
    const stuck = createIds((length) => new Uint8Array(length).fill(255), () => 0);
    expect(() => stuck.otpCode()).toThrow('random source');
  });
});
