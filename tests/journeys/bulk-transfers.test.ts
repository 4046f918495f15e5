import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { codeFor, confirm, idOf, type Item, itemsOf, messageFor, ready, salary, send } from './bulk.ts';
import { balances, batchUntil, detailsOf, errorLines, eventsOf, fund, openCollection, openPayer, ownBank, pass, refusal, rightOtp, succeed, wrongOtp } from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a bulk transfer', () => {
  test('is asked, confirmed by one OTP, and paid: at other banks, at our own, and without what the names refuse', async () => {
    const source = await openCollection(app, 50_000);
    const own = await openPayer(app, 0);
    const items = [
      salary({ beneficiaryAccountName: 'someone else entirely', reference: 'EMP-1' }),
      salary({ amount: '2500.50', reference: 'EMP-2' }),
      salary({ beneficiaryAccountNumber: own.accountNumber, beneficiaryBankCode: ownBank, beneficiaryAccountName: own.accountName, amount: 300 }),
      salary({ amount: 2500.5, reference: 'EMP-4' }),
      salary({ beneficiaryAccountNumber: source, beneficiaryBankCode: ownBank }),
    ];
    const created = await succeed(send(app, source, items, { reference: 'PAYROLL' }));
    expect(created.data).toMatchObject({ state: 'enquiring', count: 5, total: 7301 });
    const batchId = idOf(created);
    const asked = await batchUntil(app, batchId, 'ready');
    expect(asked).toMatchObject({ reference: 'PAYROLL', payments: 3, total: 5301, counts: { ready: 3, refused: 2, enquiring: 0 }, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await itemsOf(app, batchId)).toMatchObject([
      { line: 1, stage: 'refused', status: 'FAILED', reason: 'name_mismatch', responseCode: '08', reference: 'EMP-1', transactionId: null, beneficiaryAccountName: expect.any(String) },
      { line: 2, stage: 'ready', status: 'PENDING', duplicateOf: null, beneficiaryAccountName: expect.any(String) },
      { line: 3, stage: 'ready', beneficiaryAccountName: own.accountName, charges: 0 },
      { line: 4, stage: 'ready', duplicateOf: 2 },
      { line: 5, stage: 'refused', reason: 'beneficiary_mismatch' },
    ]);

    const sent = await succeed(app.call('POST', `/transfer/bulk/${batchId}/otp`));
    expect(sent.data).toMatchObject({ hash: asked['hash'], payments: 3, total: 5301, charges: asked['charges'], expTime: '300', otpReferneceId: sent.data['otpReferenceId'] });
    const { text } = await messageFor(app, source);
    expect(text).toContain('confirms 3 payments');
    const confirmed = await succeed(confirm(app, batchId, String(sent.data['otpReferenceId'])));
    expect(confirmed.data).toMatchObject({ batchId, state: 'processing', hash: asked['hash'], payments: 3 });

    const done = await batchUntil(app, batchId, 'completed');
    expect(done).toMatchObject({ counts: { completed: 3, refused: 2 }, endedAt: expect.any(String) });
    const paid = (await itemsOf(app, batchId)).filter((item) => item['transactionId'] !== null);
    expect(paid).toMatchObject([{ status: 'SUCCESS', responseCode: '00' }, { status: 'SUCCESS' }, { status: 'SUCCESS' }]);
    const transfer = await succeed(app.call('GET', `/transfer/${String(paid[0]?.['transactionId'])}`));
    expect(transfer.data).toMatchObject({ batchId, status: 'SUCCESS', amount: 2500.5 });
    expect(await balances(app, source)).toEqual({ ledger: 50_000 - 5301 - Number(done['charges']), available: 50_000 - 5301 - Number(done['charges']), held: 0 });
    expect(await balances(app, own.accountNumber)).toMatchObject({ ledger: 300 });
    expect(await eventsOf(app, app, batchId)).toEqual(['transfer.batch_ready', 'transfer.batch_completed']);
    expect(errorLines(app)).toEqual([]);
  });

  test('comes as a CSV file as well: quotes, semicolons, a byte order mark, and what is no payment in the query', async () => {
    const payer = await openPayer(app, 20_000);
    const csv = '\uFEFFamount;beneficiaryBankCode;beneficiaryAccountNumber;narration\r\n1500,00;058;0123456789;x\r\n'.replace('1500,00', '1500.00')
      + '\r\n"200";"058";0123456788;"Rent; ""December""\nand more"\r\n300;044;0123456787;\r\n';
    const query = new URLSearchParams({ sourceAccountNumber: payer.accountNumber, customerId: payer.customerId, sourceAccountName: payer.accountName, reference: 'CSV-1' });
    const created = await succeed(app.call('POST', `/transfer/bulk?${query.toString()}`, csv, { 'content-type': 'text/csv; charset=utf-8' }));
    expect(created.data).toMatchObject({ count: 3, total: 2000 });
    const batchId = idOf(created);
    await batchUntil(app, batchId, 'ready');
    expect(await itemsOf(app, batchId)).toMatchObject([{ line: 2, amount: 1500 }, { line: 4, amount: 200, narration: 'Rent; "December"\nand more' }, { line: 6, amount: 300, narration: '' }]);
    await succeed(confirm(app, batchId, await codeFor(app, batchId)));
    await batchUntil(app, batchId, 'completed');
    const exported = await app.call('GET', `/transfer/bulk/${batchId}/items`, undefined, { accept: 'text/csv' });
    expect([exported.status, exported.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(exported.text.split('\r\n')[0]).toContain('line,reference,status,stage');
    expect(exported.text.match(/SUCCESS/g)).toHaveLength(3);
  });
});

/** Pointers and lines of the faults of a refused file. */
function faultsOf({ json }: Answered): unknown[] {
  const errors = Array.isArray(json['errors']) ? json['errors'] : [];
  return errors.map((error: Item) => [error['code'], error['field'], (error['details'] as Item)['line'] ?? null]); // eslint-disable-line -- the envelope's shape
}

describe('a file with a fault', () => {
  test('is refused whole, with an entry for each', async () => {
    const source = await openCollection(app, 0);
    const before = (await succeed(app.call('GET', '/transfer/bulk?page=1&pageSize=1'))).json['total'];
    const schema = await send(app, source, [salary(), salary({ beneficiaryAccountNumber: '123' }), salary({ amount: undefined, colour: 'red' })]);
    expect([schema.status, faultsOf(schema)]).toEqual([400, [['invalid_field', '/items/1/beneficiaryAccountNumber', null], ['missing_field', '/items/2/amount', null], ['invalid_field', '/items/2/colour', null]]]);
    const meaning = await send(app, source, [salary({ amount: 0 }), salary({ beneficiaryBankCode: 'nobody' }), salary({ amount: '1.005', line: 77 })]);
    expect([meaning.status, faultsOf(meaning)]).toEqual([422, [['invalid_amount', '/items/0/amount', 1], ['bank_not_found', '/items/1/beneficiaryBankCode', 2], ['invalid_amount', '/items/2/amount', 77]]]);
    for (const items of [[], Array.from({ length: 1001 }, () => salary())]) expect(faultsOf(await send(app, source, items))).toEqual([['invalid_field', '/items', null]]);
    expect(faultsOf(await send(app, source, Array.from({ length: 80 }, () => salary({ amount: 0 }))))).toHaveLength(50);
    expect((await succeed(app.call('GET', '/transfer/bulk?page=1&pageSize=1'))).json['total']).toBe(before);
  });

  test.each([
    ['an unknown column', 'beneficiaryAccountNumber,beneficiaryBankCode,amount,iban\n0123456789,058,5,x\n', [['invalid_field', '/items', 1]]],
    ['a column twice', 'beneficiaryAccountNumber,beneficiaryBankCode,amount,amount\n0123456789,058,5,6\n', [['invalid_field', '/items', 1]]],
    ['missing columns', 'beneficiaryAccountNumber\n0123456789\n', [['missing_field', '/items', 1], ['missing_field', '/items', 1]]],
    ['wrong cells', 'beneficiaryAccountNumber,beneficiaryBankCode,amount\n\n12345,058,5\n0123456789,,\n', [['invalid_field', '/items/0/beneficiaryAccountNumber', 3], ['missing_field', '/items/1/beneficiaryBankCode', 4], ['missing_field', '/items/1/amount', 4]]],
    ['a bad amount', 'beneficiaryAccountNumber,beneficiaryBankCode,amount\n0123456789,058,"1,000"\n', [['invalid_field', '/items/0/amount', 2]]],
    ['too many cells', 'beneficiaryAccountNumber,beneficiaryBankCode,amount\n0123456789,058,1,000\n', [['invalid_field', '/items/0', 2]]],
    ['a quote that is not closed', 'beneficiaryAccountNumber,beneficiaryBankCode,amount\n0123456789,058,"5\n', [['invalid_field', '/items', 2]]],
    ['an empty file', '', [['missing_field', '/items', 1], ['missing_field', '/items', 1], ['missing_field', '/items', 1]]],
    ['no payment', 'beneficiaryAccountNumber,beneficiaryBankCode,amount\n', [['invalid_field', '/items', null]]],
  ])('as CSV: %s', async (_what, csv, faults) => {
    expect(faultsOf(await app.call('POST', '/transfer/bulk?sourceAccountNumber=9900000001', csv, { 'content-type': 'text/csv' }))).toEqual(faults);
  });

  test('takes no query beside JSON, no other media type, and no CSV where none is declared', async () => {
    const source = await openCollection(app, 0);
    const both = await app.call('POST', `/transfer/bulk?reference=x`, { sourceAccountNumber: source, items: [salary()] });
    expect([both.status, faultsOf(both)]).toEqual([400, [['invalid_field', '/query/reference', null]]]);
    for (const path of ['/transfer/bulk', '/account/collection']) {
      const type = path === '/transfer/bulk' ? 'application/xml' : 'text/csv';
      expect(await refusal(app.call('POST', path, 'amount\n5\n', { 'content-type': type })), path).toEqual([415, '30', 'unsupported_media_type']);
    }
  });
});

describe('the one OTP', () => {
  test('confirms its own bulk transfer only: not another, not a transfer, not at the utility', async () => {
    const source = await openCollection(app, 20_000);
    const one = await ready(app, source, [salary()]);
    const two = await ready(app, source, [salary()]);
    const code = await codeFor(app, one);
    expect(await refusal(confirm(app, two, code))).toEqual([422, '63', 'otp_reference_mismatch']);
    expect(await refusal(app.call('POST', '/utils/otp-validation', { otpReferenceId: code, OTP: rightOtp }))).toEqual([422, '63', 'otp_reference_mismatch']);
    await codeFor(app, two);
    expect(await refusal(confirm(app, one, code))).toEqual([422, '63', 'otp_superseded']);
    const message = await messageFor(app, source);
    const real = await codeFor(app, one);
    const { otp } = await messageFor(app, source);
    expect(otp).not.toBe(message['otp']);
    await succeed(confirm(app, one, real, String(otp)));
    await batchUntil(app, one, 'completed');
  });

  test('counts wrong tries, and is spent once', async () => {
    const source = await openCollection(app, 20_000);
    const batchId = await ready(app, source, [salary()]);
    const code = await codeFor(app, batchId);
    const wrong = await confirm(app, batchId, code, wrongOtp);
    expect([wrong.codes, detailsOf(wrong)]).toEqual([['otp_invalid'], { attemptsRemaining: 4 }]);
    await succeed(confirm(app, batchId, code));
    expect(await refusal(confirm(app, batchId, code))).toEqual([409, '94', 'otp_already_used']);
    const done = await batchUntil(app, batchId, 'completed');
    expect(done['counts']).toMatchObject({ completed: 1 });
    expect(await refusal(app.call('POST', `/transfer/bulk/${batchId}/otp`))).toEqual([409, '94', 'transfer_state_invalid']);
  });

  test('is spent when the account holds too little for all, and the bulk transfer waits for another', async () => {
    const source = await openCollection(app, 1500);
    const batchId = await ready(app, source, [salary(), salary({ amount: 900 })]);
    const code = await codeFor(app, batchId);
    const poor = await confirm(app, batchId, code);
    expect([poor.codes, detailsOf(poor)]).toEqual([['insufficient_funds'], { available: 1500, required: expect.any(Number) }]);
    expect(await refusal(confirm(app, batchId, code))).toEqual([409, '94', 'otp_already_used']);
    await fund(app, source, 5000);
    await succeed(confirm(app, batchId, await codeFor(app, batchId)));
    expect((await batchUntil(app, batchId, 'completed'))['counts']).toMatchObject({ completed: 2 });
  });
});

describe('payments decide for themselves when they start', () => {
  test('what another payment took is missing for the last: 51, and the others stand', async () => {
    const payer = await openPayer(app, 5000);
    const source = { customerId: payer.customerId, sourceAccountName: payer.accountName };
    const later = { ...source, scheduledFor: new Date(Date.now() + 3600_000).toISOString() };
    const batchId = await ready(app, payer.accountNumber, [salary({ amount: 3000 }), salary({ amount: 3000 })], later);
    const { data } = await succeed(confirm(app, batchId, await codeFor(app, batchId)));
    expect(data).toMatchObject({ state: 'processing', startsAt: later.scheduledFor });
    expect(await itemsOf(app, batchId)).toMatchObject([{ stage: 'scheduled', status: 'PENDING' }, { stage: 'scheduled' }]);
    expect(await balances(app, payer.accountNumber)).toMatchObject({ available: 5000, held: 0 });
    await pass(app, 3700);
    const done = await batchUntil(app, batchId, 'completed');
    expect(done['counts']).toMatchObject({ completed: 1, failed: 1 });
    const items = await itemsOf(app, batchId);
    expect(items.map((item) => item['responseCode']).toSorted()).toEqual(['00', '51']);
  });

  test('a rejecting bank fails each with its code, and nothing stays held', async () => {
    const source = await openCollection(app, 10_000);
    const created = await succeed(app.call('POST', '/transfer/bulk', { sourceAccountNumber: source, items: [salary(), salary({ amount: 20 })] }, { 'x-scenario': 'transfer_rejected' }));
    const batchId = idOf(created);
    await batchUntil(app, batchId, 'ready');
    await succeed(confirm(app, batchId, await codeFor(app, batchId)));
    expect((await batchUntil(app, batchId, 'completed'))['counts']).toMatchObject({ failed: 2 });
    expect(await balances(app, source)).toEqual({ ledger: 10_000, available: 10_000, held: 0 });
  });
});
