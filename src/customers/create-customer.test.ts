import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycRoutes } from '#src/kyc/routes.ts';
import { type OnboardingApp, type Sent, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { lagosDay } from '#src/lib/time.ts';
import { parseCountryCode } from '#src/lib/country-codes.ts';
import { customerRoutes } from './routes.ts';
import { address, created, freshNumber, fullBody, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp((ctx) => [...customerRoutes(ctx), ...kycRoutes(ctx)]);
});
afterAll(() => app.close());

const create = (body: Record<string, unknown>, sent: Omit<Sent, 'body'> = {}) => app.send('/customer/profile/individual', { body, ...sent });
const read = (customerId: string) => app.send(`/customer/profile/${customerId}`);
const total = async (): Promise<unknown> => (await app.send('/customer/profiles?page=1&pageSize=1')).json['total'];

describe('a new profile', () => {
  test('answers its customerId, and the status code in both spellings', async () => {
    const reply = await create(smallBody());
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ statusCode: '00', message: 'Customer profile created', data: { customerId: expect.stringMatching(/^[1-9]\d{9}$/) }, errors: [], statuscode: '00' });
  });

  test('with every field reads back as the reference shows it', async () => {
    const body = fullBody();
    const customerId = await created(app, body);
    const bvn = String(body['bvn']);
    expect((await read(customerId)).data).toEqual({
      customerId, firstName: 'Tunde', otherName: 'Chukwuma', surname: 'Adeyemi', email: 'tunde@example.com', phone: '+2348031234567', salutation: 'Mr', gender: 'Male',
      dateOfBirth: '1990-01-15T00:00:00', bvn: `${bvn.slice(0, 3)}*****${bvn.slice(-3)}`, nin: null, nationality: 'NGA', classType: 'INDIVIDUAL', status: 'Active', kycTier: '1', address,
      nextOfKin: { firstname: 'Ngozi', lastName: 'Adeyemi', gender: 'Female', email: 'ngozi@example.com', phone: '+447700900123', relationship: 'Sister', ...address },
      requirements: { currentlyDue: [], dueForNextTier: [{ requirement: 'nin', why: expect.any(String) }, { requirement: 'livePicture', why: expect.any(String) }], rejected: [] },
      dateAdded: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test('with the required fields alone has null for what was not given, and empty text counts as not given', async () => {
    const nothing = { address: null, street: null, localGovernment: null, city: null, country: null };
    const absent = {
      otherName: null, email: null, salutation: null, gender: null, nationality: null, nin: null, address: nothing,
      nextOfKin: { firstname: null, lastName: null, gender: null, email: null, phone: null, relationship: null, ...nothing },
    };
    expect((await read(await created(app))).data).toMatchObject(absent);
    const blank = { otherName: '', email: ' ', salutation: '', gender: '', nationality: '', nin: '', address: { city: '' }, nextOfKin: { firstName: '', phone: '' } };
    expect((await read(await created(app, smallBody(blank)))).data).toMatchObject(absent);
  });

  test.each([['08031234567'], ['8031234567'], ['+234 803 123 4567'], ['2348031234567'], ['0803-123-4567']])('takes the phone as %s', async (phone) => {
    expect((await read(await created(app, smallBody({ phone })))).data).toMatchObject({ phone: '+2348031234567' });
  });

  test('takes a birth date with a time, and never moves it to another day', async () => {
    expect((await read(await created(app, smallBody({ dateOfBirth: '1990-01-15T23:59:59Z' })))).data).toMatchObject({ dateOfBirth: '1990-01-15T00:00:00' });
  });

  test('with BVN and NIN has both checked and starts at Tier 2', async () => {
    const nin = freshNumber();
    const asked = app.asked();
    const customerId = await created(app, smallBody({ nin }));
    expect(app.asked() - asked).toBe(2);
    expect((await read(customerId)).data).toMatchObject({ kycTier: '2', nin: `${nin.slice(0, 3)}*****${nin.slice(-3)}` });
    const checks = await app.send(`/kyc/checks?page=1&pageSize=10&customerId=${customerId}`);
    expect(checks.json).toMatchObject({ total: 2, data: [{ kind: 'nin', outcome: 'passed', customerId }, { kind: 'bvn', outcome: 'passed', customerId }] });
    const announced = (await app.events()).filter(({ data }) => data['customerId'] === customerId);
    expect(announced.map(({ kind }) => kind)).toEqual(['kyc.check.completed', 'kyc.check.completed', 'customer.created']);
    expect(announced.at(-1)?.data).toEqual({ customerId, kycTier: '2', classType: 'INDIVIDUAL' });
  });
});

describe('400', () => {
  test('names every missing field at once', async () => {
    expect(await create({})).toMatchObject({ status: 400, codes: Array(5).fill('missing_field'), fields: ['/firstName', '/lastName', '/phone', '/dateOfBirth', '/bvn'] });
  });

  test.each([
    ['/bvn', { bvn: '2221234567' }], ['/bvn', { bvn: 22212345678 }], ['/nin', { nin: '123' }], ['/phone', { phone: '0123' }], ['/phone', { phone: '+447700900123' }],
    ['/dateOfBirth', { dateOfBirth: '15/01/1990' }], ['/dateOfBirth', { dateOfBirth: '1990-02-30' }], ['/dateOfBirth', { dateOfBirth: '0001-01-01' }], ['/email', { email: 'tunde' }],
    ['/gender', { gender: 'X' }], ['/nationality', { nationality: 'XX' }], ['/nationality', { nationality: 'Nigeria' }], ['/firstName', { firstName: ' ' }], ['/firstName', { firstName: 'a'.repeat(101) }],
    ['/address/zip', { address: { zip: '1' } }], ['/address', { address: 'Lagos' }], ['/nextOfKin/phone', { nextOfKin: { phone: '12' } }], ['/nextOfKin/gender', { nextOfKin: { gender: '?' } }],
    ['/nextOfKin/email', { nextOfKin: { email: '@' } }], ['/surname', { surname: 'Adeyemi' }], ['/salutation', { salutation: 'M\nr' }], ['/email', { email: null }],
  ])('at %s for %j, with nobody asked', async (field, changes) => {
    const asked = app.asked();
    expect(await create(smallBody(changes))).toMatchObject({ status: 400, codes: ['invalid_field'], fields: [field] });
    expect(app.asked()).toBe(asked);
  });

  test('for who turns 18 tomorrow, not for who does today', async () => {
    const yearsAgo = (days: number): string => {
      const day = lagosDay(new Date(Date.now() + days * 86_400_000));
      return `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`.replace('-02-29', '-03-01');
    };
    expect(await create(smallBody({ dateOfBirth: yearsAgo(1) }))).toMatchObject({ status: 400, fields: ['/dateOfBirth'] });
    expect((await create(smallBody({ dateOfBirth: yearsAgo(0) }))).status).toBe(200);
  });
});

test('a name of a quarter of a megabyte is refused as fast as a short one', async () => {
  const started = performance.now();
  expect((await create(smallBody({ firstName: `${'a'.repeat(200_000)}\u0001` }))).fields).toEqual(['/firstName']);
  // What looks at each letter once takes milliseconds, what looks back from each takes minutes.
  expect(performance.now() - started).toBeLessThan(15_000);
});

describe('the registry speaks before anything is written', () => {
  test.each([
    ['not_found', 404, 'record_not_found'], ['name_mismatch', 422, 'name_mismatch'], ['name_partial_match', 422, 'name_partial_match'], ['dob_mismatch', 422, 'dob_mismatch'],
    ['watch_listed', 422, 'blocked'], ['bvn_nin_mismatch', 422, 'bvn_nin_mismatch'], ['provider_down', 503, 'provider_unavailable'],
  ])('%s answers %i %s, and there is no profile', async (scenario, status, code) => {
    const before = await total();
    const reply = await create(fullBody({ nin: freshNumber() }), { scenario });
    expect([reply.status, reply.codes[0]]).toEqual([status, code]);
    expect(reply.text).not.toMatch(/Quillfeather|Zenaida|1989/);
    expect(await total()).toBe(before);
    expect((await app.send(`/kyc/checks?page=1&pageSize=2`)).json).toMatchObject({ data: [{ kind: 'nin', customerId: null }, { kind: 'bvn', outcome: code, customerId: null }] });
  });

  test('a reserved BVN does the same as the header', async () => {
    expect((await create(smallBody({ bvn: '00000000004' }))).codes).toEqual(['blocked']);
    expect((await create(smallBody({ bvn: '00000000006' }))).status).toBe(200);
  });

  test('after a provider\'s trouble the same requestId creates the profile', async () => {
    const body = smallBody();
    expect((await create(body, { requestId: 'trouble', scenario: 'provider_down' })).status).toBe(503);
    const reply = await create(body, { requestId: 'trouble' });
    expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });
});

describe('one BVN, one profile', () => {
  test('a second profile answers 409 with the first one\'s id, and nobody is asked', async () => {
    const body = smallBody();
    const customerId = await created(app, body);
    const asked = app.asked();
    const reply = await create({ ...body, firstName: 'Bola' });
    expect(reply).toMatchObject({ status: 409, codes: ['duplicate_customer'], fields: ['/bvn'] });
    expect(reply.json['errors']).toMatchObject([{ details: { customerId } }]);
    expect(app.asked()).toBe(asked);
  });

  test('of eight at once one wins, and the others hear of it', async () => {
    const body = smallBody();
    const before = await total();
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    expect(replies.filter(({ codes }) => codes[0] === 'duplicate_customer').length).toBe(7);
    expect(await total()).toBe(Number(before) + 1);
  });

  test('of eight copies of one request one executes; the others are told to wait or get the same bytes', async () => {
    const body = smallBody();
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(body, { requestId: 'copies' })));
    const done = replies.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(reply.codes).toEqual(['request_in_progress']);
    expect((await create(body, { requestId: 'copies' })).text).toBe(done[0]?.text);
  });

  test('another organization may have the same person', async () => {
    const body = smallBody();
    await created(app, body);
    expect((await create(body, { as: 'theirs' })).status).toBe(200);
  });
});

