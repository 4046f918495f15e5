import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'openteller-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }, { operator: { name: 'Bank', cbnCode: '90001', nipCode: '990001' } });

test.each([
  ['PORT', 'abc'], ['PORT', '70000'], ['PORT', '-1'], ['PORT', '80.5'],
  ['PUBLIC_URL', 'foo'], ['PUBLIC_URL', 'ftp://x'], ['PUBLIC_URL', 'https://user:word@api.example'], ['PUBLIC_URL', 'https://api.example/?a=b'], ['PUBLIC_URL', 'https://api.example/#top'],
  ['DATABASE_URL', 'mysql://x'], ['ROLE', 'both'], ['LOG_LEVEL', 'loud'],
  ['MASTER_KEY', 'short'], ['MASTER_KEY', `!!!!${'A'.repeat(43)}=`], ['MASTER_KEY', 'ab'.repeat(31)], ['PREVIOUS_MASTER_KEY', 'short'],
  ['SIGN_UP', 'maybe'], ['SEED_EMAIL', 'x'], ['SEED_PASSWORD', 'short'], ['SEED_CLIENT_ID', 'x'], ['SEED_CLIENT_SECRET', 'x'],
])('a wrong %s (%s) is refused in one line that names it and does not repeat it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
  if (value.length > 4) expect(() => read({ [name]: value })).not.toThrow(value);
});

test('a MASTER_KEY is the same 32 bytes in hex and in base64', () => {
  const key = Buffer.from('cd'.repeat(32), 'hex');
  for (const MASTER_KEY of [key.toString('hex'), key.toString('base64'), key.toString('base64url')]) expect(read({ MASTER_KEY }).masterKey).toEqual(key);
});

test('a generated MASTER_KEY is kept for the next start', () => {
  expect(read({}).masterKey).toEqual(read({}).masterKey);
});

test.each([
  [{}, 'open'], [{ PUBLIC_URL: 'http://localhost:3000' }, 'open'], [{ PUBLIC_URL: 'http://[::1]:3000' }, 'open'], [{ HOST: '0.0.0.0' }, 'closed'], [{ PUBLIC_URL: 'https://teller.example.com' }, 'closed'],
  [{ PUBLIC_URL: 'https://teller.example.com', SIGN_UP: 'open' }, 'open'], [{ SIGN_UP: 'closed' }, 'closed'],
])('strangers sign up only where it is one\'s own machine, or where it is said: %j', (env, expected) => {
  expect(read(env).signUp).toBe(expected);
});
