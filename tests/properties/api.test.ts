import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { balances, enquire, errorLines, freshNumber, openCollection, openPayer, ownBank, type Payer, pendingOf, succeed, transferBody, validate } from '#tests/journeys/payer.ts';
import { liftRateLimits } from '#tests/contract/samples.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await liftRateLimits(app, app);
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

const kobo = (value: unknown): number => Math.round(Number(value) * 100);

describe('an amount', () => {
  test('comes back to the kobo, however it is written, and is booked to the kobo', async () => {
    const accountNumber = await openCollection(app, 0);
    let booked = 0n;
    const amounts = fc.record({ kobo: fc.bigInt({ min: 1n, max: 10n ** 11n }), asText: fc.boolean(), padded: fc.boolean() });
    await fc.assert(fc.asyncProperty(amounts, async ({ kobo: amountKobo, asText, padded }) => {
      const [naira, rest] = [amountKobo / 100n, amountKobo % 100n];
      const exact = `${naira}.${String(rest).padStart(2, '0')}`;
      const written = padded ? exact : exact.replace(/\.?0+$/, '');
      const { text } = await succeed(app.call('POST', '/sandbox/credit', `{"accountNumber":"${accountNumber}","amount":${asText ? `"${written}"` : written}}`, { 'content-type': 'application/json' }));
      expect(text).toContain(`"amount":${exact.replace(/\.?0+$/, '')}`);
      booked += amountKobo;
      const account = await app.call('GET', `/account/${accountNumber}`);
      expect(account.text).toContain(`"ledger":${`${booked / 100n}.${String(booked % 100n).padStart(2, '0')}`.replace(/\.?0+$/, '')},`);
    }), { numRuns: 60 });
  });

  test('with more than two decimals, or none at all, books nothing', async () => {
    const accountNumber = await openCollection(app, 0);
    const bad = fc.oneof(
      fc.tuple(fc.nat(1e6), fc.stringMatching(/^\d{3,12}$/)).map(([naira, decimals]) => `"${naira}.${decimals}"`),
      fc.double({ max: 0, noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number === 0 ? 0 : number)),
      fc.string().filter((text) => !/^\d{1,13}(\.\d{1,2})?$/.test(text)).map((text) => JSON.stringify(text)),
      fc.constantFrom('true', '{}', '[]', '[1]', 'null', '1e400', '1e16', '0.001', '"1e2"', '"+1"', '"0x10"', '"١"'),
    );
    await fc.assert(fc.asyncProperty(bad, async (amount) => {
      const answer = await app.call('POST', '/sandbox/credit', `{"accountNumber":"${accountNumber}","amount":${amount}}`, { 'content-type': 'application/json' });
      expect([400, 422], `${amount}: ${answer.text}`).toContain(answer.status);
    }), { numRuns: 100 });
    expect(await balances(app, accountNumber)).toEqual({ ledger: 0, available: 0, held: 0 });
  });
});

