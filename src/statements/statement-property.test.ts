import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { lagosDay } from '#src/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { balances, confirmed, enquire, fund, openPayer, ownBank, pass, type Payer, statusUntil, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Step = { do: 'credit' | 'send' | 'sendHere' | 'hold' | 'return' | 'nextDay'; naira: number };

const step: fc.Arbitrary<Step> = fc.record({ do: fc.constantFrom('credit', 'send', 'sendHere', 'hold', 'return', 'nextDay'), naira: fc.integer({ min: 1, max: 3_000 }) });

async function take({ do: what, naira }: Step, payer: Payer, other: Payer): Promise<void> {
  switch (what) {
    case 'credit':
      return fund(app, payer.accountNumber, naira);
    case 'nextDay':
      return pass(app, 86_400);
    case 'sendHere':
      await confirmed(app, payer, { amount: naira, beneficiary: await enquire(app, other.accountNumber, ownBank) });
      return;
    case 'send':
      await app.settled((await confirmed(app, payer, { amount: naira })).transactionId);
      return;
    case 'hold':
    case 'return': {
      const { transactionId } = await confirmed(app, payer, { amount: naira, headers: { 'x-scenario': 'stays_pending' } });
      await statusUntil(app, transactionId, { stage: 'confirming' });
      if (what === 'hold') return;
      await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/settle`));
      await statusUntil(app, transactionId, { status: 'SUCCESS' });
      await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/reverse`));
      await statusUntil(app, transactionId, { status: 'REVERSED' });
    }
  }
}

const kobo = (naira: unknown): number => Math.round(Number(naira) * 100);

async function statement(accountNumber: string, startDate: string, endDate: string) {
  const { data } = await succeed(app.call('POST', '/account/statement', { accountNumber, startDate, endDate }));
  const lines = Array.isArray(data['transactions']) ? data['transactions'].filter(isRecord) : [];
  let balance = kobo(data['openingBalance']);
  for (const line of lines) {
    balance += (line['type'] === 'CREDIT' ? 1 : -1) * kobo(line['amount']);
    expect(kobo(line['balance'])).toBe(balance);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  expect(kobo(data['closingBalance'])).toBe(balance);
  return { opening: kobo(data['openingBalance']), closing: balance };
}

test('whatever happens on an account, opening plus entries is closing, day after day, and the last closing is the booked balance', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
    const [payer, other] = [await openPayer(app, 40_000), await openPayer(app, 0)];
    const today = async (): Promise<string> => lagosDay(new Date(String((await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }))).data['now'])));
    const days = [await today()];
    for (const next of steps) {
      await take(next, payer, other);
      if (next.do === 'nextDay') days.push(await today());
    }
    let before = 0;
    for (const day of days) {
      const { opening, closing } = await statement(payer.accountNumber, day, day);
      expect(opening).toBe(before);
      before = closing;
    }
    const whole = await statement(payer.accountNumber, days[0] ?? '', days.at(-1) ?? '');
    expect(whole).toEqual({ opening: 0, closing: before });
    expect(await balances(app, payer.accountNumber)).toMatchObject({ ledger: before / 100 });
  }), { numRuns: 6 });
});
