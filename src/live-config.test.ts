import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { readLiveConfig } from './live-config.ts';

const rail = Object.fromEntries(['CLIENT_ID', 'CLIENT_SECRET', 'API_KEY', 'BILLER_ID', 'MANDATE_REFERENCE', 'LOCATION', 'BVN', 'KYC_LEVEL'].map((name) => [`EASYPAY_${name}`, 'x']));
const base = {
  MASTER_KEY: 'ab'.repeat(32), EASYPAY_BASE_URL: 'https://rail.example', ...rail,
  TERMII_BASE_URL: 'https://sms.example', TERMII_API_KEY: 'x', TERMII_SENDER_ID: 'Bank',
};
const dojah = { DOJAH_BASE_URL: 'https://dojah.example/', DOJAH_APP_ID: 'app', DOJAH_SECRET_KEY: 'secret' };
const prembly = { PREMBLY_BASE_URL: 'https://prembly.example', PREMBLY_APP_ID: 'app', PREMBLY_API_KEY: 'key' };
const qoreid = { QOREID_BASE_URL: 'https://qoreid.example', QOREID_CLIENT_ID: 'client', QOREID_SECRET: 'secret' };

const names = (env: Record<string, string>) => {
  const live = readLiveConfig(env);
  return live === null ? null : [live.identity.map(({ name }) => name), live.identityShadow?.name ?? null];
};

test('without any of its variables there is no live configuration', () => {
  expect(readLiveConfig({})).toBeNull();
  expect(readLiveConfig({ MASTER_KEY: 'ab'.repeat(32), DOJAH_APP_ID: ' ' })).toBeNull();
});

test('the variables from before there was a choice mean Dojah alone', () => {
  expect(readLiveConfig({ ...base, ...dojah })).toMatchObject({ identity: [{ name: 'dojah', baseUrl: 'https://dojah.example', appId: 'app', secretKey: 'secret' }], identityShadow: null });
});

test('several are asked in the order that is written, and need their own variables only', () => {
  expect(names({ ...base, ...prembly, ...dojah, IDENTITY_PROVIDERS: 'prembly, Dojah' })).toEqual([['prembly', 'dojah'], null]);
  expect(names({ ...base, ...qoreid, IDENTITY_PROVIDERS: 'qoreid' })).toEqual([['qoreid'], null]);
  expect(names({ ...base, ...dojah, ...qoreid, IDENTITY_SHADOW: 'qoreid' })).toEqual([['dojah'], 'qoreid']);
  expect(names({ ...base, ...dojah, ...prembly })).toEqual([['dojah'], null]);
});

test('single paths can be replaced', () => {
  expect(readLiveConfig({ ...base, ...prembly, IDENTITY_PROVIDERS: 'prembly', PREMBLY_PATHS: 'nin=/api/v1/nin_wo_face, tin=/tin' })?.identity).toMatchObject([{ paths: { nin: '/api/v1/nin_wo_face', tin: '/tin' } }]);
  expect(readLiveConfig({ ...base, ...qoreid, IDENTITY_PROVIDERS: 'qoreid', QOREID_PATHS: 'bvn=/v1/ng/identities/bvn-match' })?.identity).toMatchObject([{ paths: { bvn: '/v1/ng/identities/bvn-match' } }]);
});

test.each([
  ['a provider without its variables', { ...base, ...dojah, IDENTITY_PROVIDERS: 'prembly,dojah' }, /^PREMBLY_BASE_URL must be set too/],
  ['a shadow without its variables', { ...base, ...dojah, IDENTITY_SHADOW: 'qoreid' }, /^QOREID_BASE_URL must be set too/],
  ['half a group', { ...base, DOJAH_BASE_URL: 'https://x', DOJAH_APP_ID: 'x' }, /^DOJAH_SECRET_KEY must be set too/],
  ['an order alone', { IDENTITY_PROVIDERS: 'prembly' }, /^EASYPAY_BASE_URL must be set too/],
  ['an unknown provider', { ...base, ...dojah, IDENTITY_PROVIDERS: 'dojah,acme' }, /^IDENTITY_PROVIDERS must be/],
  ['one provider twice', { ...base, ...dojah, IDENTITY_PROVIDERS: 'dojah,dojah' }, /^IDENTITY_PROVIDERS must be/],
  ['an inherited name', { ...base, ...dojah, IDENTITY_PROVIDERS: 'toString' }, /^IDENTITY_PROVIDERS must be/],
  ['a shadow that is asked anyway', { ...base, ...dojah, IDENTITY_SHADOW: 'dojah' }, /^IDENTITY_SHADOW must be/],
  ['an unknown shadow', { ...base, ...dojah, IDENTITY_SHADOW: 'acme' }, /^IDENTITY_SHADOW must be/],
  ['a path of nothing', { ...base, ...prembly, IDENTITY_PROVIDERS: 'prembly', PREMBLY_PATHS: 'voter=/x' }, /^PREMBLY_PATHS must be/],
  ['a path that is none', { ...base, ...prembly, IDENTITY_PROVIDERS: 'prembly', PREMBLY_PATHS: 'nin=https://elsewhere.example/x' }, /^PREMBLY_PATHS must be/],
  ['an address that is none', { ...base, ...dojah, DOJAH_BASE_URL: 'dojah' }, /^DOJAH_BASE_URL must be a URL/],
  ['an address of another scheme', { ...base, ...dojah, DOJAH_BASE_URL: 'file:///etc' }, /^DOJAH_BASE_URL must be a URL/],
  ['a key left to be generated', { ...base, ...dojah, MASTER_KEY: '' }, /^MASTER_KEY must be set for live/],
])('%s stops the start with one line that names the variable', (_, env, line) => {
  expect(() => readLiveConfig(env)).toThrow(ConfigError);
  expect(() => readLiveConfig(env)).toThrow(line);
});
