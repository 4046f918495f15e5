import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, enquire, fund, openPayer, ownBank, type Payer, refusal, statusUntil, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Step = { do: 'credit' | 'send' | 'sendHere' | 'receive' | 'hold' | 'settle' | 'fail' | 'giveBack' | 'lien' | 'release'; naira: number };

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('credit', 'send', 'sendHere', 'receive', 'hold', 'hold', 'settle', 'fail', 'giveBack', 'lien', 'lien', 'release'),
  naira: fc.integer({ min: 1, max: 900 }),
});

/** What a history has left to end: holds at the rail, what can come back, liens. */
type Open = { held: string[]; sent: string[]; liens: string[] };

async function take({ do: what, naira }: Step, payer: Payer, other: Payer, open: Open): Promise<void> {
  const control = async (transactionId: string | undefined, verb: string, status: string): Promise<void> => {
    if (transactionId === undefined) return;
    await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/${verb}`));
    await statusUntil(app, transactionId, { status });
    if (status === 'SUCCESS') open.sent.push(transactionId);
  };
  switch (what) {
    case 'credit':
      return fund(app, payer.accountNumber, naira);
    case 'sendHere':
      return void (await confirmed(app, payer, { amount: naira, beneficiary: await enquire(app, other.accountNumber, ownBank) }));
    case 'receive':
      return void (await confirmed(app, other, { amount: naira, beneficiary: await enquire(app, payer.accountNumber, ownBank) }));
    case 'send': {
      const { transactionId } = await confirmed(app, payer, { amount: naira });
      await statusUntil(app, transactionId, { status: 'SUCCESS' });
      return void open.sent.push(transactionId);
    }
    case 'hold': {
      const { transactionId } = await confirmed(app, payer, { amount: naira, headers: { 'x-scenario': 'stays_pending' } });
      await statusUntil(app, transactionId, { stage: 'confirming' });
      return void open.held.push(transactionId);
    }
    case 'settle':
      return control(open.held.shift(), 'settle', 'SUCCESS');
    case 'fail':
      return control(open.held.shift(), 'fail', 'FAILED');
    case 'giveBack':
      return control(open.sent.shift(), 'reverse', 'REVERSED');
    case 'lien':
      return void open.liens.push(String((await succeed(app.call('POST', `/account/${payer.accountNumber}/lien`, { amount: naira * 10, reason: 'Property' }))).data['lienId']));
    case 'release': {
      const lienId = open.liens.shift();
      if (lienId !== undefined) await succeed(app.call('DELETE', `/account/${payer.accountNumber}/lien/${lienId}`));
    }
  }
}

async function account(accountNumber: string, asOf?: string): Promise<Record<string, unknown>> {
  return (await succeed(app.call('GET', `/account/${accountNumber}${asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`}`))).data;
}

test('at every moment of any history, the balances as of then are those that were read then', async () => {
  let seenHeld = 0;
  let seenLiens = 0;
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
    const [payer, other] = [await openPayer(app, 40_000), await openPayer(app, 20_000)];
    const open: Open = { held: [], sent: [], liens: [] };
    const seen: { at: string; balances: Record<string, unknown> }[] = [];
    /** A second lies between what happened and the look, and another before what happens next. */
    const look = async (): Promise<void> => {
      const at = String((await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }))).data['now']);
      const { balances, liens } = await account(payer.accountNumber);
      seen.push({ at, balances: { ...Object(balances), liens } });
      await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
    };
    await look();
    for (const next of steps) {
      // Liens can leave too little for a payment: a history in which it is refused is as good as any.
      await take(next, payer, other, open).catch((error: unknown) => {
        if (!String(error).includes('insufficient_funds')) throw error;
      });
      await look();
    }
    for (const { at, balances } of seen) {
      expect((await account(payer.accountNumber, at))['balanceAsOf']).toEqual({ at, ...balances });
      seenHeld += Number(balances['held'] !== 0);
      seenLiens += Number(balances['liens'] !== 0);
    }
    // The rail is told the end of what it still holds, so that its book and ours can agree.
    for (const transactionId of open.held) await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/fail`));
  }), { numRuns: 12 });
  expect(seenHeld).toBeGreaterThan(0);
  expect(seenLiens).toBeGreaterThan(0);
}, 180_000);

test('a moment at which something happens comes before it', async () => {
  const payer = await openPayer(app, 1_000);
  const lien = await succeed(app.call('POST', `/account/${payer.accountNumber}/lien`, { amount: 300, reason: 'Boundary' }));
  const history = (await succeed(app.call('GET', `/account/${payer.accountNumber}/restrictions?page=1&pageSize=1`))).json['data'];
  const at = String(Object([history].flat()[0])['at']);
  expect(lien.data['amount']).toBe(300);
  expect((await account(payer.accountNumber, at))['balanceAsOf']).toMatchObject({ liens: 0, available: 1000 });
  const after = new Date(new Date(at).getTime() + 1).toISOString();
  await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
  expect((await account(payer.accountNumber, after))['balanceAsOf']).toMatchObject({ liens: 300, available: 700 });
  expect(await refusal(app.call('GET', `/account/${payer.accountNumber}?asOf=2999-01-01T00:00:00Z`))).toEqual([400, '30', 'invalid_field']);
});
