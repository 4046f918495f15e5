import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OnboardingApp, startOnboardingApp } from './onboarding-app.ts';
import { kycRoutes } from './routes.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp(kycRoutes);
});
afterAll(() => app.close());

const names = { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma' };
const bvn = '22212345678';
const nin = '70112345678';
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const routes = [
  { path: '/kyc/validate/bvn', kind: 'bvn', numbers: { bvn }, reserved: (digit: number) => ({ bvn: `0000000000${digit}` }) },
  { path: '/kyc/validate/nin', kind: 'nin', numbers: { nin }, reserved: (digit: number) => ({ nin: `0000000000${digit}` }) },
  { path: '/kyc/validate/bvn-nin', kind: 'bvn_nin', numbers: { bvn, nin }, reserved: (digit: number) => ({ bvn: `0000000000${digit}`, nin }) },
];

async function newestCheck(): Promise<Record<string, unknown>> {
  const { data } = await app.send('/kyc/checks?page=1&pageSize=1');
  return Array.isArray(data) ? data[0] : {};
}

describe.each(routes)('POST $path', ({ path, kind, numbers, reserved }) => {
  test.each([['dob', '1990-01-15'], ['dateOfBirth', '1990-01-15'], ['dob', '1990-01-15T23:00:00']])('passes with %s %s, answers an empty object, and leaves a record', async (field, day) => {
    const reply = await app.send(path, { body: { ...numbers, ...names, [field]: day }, requestId: `passes-${kind}-${field}-${day}` });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ statusCode: '00', message: 'Validation successful', data: {}, errors: [] });
    expect(await newestCheck()).toMatchObject({
      kind, outcome: 'passed', customerId: null, provider: 'simulator', credentialId: 'crd_specimen', requestId: `passes-${kind}-${field}-${day}`, score: 100, threshold: 100,
    });
  });

  test.each([
    [1, 404, 'record_not_found'], [2, 422, 'name_mismatch'], [3, 422, 'dob_mismatch'], [4, 422, 'blocked'], [5, 503, 'provider_unavailable'], [6, 200, undefined], [7, 422, 'name_partial_match'], [9, 200, undefined],
  ])('the reserved digit %i answers %i %s and keeps the outcome', async (digit, status, code) => {
    const reply = await app.send(path, { body: { ...reserved(digit), ...names, dob: '1990-01-15' } });
    expect([reply.status, reply.codes[0]]).toEqual([status, code]);
    expect(await newestCheck()).toMatchObject({ kind, outcome: code ?? 'passed' });
    expect(reply.text).not.toMatch(/Quillfeather|Zenaida|1989/);
  });

  test('a header brings about what a number would', async () => {
    const reply = await app.send(path, { body: { ...numbers, ...names, dob: '1990-01-15' }, scenario: 'watch_listed' });
    expect(reply.codes).toEqual(['blocked']);
  });

  test('an empty body is told every field it lacks, the birth date among them', async () => {
    const preferred = kind === 'bvn_nin' ? '/dateOfBirth' : '/dob';
    expect(new Set((await app.send(path, { body: {} })).fields)).toEqual(new Set([...Object.keys(numbers).map((name) => `/${name}`), '/firstName', '/lastName', preferred]));
    const reply = await app.send(path, { body: { ...numbers, ...names, firstName: '', dob: '1990-02-30' } });
    expect(new Set(reply.fields)).toEqual(new Set(['/firstName', '/dob']));
    expect(new Set((await app.send(path, { body: { ...numbers, ...names, firstName: '', dob: '1990-01-15', dateOfBirth: '1990-01-16' } })).fields)).toEqual(new Set(['/firstName', '/dateOfBirth']));
    expect((await app.send(path, { body: [] })).codes).toEqual(['invalid_json']);
  });

  test('names every wrong field, and no value', async () => {
    const wrong = Object.fromEntries(Object.keys(numbers).map((name) => [name, '1234']));
    const reply = await app.send(path, { body: { ...wrong, firstName: '', lastName: '12', dob: '1990-01-15', colour: 'red' } });
    expect(reply.status).toBe(400);
    expect(new Set(reply.fields)).toEqual(new Set([...Object.keys(numbers).map((name) => `/${name}`), '/firstName', '/lastName', '/colour']));
    expect(reply.text).not.toContain('1234');
  });

  test('asks for the birth date, refuses two that differ, and refuses days that do not exist', async () => {
    const body = { ...numbers, ...names };
    expect((await app.send(path, { body })).codes).toEqual(['missing_field']);
    expect((await app.send(path, { body: { ...body, dob: '1990-01-15', dateOfBirth: '1990-01-16' } })).codes).toEqual(['invalid_field']);
    expect((await app.send(path, { body: { ...body, dob: '1990-01-15', dateOfBirth: '1990-01-15T00:00:00' } })).status).toBe(200);
    expect(await app.send(path, { body: { ...body, dateOfBirth: '1990-02-30' } })).toMatchObject({ codes: ['invalid_field'], fields: ['/dateOfBirth'] });
    expect(await app.send(path, { body: { ...body, dob: '15/01/1990' } })).toMatchObject({ codes: ['invalid_field'], fields: ['/dob'] });
  });

  test('a replayed requestId asks nobody again, and another body under it is refused', async () => {
    const requestId = `replay-${kind}`;
    const body = { ...reserved(2), ...names, dob: '1990-01-15' };
    const first = await app.send(path, { body, requestId });
    const asked = app.asked();
    const again = await app.send(path, { body: { ...body, dob: undefined, dateOfBirth: '1990-01-15' }, requestId });
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([first.status, first.text, 'true']);
    expect((await app.send(path, { body: { ...body, firstName: 'Bola' }, requestId })).codes).toEqual(['request_id_reused']);
    expect(app.asked()).toBe(asked);
  });

  test('a provider in trouble decides nothing: the same requestId may succeed later', async () => {
    const requestId = `trouble-${kind}`;
    const body = { ...numbers, ...names, dob: '1990-01-15' };
    const down = await app.send(path, { body, requestId, scenario: 'provider_down' });
    expect([down.status, down.codes, down.headers['retry-after']]).toEqual([503, ['provider_unavailable'], '5']);
    expect((await app.send(path, { body, requestId })).status).toBe(200);
    const { checkId } = await newestCheck();
    const announced = (await app.events()).filter(({ data }) => data['kind'] === kind && data['outcome'] === 'provider_unavailable');
    expect([typeof checkId, announced]).toEqual(['string', []]);
  });
});

