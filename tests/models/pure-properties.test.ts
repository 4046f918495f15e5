import { test } from 'vitest';
import { addressProperties, amountProperties, fingerprintProperties } from './pure-properties.ts';

const seed = Date.now() % 2 ** 31;

test('an amount is read exactly or refused, and comes back over the wire to the kobo', () => amountProperties({ seed, runs: 20_000 }));
test('a fingerprint does not see the order of keys, and sees everything else', () => fingerprintProperties({ seed, runs: 3_000 }));
test('no spelling of a private address passes the guard of webhooks', () => addressProperties({ seed, runs: 5_000 }));
