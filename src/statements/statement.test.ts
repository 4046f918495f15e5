import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lagosDay } from '#src/lib/time.ts';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, enquire, fund, openPayer, ownBank, pass, type Payer, refusal, statusUntil, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Entry = { type: string; amount: number; balance: number; code: string; sessionId: string | null; reference: string; narration: string; counterparty: string | null };

const kobo = (naira: unknown): number => Math.round(Number(naira) * 100);

async function today(): Promise<string> {
  const { data } = await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
  return lagosDay(new Date(String(data['now'])));
}

async function statement(accountNumber: string, changes: Record<string, unknown> = {}): Promise<{ data: Record<string, unknown>; entries: Entry[]; total: unknown }> {
  const day = await today();
  const { data, json } = await succeed(app.call('POST', '/account/statement', { accountNumber, startDate: day, endDate: day, ...changes }));
  return { data, entries: Array.isArray(data['transactions']) ? data['transactions'] : [], total: json['total'] };
}

/** Opening plus entries is closing, and each balance follows from the one before. */
function expectSums(data: Record<string, unknown>, entries: Entry[]): void {
  let balance = kobo(data['openingBalance']);
  for (const entry of entries) {
    balance += (entry.type === 'CREDIT' ? 1 : -1) * kobo(entry.amount);
    expect(kobo(entry.balance)).toBe(balance);
  }
  expect(kobo(data['closingBalance'])).toBe(balance);
  expect(kobo(data['openingBalance']) + kobo(data['totalCredits']) - kobo(data['totalDebits'])).toBe(balance);
}

async function settledTransfer(payer: Payer, amount: number, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { transactionId } = await confirmed(app, payer, { amount, headers });
  return app.settled(transactionId);
}

describe('a statement', () => {
  test('shows the amount and each charge on a line of its own, with the session id and who was paid', async () => {
    const payer = await openPayer(app, 50_000);
    const status = await settledTransfer(payer, 12_000);
    const { data, entries, total } = await statement(payer.accountNumber);
    expectSums(data, entries);
    expect(total).toBe(5);
    expect(entries.map(({ code, type, amount }) => [code, type, amount])).toEqual([
      ['credit', 'CREDIT', 50_000], ['duty', 'DEBIT', 50], ['fee', 'DEBIT', 25], ['transfer', 'DEBIT', 12_000], ['vat', 'DEBIT', 1.88],
    ]);
    expect(entries[3]).toMatchObject({ sessionId: status['sessionId'], reference: status['transactionId'], narration: 'Rent', counterparty: expect.stringMatching(/\w/) });
    expect(entries[2]?.narration).toBe('Transfer fee: Rent');
  });

  test('leaves out what is only held, and shows what came back as credits', async () => {
    const payer = await openPayer(app, 20_000);
    const held = await confirmed(app, payer, { amount: 1_000, headers: { 'x-scenario': 'stays_pending' } });
    await statusUntil(app, held.transactionId, { stage: 'confirming' });
    const before = await statement(payer.accountNumber);
    expectSums(before.data, before.entries);
    expect(before.entries.filter(({ reference }) => reference === held.transactionId)).toHaveLength(0);
    await succeed(app.call('POST', `/sandbox/transfers/${held.transactionId}/settle`));
    await app.settled(held.transactionId);
    await succeed(app.call('POST', `/sandbox/transfers/${held.transactionId}/reverse`));
    const until = performance.now() + 60_000;
    let after = await statement(payer.accountNumber);
    while (after.data['closingBalance'] !== 20_000 && performance.now() < until) after = await statement(payer.accountNumber);
    expectSums(after.data, after.entries);
    expect(after.entries.filter(({ code }) => code === 'return').map(({ type }) => type)).toEqual(['CREDIT', 'CREDIT', 'CREDIT']);
  });

  test('of the other side of a transfer between two accounts here names who paid', async () => {
    const [from, to] = [await openPayer(app, 20_000), await openPayer(app, 0)];
    await confirmed(app, from, { beneficiary: await enquire(app, to.accountNumber, ownBank), amount: 700 });
    const { data, entries } = await statement(to.accountNumber);
    expectSums(data, entries);
    expect(entries).toMatchObject([{ type: 'CREDIT', amount: 700, counterparty: from.accountName }]);
  });

  test('carries one day\'s closing into the next day\'s opening, and pages join without a gap', async () => {
    const payer = await openPayer(app, 0);
    for (let time = 1; time <= 7; time += 1) await fund(app, payer.accountNumber, time);
    const first = await today();
    const whole = await statement(payer.accountNumber);
    await pass(app, 86_400);
    await fund(app, payer.accountNumber, 100);
    const second = await statement(payer.accountNumber);
    expect(second.data).toMatchObject({ openingBalance: 28, closingBalance: 128, totalCredits: 100 });
    const pages = [];
    for (let page = 1; page <= 4; page += 1) pages.push(await statement(payer.accountNumber, { startDate: first, page, pageSize: 2 }));
    expect(pages.flatMap(({ entries }) => entries).slice(0, 7)).toEqual(whole.entries);
    expectSums(pages[0]?.data ?? {}, pages.flatMap(({ entries }) => entries));
  });

  test('as CSV is the whole period, from the opening to the closing balance', async () => {
    const payer = await openPayer(app, 5_000);
    await settledTransfer(payer, 1_000);
    const day = await today();
    const answer = await succeed(app.call('POST', '/account/statement', { accountNumber: payer.accountNumber, startDate: day, endDate: day }, { accept: 'text/csv' }));
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = answer.text.trimEnd().split('\r\n').map((line) => line.split(','));
    expect(lines.map((cells) => cells[3])).toEqual(['type', 'OPENING', 'CREDIT', 'DEBIT', 'DEBIT', 'DEBIT', 'CLOSING']);
    const naira = (cell = ''): number => kobo(cell === '' ? 0 : cell);
    const moved = lines.slice(2, -1).reduce((sum, cells) => sum + naira(cells[5]) - naira(cells[4]), naira(lines[1]?.[6]));
    expect(moved).toBe(naira(lines.at(-1)?.[6]));
  });

  test('refuses days that are none, an end before the start, more than 366 days, and strange accounts', async () => {
    const payer = await openPayer(app, 0);
    const ask = (changes: Record<string, unknown>) => refusal(app.call('POST', '/account/statement', { accountNumber: payer.accountNumber, startDate: '2026-11-01', endDate: '2026-11-30', ...changes }));
    for (const changes of [{ startDate: '2026-02-30' }, { endDate: '2026-13-01' }, { endDate: '2026-10-31' }, { startDate: '2025-11-01' }, { startDate: 'yesterday' }, { page: 0 }, { pageSize: 101 }]) {
      expect(await ask(changes), JSON.stringify(changes)).toEqual([400, '30', 'invalid_field']);
    }
    expect(await ask({ accountNumber: '1000000001' })).toEqual([404, '07', 'account_not_found']);
    expect(isRecord((await app.call('POST', '/account/statement', { accountNumber: '1000000001', startDate: '2026-11-01', endDate: '2026-11-30' }, { accept: 'text/csv' })).json['data'])).toBe(true);
  });
});