describe('BVN against NIN', () => {
  const body = { ...names, dateOfBirth: '1990-01-15' };

  test('numbers that do not belong together are refused, whichever of them says so', async () => {
    expect((await app.send('/kyc/validate/bvn-nin', { body: { ...body, bvn: '00000000008', nin } })).codes).toEqual(['bvn_nin_mismatch']);
    expect((await app.send('/kyc/validate/bvn-nin', { body: { ...body, bvn, nin: '00000000008' } })).codes).toEqual(['bvn_nin_mismatch']);
    expect(await newestCheck()).toMatchObject({ kind: 'bvn_nin', outcome: 'bvn_nin_mismatch', fields: { 'bvn.linkedNin': false, 'nin.firstName': true } });
  });

  test('both records must match', async () => {
    expect(await app.send('/kyc/validate/bvn-nin', { body: { ...body, bvn, nin: '00000000002' } })).toMatchObject({ codes: ['name_mismatch'] });
    expect(await app.send('/kyc/validate/bvn-nin', { body: { ...body, bvn: '00000000002', nin: '00000000005' } })).toMatchObject({ codes: ['provider_unavailable'] });
  });
});

describe('POST /kyc/verify/document', () => {
  /** Its number ends in a reserved 0: a success without anybody reading the picture. */
  const passport = { docType: 'IP', docImage: picture, documentNumber: 'A00000000' };
  const verify = (body: Record<string, unknown>, scenario?: string) => app.send('/kyc/verify/document', { body, ...(scenario === undefined ? {} : { scenario }) });

  test('passes a passport and a licence, alone and with a selfie', async () => {
    expect((await verify(passport)).json).toEqual({ statusCode: '00', message: 'Document and number are consistent', data: {}, errors: [] });
    expect(await newestCheck()).toMatchObject({ kind: 'document', outcome: 'passed', fields: { documentNumber: true, face: null } });
    expect((await verify({ docType: 'DR', docImage: `data:image/png;base64,${picture}`, documentNumber: 'abc 00000 ab00', selfieImage: picture })).status).toBe(200);
    expect(await newestCheck()).toMatchObject({ kind: 'document_face', outcome: 'passed', fields: { documentNumber: true, face: true } });
  });

  test.each([
    ['A00000001', 'document_unreadable'], ['A00000002', 'document_mismatch'], ['A00000005', 'provider_unavailable'], ['A00000008', 'no_face_detected'], ['A00000009', 'face_mismatch'],
  ])('the passport %s answers %s', async (documentNumber, code) => {
    expect((await verify({ ...passport, documentNumber, selfieImage: picture })).codes).toEqual([code]);
    expect(await newestCheck()).toMatchObject({ kind: 'document_face', outcome: code });
  });

  test('a document without a face is refused without a selfie too, as the reader does', async () => {
    const refused = { status: 422, codes: ['no_face_detected'], fields: ['/docImage'] };
    expect(await verify(passport, 'no_face')).toMatchObject(refused);
    expect(await verify({ ...passport, documentNumber: 'A00000008' })).toMatchObject(refused);
  });

  test('a licence with zeros is reserved too, and a header wins', async () => {
    expect((await verify({ docType: 'DR', docImage: picture, documentNumber: 'AAA00000AA02' })).codes).toEqual(['document_mismatch']);
    expect((await verify({ ...passport, documentNumber: 'A00000002' }, 'document_unreadable')).codes).toEqual(['document_unreadable']);
  });

  const bytes = Buffer.from(picture, 'base64');
  test.each([
    ['no base64', 'not base64!', /not base64/], ['nothing', '', /empty/], ['text', Buffer.from('hello there, this is text').toString('base64'), /not a JPEG, PNG or WebP/],
    ['half a picture', bytes.subarray(0, 40).toString('base64'), /cut off/], ['another type than declared', `data:image/jpeg;base64,${picture}`, /another format/],
    ['too many bytes', Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64'), /larger than 5 MB/],
    ['too many pixels', Buffer.concat([bytes.subarray(0, 16), Buffer.from([0, 0, 255, 255, 0, 0, 255, 255]), bytes.subarray(24)]).toString('base64'), /million pixels/],
  ])('%s in place of a picture has words and a fix of its own', async (_, text, message) => {
    const reply = await verify({ ...passport, docImage: text });
    expect(reply).toMatchObject({ status: 400, codes: ['invalid_field'], fields: ['/docImage'] });
    expect(reply.json['message']).toMatch(message);
  });

  test('names both pictures when both are bad, and the number beside them', async () => {
    expect((await verify({ ...passport, docImage: '!', selfieImage: '!' })).fields).toEqual(['/docImage', '/selfieImage']);
    expect((await verify({ ...passport, documentNumber: '12', docImage: '!', selfieImage: '!' })).fields).toEqual(['/documentNumber', '/docImage', '/selfieImage']);
  });

  test('takes no other document, and no number of another form', async () => {
    expect(await verify({ ...passport, docType: 'NIN' })).toMatchObject({ codes: ['invalid_field'], fields: ['/docType'] });
    expect(await verify({ ...passport, documentNumber: '12' })).toMatchObject({ codes: ['invalid_field'], fields: ['/documentNumber'] });
    expect((await verify({ docType: 'IP' })).codes).toEqual(['missing_field', 'missing_field']);
  });

  test('the same pictures under one requestId are one request, other pictures another', async () => {
    const send = (body: unknown) => app.send('/kyc/verify/document', { body, requestId: 'document-replay' });
    await send(passport);
    expect((await send({ ...passport, docImage: `data:image/png;base64,${picture}` })).headers['idempotency-replayed']).toBe('true');
    expect((await send({ ...passport, selfieImage: picture })).codes).toEqual(['request_id_reused']);
  });
});

describe('POST /kyc/verify/tin', () => {
  const verify = (number: string, channel: string) => app.send('/kyc/verify/tin', { body: { number, channel } });

  test.each([['12345678-0001', 'TIN'], ['1234567890', 'tin'], ['1234567890123', 'Tin'], ['RC123456', 'CAC'], ['123456', 'cac'], ['08031234567', 'PHONE'], ['+234 803 123 4567', 'phone']])('%s by channel %s passes', async (number, channel) => {
    expect((await verify(number, channel)).json).toEqual({ statusCode: '00', message: 'TIN verified', data: {}, errors: [] });
    expect(await newestCheck()).toMatchObject({ kind: 'tin', outcome: 'passed' });
  });

  test.each([['12345678', 'TIN', '/number'], ['XX12', 'CAC', '/number'], ['12345', 'PHONE', '/number'], ['12345678-0001', 'BVN', '/channel'], ['', 'TIN', '/number']])('%s by channel %s is refused at %s', async (number, channel, field) => {
    expect(await verify(number, channel)).toMatchObject({ status: 400, codes: ['invalid_field'], fields: [field] });
  });

  test('reserved numbers are not found, or find the provider down', async () => {
    expect(await verify('00000000-0001', 'TIN')).toMatchObject({ status: 404, codes: ['record_not_found'] });
    expect(await verify('RC0000000005', 'CAC')).toMatchObject({ status: 503, codes: ['provider_unavailable'] });
  });
});

test('an unknown scenario is refused with the list of known ones, before anything is asked', async () => {
  const asked = app.asked();
  const reply = await app.send('/kyc/validate/bvn', { body: { bvn, ...names, dob: '1990-01-15' }, scenario: 'sunshine' });
  expect(reply).toMatchObject({ status: 400, codes: ['invalid_field'] });
  expect(reply.text).toMatch(/not_found, name_mismatch, dob_mismatch/);
  expect(app.asked()).toBe(asked);
});

describe('the records', () => {
  test('are listed newest first, by page and filter', async () => {
    const all = await app.send('/kyc/checks?page=1&pageSize=100&kind=tin');
    expect(all.json).toMatchObject({ currentPage: 1, pageSize: 100, previousPage: 0, total: 9 });
    const second = await app.send('/kyc/checks?page=2&pageSize=1&kind=tin');
    expect(second.json).toMatchObject({ currentPage: 2, pageSize: 1, previousPage: 1, total: 9 });
    expect(second.data).toEqual(Array.isArray(all.data) ? all.data.slice(1, 2) : []);
    expect((await app.send('/kyc/checks?page=1&pageSize=10&kind=tin&outcome=record_not_found')).json).toMatchObject({ total: 1, data: [{ outcome: 'record_not_found' }] });
    expect((await app.send('/kyc/checks?page=1&pageSize=10&customerId=1234567890')).json).toMatchObject({ total: 0, data: [] });
  });

  test('need page and pageSize, and known filters', async () => {
    expect(await app.send('/kyc/checks')).toMatchObject({ codes: ['missing_field', 'missing_field'], fields: ['/query/page', '/query/pageSize'] });
    expect((await app.send('/kyc/checks?page=0&pageSize=101&kind=x&outcome=y&customerId=z')).codes.length).toBe(5);
  });

  test('can be read one by one, and are nobody else\'s', async () => {
    const { checkId } = await newestCheck();
    const read = await app.send(`/kyc/checks/${String(checkId)}`);
    expect(read).toMatchObject({ status: 200, data: { checkId, consent: null, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) } });
    const foreign = await app.send(`/kyc/checks/${String(checkId)}`, { as: 'theirs' });
    const unknown = await app.send('/kyc/checks/chk_0', { as: 'theirs' });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await app.send('/kyc/checks?page=1&pageSize=10', { as: 'theirs' })).json).toMatchObject({ total: 0, data: [] });
  });

  test('each decided check is announced once', async () => {
    const listed = await app.send('/kyc/checks?page=1&pageSize=100');
    const checks = Array.isArray(listed.data) ? listed.data : [];
    const announced = new Map((await app.events()).map(({ data }) => [data['checkId'], data]));
    for (const { checkId, kind, outcome } of checks) {
      expect(announced.get(checkId)).toEqual(outcome === 'provider_unavailable' ? undefined : { checkId, kind, outcome, customerId: null });
    }
  });

  test('a caller without the scope may neither check nor read', async () => {
    expect((await app.send('/kyc/checks?page=1&pageSize=10', { as: 'powerless' })).codes).toEqual(['scope_missing']);
    expect((await app.send('/kyc/verify/tin', { body: { number: '1234567890', channel: 'TIN' }, as: 'powerless' })).codes).toEqual(['scope_missing']);
  });

  test('no number and no name is kept in the clear', async () => {
    const dump = await app.dump();
    expect(dump).toContain('name_mismatch');
    for (const secret of [bvn, nin, 'Adeyemi', 'Chukwuma', 'A01234567', '12345678-0001']) expect(dump).not.toContain(secret);
  });
});