describe('the ledger', () => {
  type Step = { from: number; to: number | null; naira: number; scenario: 'success' | 'transfer_rejected' | 'pending_then_failure' | 'reply_lost'; confirms: number };
  const steps = fc.array(fc.record<Step>({
    from: fc.nat(2), to: fc.option(fc.nat(2)), naira: fc.integer({ min: 1, max: 900 }), scenario: fc.constantFrom('success', 'transfer_rejected', 'pending_then_failure', 'reply_lost'), confirms: fc.integer({ min: 0, max: 3 }),
  }), { minLength: 8, maxLength: 16 });

  async function run(payers: readonly Payer[], { from, to, naira, scenario, confirms }: Step): Promise<string | null> {
    const payer = payers[from];
    const payee = to === null || to === from ? undefined : payers[to];
    if (payer === undefined) return null;
    const beneficiary = payee === undefined ? await enquire(app) : await enquire(app, payee.accountNumber, ownBank);
    const initiated = await app.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary, { amount: naira }), { 'x-scenario': scenario });
    if (initiated.status !== 200) return null;
    const transfer = pendingOf(initiated);
    await Promise.all(Array.from({ length: confirms }, () => validate(app, transfer)));
    return transfer.transactionId;
  }

  test('is never overdrawn, and no kobo is lost, whatever transfers run against each other', async () => {
    await fc.assert(fc.asyncProperty(steps, async (sequence) => {
      const payers = await Promise.all([openPayer(app, 1000), openPayer(app, 500), openPayer(app, 0)]);
      const sent = (await Promise.all(sequence.map((step) => run(payers, step)))).filter((id) => id !== null);
      const seen = await Promise.all(payers.map((payer) => balances(app, payer.accountNumber)));
      for (const balance of seen) {
        if (!isRecord(balance)) throw new Error('no balances');
        expect(kobo(balance['available'])).toBeGreaterThanOrEqual(0);
        expect(kobo(balance['available']) + kobo(balance['held'])).toBe(kobo(balance['ledger']));
      }
      expect(await app.books()).toEqual([]);
      const { json } = await app.call('GET', '/transfers?page=1&pageSize=100');
      const confirmed = (Array.isArray(json['data']) ? json['data'] : []).filter((transfer) => sent.includes(transfer.transactionId) && transfer.stage !== 'awaiting_otp');
      await Promise.all(confirmed.map(({ transactionId }) => app.settled(transactionId)));
      const spent = await Promise.all(confirmed.map(async ({ transactionId }) => outOfTheHouse(transactionId, payers)));
      const left = await Promise.all(payers.map(async (payer) => balances(app, payer.accountNumber)));
      const total = left.reduce((sum: number, balance) => sum + (isRecord(balance) ? kobo(balance['ledger']) : Number.NaN), 0);
      expect(total + spent.reduce((sum, each) => sum + each, 0)).toBe(150_000);
      expect(await app.books()).toEqual([]);
    }), { numRuns: 4 });
  });

  /** Kobo that a transfer took out of the three accounts. */
  async function outOfTheHouse(transactionId: string, payers: readonly Payer[]): Promise<number> {
    const { data } = await app.call('GET', `/transfer/${transactionId}`);
    if (data['status'] !== 'SUCCESS') return 0;
    const charges = kobo(data['fee']) + kobo(data['vat']) + kobo(data['stampDuty']);
    return payers.some(({ accountNumber }) => accountNumber === data['beneficiaryAccountNumber']) ? charges : kobo(data['amount']) + charges;
  }
});

describe('the name rule', () => {
  const word = fc.constantFrom('Adaeze', 'Ngozi', 'Okonkwo', 'Mary-Ann', 'O\'Neil', 'Ọláyínká', 'Ɓala', 'Yusuf', 'Chukwuma', 'Bello');
  const names = fc.uniqueArray(word, { minLength: 3, maxLength: 3 });
  const person = (first: string, last: string, other: string): Record<string, unknown> => ({ bvn: freshNumber(), firstName: first, lastName: last, otherName: other, dob: '1990-01-15' });
  const check = (body: Record<string, unknown>, scenario?: string) => app.call('POST', '/kyc/validate/bvn', body, scenario === undefined ? {} : { 'x-scenario': scenario });

  test('takes every spelling of the names that are claimed', async () => {
    const spelling = fc.record({ names, title: fc.constantFrom('', 'Mr ', 'ALHAJI ', 'Dr. '), upper: fc.boolean(), spaces: fc.constantFrom(' ', '  ', ' \u00a0') });
    await fc.assert(fc.asyncProperty(spelling, async ({ names: [first = '', last = '', other = ''], title, upper, spaces }) => {
      const written = `${title}${first}${spaces}`;
      const answer = await check(person(upper ? written.toUpperCase() : written, last, other));
      expect(answer.status, answer.text).toBe(200);
    }), { numRuns: 40 });
  });

  test('refuses other people and half-matches, and never tells what the record holds', async () => {
    await fc.assert(fc.asyncProperty(names, fc.constantFrom('name_mismatch', 'name_partial_match', 'dob_mismatch'), async ([first = '', last = '', other = ''], scenario) => {
      const answer = await check(person(first, last, other), scenario);
      expect([answer.status, answer.json['statusCode'], ...answer.codes], answer.text).toEqual([422, '08', scenario]);
      expect(answer.text).not.toMatch(/Zenaida|Quillfeather|1989-01-15/i);
    }), { numRuns: 40 });
  });
});
