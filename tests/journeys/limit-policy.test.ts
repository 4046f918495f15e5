/** An operator's own limits file with a version entered ahead: it takes effect at midnight in Lagos, and not before. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecord } from '#src/lib/assert.ts';
import { lagosDay, lagosDayStartOf } from '#src/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, fund, initiate, openPayer, pending, refusal, succeed, validate } from './payer.ts';

const directory = mkdtempSync(join(tmpdir(), 'openteller-policy-'));
/** Two days ahead, so that a real midnight during the test changes nothing. */
const changeDay = lagosDay(new Date(Date.now() + 2 * 86_400_000));

let app: TestApp;
beforeAll(async () => {
  const whole = readRecord(JSON.parse(readFileSync('src/limits/policy.json', 'utf8')));
  const first = readRecord(Array.isArray(whole['versions']) ? whole['versions'][0] : null);
  const tier1 = { perTransfer: '10000.00', perDay: '60000.00', perDayTransfers: 50, maxBalance: '300000.00' };
  const ahead = { ...first, version: 'ahead', from: changeDay, source: 'Journey', tiers: { ...readRecord(first['tiers']), '1': tier1 }, newBeneficiaryPerTransfer: '9000.00' };
  const path = join(directory, 'limits.json');
  writeFileSync(path, JSON.stringify({ versions: [first, ahead] }));
  app = await startTestApp({ env: { LIMITS_FILE: path } });
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

async function clockTo(secondsAfterChange: number): Promise<void> {
  const { data } = await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
  const now = new Date(String(data['now'])).getTime();
  const change = lagosDayStartOf(changeDay)?.getTime() ?? Number.NaN;
  await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: Math.ceil((change - now) / 1000) + secondsAfterChange }));
}

test('a policy entered ahead begins with its day in Lagos, for initiation, confirmation and what is shown', async () => {
  await clockTo(-120);
  const payer = await openPayer(app, 250_000);
  const before = (await succeed(app.call('GET', `/limits/${payer.customerId}`))).data;
  expect(before).toMatchObject({ policy: '2023-12', policySince: '2023-12-01', limits: [{ name: 'per_transfer', limit: 50_000, source: { from: 'tier', policy: '2023-12' } }, {}, {}, {}] });
  await confirmed(app, payer, { amount: 30_000 });
  const waiting = await pending(app, payer, { amount: 15_000 });

  await clockTo(0);
  // Initiated under the old policy, decided under the one that holds at its confirmation.
  expect(await refusal(validate(app, waiting))).toEqual([422, '61', 'limit_exceeded']);
  expect(await refusal(initiate(app, payer, { amount: 10_000.01 }))).toEqual([422, '61', 'limit_exceeded']);
  const { data } = await succeed(app.call('GET', `/limits/${payer.customerId}`));
  expect(data).toMatchObject({ policy: 'ahead', policySince: changeDay, balance: { limit: 300_000, source: { policy: 'ahead' } } });
  expect(data['limits']).toEqual(expect.arrayContaining([
    expect.objectContaining({ name: 'per_transfer', limit: 10_000, source: { from: 'tier', tier: '1', policy: 'ahead', since: changeDay } }),
    expect.objectContaining({ name: 'per_day', limit: 60_000, used: 0, remaining: 60_000 }),
    expect.objectContaining({ name: 'new_beneficiary', limit: 9_000, source: expect.objectContaining({ from: 'policy' }) }),
  ]));
  await fund(app, payer.accountNumber, 1);
});
