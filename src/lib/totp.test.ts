import { describe, expect, test } from 'vitest';
import { base32, matchTotp, otpauthUri, totpCode, totpStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a code', () => {
  // RFC 6238, appendix B, for SHA-1; its eight digits cut to six.
  test.each([[59, '287082'], [1_111_111_109, '081804'], [1_111_111_111, '050471'], [1_234_567_890, '005924'], [2_000_000_000, '279037'], [20_000_000_000, '353130']])('at %i seconds is that of the RFC', (seconds, code) => {
    expect(totpCode(secret, totpStep(at(seconds)))).toBe(code);
  });

  test('is taken one step early and one step late, and not two', () => {
    const now = at(1_000_000_000);
    const step = totpStep(now);
    const taken = [-2n, -1n, 0n, 1n, 2n].map((away) => matchTotp(secret, totpCode(secret, step + away), now, 0n));
    expect(taken).toEqual([null, step - 1n, step, step + 1n, null]);
  });

  test('is good once, and no earlier one after it', () => {
    const now = at(1_000_000_000);
    const step = totpStep(now);
    expect(matchTotp(secret, totpCode(secret, step), now, step)).toBeNull();
    expect(matchTotp(secret, totpCode(secret, step - 1n), now, step)).toBeNull();
    expect(matchTotp(secret, totpCode(secret, step + 1n), now, step)).toBe(step + 1n);
  });

  test.each(['', '12345', '1234567', 'abcdef', '２８７０８２'])('of another form (%s) fits nothing', (code) => {
    expect(matchTotp(secret, code, at(59), 0n)).toBeNull();
  });
});

// RFC 4648 §10, without padding.
test.each([['', ''], ['f', 'MY'], ['fo', 'MZXQ'], ['foo', 'MZXW6'], ['foob', 'MZXW6YQ'], ['fooba', 'MZXW6YTB'], ['foobar', 'MZXW6YTBOI']])('base32 of %j is %j', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('the URI carries issuer, account and secret, escaped', () => {
  const uri = new URL(otpauthUri(secret, { issuer: 'A & B', account: 'amina+1@kano.example' }));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/A & B:amina+1@kano.example']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: base32(secret), issuer: 'A & B', algorithm: 'SHA1', digits: '6', period: '30' });
});
