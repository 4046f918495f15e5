import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, enquire, eventsOf, fund, initiate, openPayer, ownBank, pass, refusal, succeed } from '#tests/journeys/payer.ts';
import { createDormancyWatch, dormantAfterDays } from './dormancy.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const day = 86_400;
const accountOf = async (accountNumber: string): Promise<Record<string, unknown>> => (await succeed(app.call('GET', `/account/${accountNumber}`))).data;

test('an account that sent nothing for a year takes credits and no debits, until it is reactivated for another year', async () => {
  const watch = createDormancyWatch(app.app.ctx);
  const [idle, busy, to] = [await openPayer(app), await openPayer(app), await openPayer(app, 0)];
  await watch.pass();
  expect(await accountOf(idle.accountNumber)).toMatchObject({ restriction: 'none' });

  await pass(app, 200 * day);
  await confirmed(app, busy, { amount: 100, beneficiary: await enquire(app, to.accountNumber, ownBank) });
  await pass(app, (dormantAfterDays - 199) * day);
  // Money that comes in is no activity of the customer's.
  await fund(app, idle.accountNumber, 5);
  await watch.pass();
  await watch.pass();
  expect(await accountOf(idle.accountNumber)).toMatchObject({ restriction: 'no_debit', restrictionReason: expect.stringMatching(/^Dormant: no transfer since \d{4}-\d{2}-\d{2}$/) });
  expect(await accountOf(busy.accountNumber)).toMatchObject({ restriction: 'none' });
  expect(await refusal(initiate(app, idle))).toEqual([403, '57', 'account_restricted']);
  await fund(app, idle.accountNumber, 5);
  expect(await eventsOf(app, app, idle.accountNumber)).toEqual(['account.created', 'account.status_changed']);
  expect((await succeed(app.call('GET', `/account/${idle.accountNumber}/restrictions?page=1&pageSize=10`))).json['data']).toMatchObject([{ kind: 'DORMANT', actor: 'worker' }]);

  await succeed(app.call('PATCH', `/account/${idle.accountNumber}`, { restriction: 'none', reason: 'The customer came in person' }));
  await watch.pass();
  expect((await initiate(app, idle)).status).toBe(200);
  await pass(app, (dormantAfterDays + 1) * day);
  await watch.pass();
  expect(await accountOf(idle.accountNumber)).toMatchObject({ restriction: 'no_debit' });
  expect(await app.books()).toEqual([]);
});
