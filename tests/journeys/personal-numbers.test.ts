import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectPresent, isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { enquire, openAccount, openCollection, succeed, transferBody, wrongOtp } from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const bvn = '22298765431';
const nin = '70098765432';
const failedBvn = '22298765433';
const failedNin = '70098765434';
const phone = '8098765435';
const kinPhone = '8098765436';
const collectionPhone = '8098765437';
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const claims = { firstName: 'Adaeze', lastName: 'Okonkwo', dob: '1990-04-12' };

/** A day's work with every number that must not be found later. Answers the secrets that came up on the way. */
async function day(): Promise<string[]> {
  const webhook = await succeed(app.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] }));
  const profile = {
    firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: `0${phone}`, bvn,
    nextOfKin: { firstName: 'Ngozi', lastName: 'Okonkwo', phone: `0${kinPhone}` },
  };
  const { data } = await succeed(app.call('POST', '/customer/profile/individual', profile));
  const customerId = String(data['customerId']);
  await app.call('POST', '/customer/profile/individual', { ...profile, bvn: failedBvn }, { 'x-scenario': 'dob_mismatch' });
  await app.call('POST', '/customer/profile/individual', { ...profile, bvn: `${failedBvn}0` });
  await succeed(app.call('POST', `/customer/kyc/${customerId}`, { nin }));
  await succeed(app.call('POST', `/customer/kyc/${customerId}`, { livePicture: picture }));
  await succeed(app.call('POST', '/kyc/validate/bvn-nin', { bvn, nin, ...claims }));
  await app.call('POST', '/kyc/validate/nin', { nin: failedNin, ...claims }, { 'x-scenario': 'provider_down' });
  await app.call('POST', '/kyc/validate/nin', { nin: failedNin, ...claims }, { 'x-scenario': 'name_mismatch' });
  await succeed(app.call('GET', `/customer/profiles?page=1&pageSize=10&search=0${phone}`));
  await succeed(app.call('GET', `/customer/profile/${customerId}`));
  await app.call('GET', `/customer/profile/${bvn}`);

  const accountNumber = await openAccount(app, customerId);
  await succeed(app.call('POST', '/sandbox/credit', { accountNumber, amount: 5000 }));
  const payer = { customerId, accountNumber, accountName: 'Adaeze Okonkwo' };
  const initiated = await succeed(app.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(app))));
  const collection = await openCollection(app, 5000, `0${collectionPhone}`);
  await succeed(app.call('POST', '/utils/otp-request', { accountNumber: collection }));
  const inbox = await succeed(app.call('GET', '/sandbox/messages'));
  const otps = [...inbox.text.matchAll(/"otp":"(\d{6})"/g)].map((match) => expectPresent(match[1], 'code'));
  expect(otps).toHaveLength(2);
  const { transactionId, otpReferenceId } = initiated.data;
  await app.call('POST', '/transfer/validate', { transactionId, otpReferenceId, otp: wrongOtp });
  await succeed(app.call('POST', '/transfer/validate', { transactionId, otpReferenceId, otp: otps[1] }));
  await app.settled(String(transactionId));
  return [...otps, String(webhook.data['secret'])];
}

/** Every row of every table as text, with bytes as hex and as what they may spell. */
async function dump(): Promise<string> {
  const client = new pg.Client(app.database.connection);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>("select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'openteller'");
    const lines: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      lines.push(...rows.map(({ row }) => row));
    }
    const text = lines.join('\n');
    const bytes = [...text.matchAll(/\\\\x([0-9a-f]+)/g)].map((match) => Buffer.from(match[1] ?? '', 'hex').toString('latin1'));
    return `${text}\n${bytes.join('\n')}`;
  } finally {
    await client.end();
  }
}

/** What a line says besides times and identifiers, in which six digits may stand by chance. */
function withoutChance(text: string): string {
  return text.replaceAll(/[a-z]{3}_[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27}|\\\\x[0-9a-f]+|\d{4}-\d{2}-\d{2}T[\d:.+]+|\d{30}|"(time|latency|durationMs|port|pid|responseTime)":[\d.]+/g, '');
}

test('after a day\'s work neither the database nor the log holds a BVN, NIN, phone number, code, token or secret in clear', async () => {
  const [webhookSecret, ...codes] = (await day()).toReversed();
  const numbers = [bvn, nin, failedBvn, failedNin, phone, kinPhone, collectionPhone, picture.slice(0, 60)];
  const secrets = [expectPresent(webhookSecret, 'webhook secret'), app.clientSecret, app.token, Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')];
  const places = { database: await dump(), log: app.logLines.join('\n') };
  // The places were looked at: what may stand there does.
  expect(places.database).toContain('Okonkwo');
  expect(places.database).toContain(app.clientId);
  expect(places.log).toContain('createIndividualCustomer');
  for (const [place, text] of Object.entries(places)) {
    for (const secret of [...numbers, ...secrets]) {
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').replaceAll('=', '')]) {
        expect(text.includes(form), `${secret} stands in the ${place}`).toBe(false);
      }
    }
    for (const code of codes) expect(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`).test(withoutChance(text)), `the code ${code} stands in the ${place}`).toBe(false);
  }
});

test('every line of the log is JSON with a message', () => {
  for (const line of app.logLines) {
    const parsed: unknown = JSON.parse(line);
    expect(isRecord(parsed) && typeof parsed['msg'] === 'string', line).toBe(true);
  }
});