describe('a requestId', () => {
  test('used again gives the same bytes and creates nobody, in whatever spelling the same was sent', async () => {
    const body = smallBody();
    const first = await create(body, { requestId: 'again' });
    const before = await total();
    const again = await create({ ...body, phone: '+2348031234567', dateOfBirth: '1990-01-15T00:00:00' }, { requestId: 'again' });
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await total()).toBe(before);
  });

  test('used for another person is refused', async () => {
    const body = smallBody();
    await create(body, { requestId: 'other' });
    expect(await create({ ...body, firstName: 'Bola' }, { requestId: 'other' })).toMatchObject({ status: 422, codes: ['request_id_reused'] });
  });
});

test('personal numbers, phones and next of kin are nowhere in the clear', async () => {
  const body = fullBody({ nin: freshNumber(), phone: '08039998877' });
  await create(body, { requestId: 'secrets' });
  await create({ ...body, bvn: freshNumber() }, { scenario: 'name_mismatch' });
  const dump = await app.dump();
  expect(dump).toContain('tunde@example.com');
  for (const secret of [String(body['bvn']), String(body['nin']), '8039998877', 'Ngozi', '7700900123']) expect(dump).not.toContain(secret);
});

test('a caller without the scope creates nobody', async () => {
  expect((await create(smallBody(), { as: 'powerless' })).codes).toEqual(['scope_missing']);
});

test('country codes: each of two letters has one of three, in any case, and nothing else is one', () => {
  expect(['ng', 'NGA', ' gb ', 'gbr', 'ZW'].map(parseCountryCode)).toEqual(['NGA', 'NGA', 'GBR', 'GBR', 'ZWE']);
  fc.assert(fc.property(fc.string({ maxLength: 4 }), (text) => {
    const code = parseCountryCode(text);
    expect(code === null || (/^[A-Z]{3}$/.test(code) && parseCountryCode(code) === code)).toBe(true);
  }));
});
