import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycRoutes } from '#src/kyc/routes.ts';
import { type OnboardingApp, type Sent, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { isRecord } from '#src/lib/assert.ts';
import { customerRoutes } from './routes.ts';
import { address, companyBody, freshNumber, sampleDirector, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp((ctx) => [...customerRoutes(ctx), ...kycRoutes(ctx)]);
});
afterAll(() => app.close());

const livePicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const create = (body: Record<string, unknown>, sent: Omit<Sent, 'body'> = {}) => app.send('/customer/profile/business', { body, ...sent });
const total = async (): Promise<unknown> => (await app.send('/customer/profiles?page=1&pageSize=1')).json['total'];
const masked = (number: unknown): string => `${String(number).slice(0, 3)}*****${String(number).slice(-3)}`;

async function created(body: Record<string, unknown> = companyBody()): Promise<string> {
  const { data, text } = await create(body);
  if (!isRecord(data) || typeof data['customerId'] !== 'string') throw new Error(text);
  return data['customerId'];
}

describe('a company', () => {
  const director = sampleDirector({ otherName: 'Chukwuma', salutation: 'Mr', gender: 'm', nationality: 'ng', idDocumentType: 'IP', idDocumentNumber: 'A01234567', politicalAffiliationRelationship: 'None' });
  const second = sampleDirector({ firstName: 'Bola' });
  const shareholder: Record<string, unknown> = {
    ...sampleDirector({ firstName: 'Ngozi', lastName: 'Okafor' }), percentShareholder: '62.5', idDocumentType: 'DR', idDocumentNumber: 'ABC12345AB12', politicalAffiliationRelationship: 'Cousin of a senator',
  };
  const body = companyBody({
    sectorT24Code: '2001', industryT24Code: '4711', countryOfResidence: 'ng', stateOfResidence: 'Lagos', stateOfRegistration: 'Abuja', email: 'accounts@example.com', address,
    directors: [director, second], shareholders: [shareholder],
  });
  let customerId = '';

  test('answers its number, and the status code in both spellings', async () => {
    const asked = app.asked();
    const reply = await create(body);
    customerId = String(isRecord(reply.data) ? reply.data['customerId'] : '');
    expect(reply.json).toEqual({ statusCode: '00', message: 'Customer profile created', data: { customerId: expect.stringMatching(/^[1-9]\d{9}$/), customerNumber: customerId }, errors: [], statuscode: '00' });
    expect(app.asked() - asked).toBe(5);
  });

  test('reads back in the reference\'s flat form, with all its people beside it', async () => {
    const people = {
      directors: [
        { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma', bvn: masked(director['bvn']), dateOfBirth: '1980-01-15T00:00:00', salutation: 'Mr', gender: 'Male', nationality: 'NGA', idDocumentType: 'IP', idDocumentNumber: 'A*******7', politicalAffiliationRelationship: 'None' },
        { firstName: 'Bola', lastName: 'Adeyemi', otherName: null, bvn: masked(second['bvn']), dateOfBirth: '1980-01-15T00:00:00', salutation: null, gender: null, nationality: null, idDocumentType: null, idDocumentNumber: null, politicalAffiliationRelationship: null },
      ],
      shareholders: [expect.objectContaining({ firstName: 'Ngozi', lastName: 'Okafor', percentShareholder: '62.5', idDocumentNumber: 'ABC******B12' })],
    };
    const flat = {
      firstName: 'Tunde', otherName: 'Chukwuma', surname: 'Adeyemi', email: 'accounts@example.com', phone: '+2348031112233', salutation: 'Mr', gender: 'Male', dateOfBirth: '1980-01-15T00:00:00',
      bvn: masked(director['bvn']), nationality: 'NGA', classType: 'BUSINESS', status: 'Active', kycTier: '1', address, dateAdded: expect.any(String), requirements: expect.any(Object),
      customerNumber: customerId, businessName: 'Specimen Trading Limited', sectorT24Code: '2001', industryT24Code: '4711', countryOfResidence: 'NGA', dateOfIncorporation: '2015-06-30T00:00:00',
      taxId: '12345678-0001', stateOfResidence: 'Lagos', stateOfRegistration: 'Abuja', rcNumber: body['rcNumber'], directorFullName: 'Tunde Chukwuma Adeyemi', directorBvn: masked(director['bvn']),
      directorIdDocumentType: 'IP', directorIdDocumentNumber: 'A*******7', directorPoliticalAffiliationRelationship: 'None', shareholderShareholderBvn: masked(shareholder['bvn']),
      shareholderPercentShareholder: '62.5', shareholderIdDocumentType: 'DR', shareholderIdDocumentNumber: 'ABC******B12', shareholderPoliticalAffiliationRelationship: 'Cousin of a senator', customerRole: null,
      ...people,
    };
    expect((await app.send(`/customer/profile/${customerId}`)).data).toEqual({ customerId, ...flat });
    // The list has customerNumber in place of customerId.
    expect((await app.send(`/customer/profiles?page=1&pageSize=10&search=${customerId}`)).data).toEqual([flat]);
    expect((await app.send(`/customer/profile/${customerId}`, { as: 'cleared' })).data).toMatchObject({ bvn: director['bvn'], directorIdDocumentNumber: 'A01234567', shareholderShareholderBvn: shareholder['bvn'] });
  });

  test('keeps a record of each check, and announces itself', async () => {
    const checks = await app.send(`/kyc/checks?page=1&pageSize=10&customerId=${customerId}`);
    expect(checks.json).toMatchObject({ total: 5, data: [{ kind: 'bvn' }, { kind: 'bvn' }, { kind: 'bvn' }, { kind: 'tin', outcome: 'passed', fields: { companyName: true } }, { kind: 'tin' }] });
    expect((await app.events()).findLast(({ kind }) => kind === 'customer.created')?.data).toEqual({ customerId, kycTier: '1', classType: 'BUSINESS' });
  });

  test('is found by its name and its class', async () => {
    expect((await app.send('/customer/profiles?page=1&pageSize=10&search=specimen+trading&classType=BUSINESS')).data).toMatchObject([{ customerNumber: customerId }]);
    expect((await app.send('/customer/profiles?page=1&pageSize=10&classType=INDIVIDUAL')).json).toMatchObject({ total: 0 });
  });

  test('without shareholders and optional fields has null for them', async () => {
    expect((await app.send(`/customer/profile/${await created()}`)).data).toMatchObject({
      shareholderShareholderBvn: null, shareholderPercentShareholder: null, sectorT24Code: null, email: null, directorIdDocumentType: null, shareholders: [],
      requirements: { currentlyDue: [{ requirement: 'address' }], dueForNextTier: [{ requirement: 'shareholders' }, { requirement: 'livePicture' }], rejected: [] },
    });
  });
});

describe('the tier of a company', () => {
  test('is 2 when owners of more than 95 percent passed, and 3 with the first director\'s face', async () => {
    const owners = (...shares: unknown[]) => companyBody({ shareholders: shares.map((percentShareholder) => sampleDirector({ percentShareholder })) });
    expect((await app.send(`/customer/profile/${await created(owners(50, '45'))}`)).data).toMatchObject({ kycTier: '1' });
    const customerId = await created(owners(50, '45.0001'));
    expect((await app.send(`/customer/profile/${customerId}`)).data).toMatchObject({ kycTier: '2', requirements: { dueForNextTier: [{ requirement: 'livePicture' }] } });
    expect((await app.send(`/customer/kyc/${customerId}`, { body: { nin: freshNumber() } }))).toMatchObject({ status: 400, codes: ['invalid_field'], fields: ['/nin'] });
    const failed = await app.send(`/customer/kyc/${customerId}`, { body: { livePicture }, scenario: 'face_mismatch' });
    expect(failed.codes).toEqual(['face_mismatch']);
    expect((await app.send(`/customer/profile/${customerId}`)).data).toMatchObject({ requirements: { rejected: [{ requirement: 'livePicture', reason: 'face_mismatch', checkId: expect.stringMatching(/^chk_/) }] } });
    expect((await app.send(`/customer/kyc/${customerId}`, { body: { livePicture } })).data).toEqual({ customerId, kycTier: '3' });
    expect((await app.send(`/customer/profile/${customerId}`)).data).toMatchObject({ requirements: { dueForNextTier: [], rejected: [] } });
  });
});

describe('nothing is written', () => {
  test.each([
    ['the company by other names', { taxId: '00000000-0002' }, 422, 'name_mismatch', '/businessName'],
    ['a register that has it with one more word', { rcNumber: 'RC0000000007' }, 422, 'name_partial_match', '/businessName'],
    ['a tax number nobody has', { taxId: '0000000001' }, 404, 'record_not_found', '/taxId'],
    ['a registration number nobody has', { rcNumber: 'RC0000000001' }, 404, 'record_not_found', '/rcNumber'],
    ['a director by another name', { directors: [sampleDirector(), sampleDirector({ bvn: '00000000002' })] }, 422, 'name_mismatch', '/directors/1'],
    ['a director born on another day', { directors: [sampleDirector({ bvn: '00000000003' })] }, 422, 'dob_mismatch', '/directors/0/dateOfBirth'],
    ['a shareholder on the watch list', { shareholders: [sampleDirector({ bvn: '00000000004', percentShareholder: 5 })] }, 422, 'blocked', '/shareholders/0/bvn'],
    ['a registry that is away', { directors: [sampleDirector({ bvn: '00000000005' })] }, 503, 'provider_unavailable', null],
  ])('when the registries find %s', async (_what, changes, status, code, field) => {
    const before = await total();
    const reply = await create(companyBody(changes));
    expect([reply.status, reply.codes[0], reply.fields[0]]).toEqual([status, code, field]);
    expect(reply.text).not.toMatch(/Quillfeather|Zenaida/i);
    expect(await total()).toBe(before);
    const { data } = await app.send('/kyc/checks?page=1&pageSize=5');
    expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ outcome: code, customerId: null })]));
  });

  const unreadable: [Record<string, unknown>, string][] = [
    [{ rcNumber: 'XX12' }, '/rcNumber'], [{ taxId: '123' }, '/taxId'], [{ dateOfIncorporation: '2999-01-01' }, '/dateOfIncorporation'], [{ dateOfIncorporation: '2015-02-30' }, '/dateOfIncorporation'],
    [{ directors: [] }, '/directors'], [{ directors: Array.from({ length: 21 }, () => sampleDirector()) }, '/directors'], [{ directors: [sampleDirector({ dateOfBirth: '2020-01-01' })] }, '/directors/0/dateOfBirth'],
    [{ directors: [sampleDirector({ bvn: '22200000001' }), sampleDirector({ bvn: '22200000001' })] }, '/directors/1/bvn'], [{ directors: [sampleDirector({ shoeSize: 44 })] }, '/directors/0/shoeSize'],
    [{ shareholders: [sampleDirector({ percentShareholder: 60 }), sampleDirector({ percentShareholder: '40.0001' })] }, '/shareholders'],
    ...[0, -1, 101, '1e1', '12.34567', 'half', Number.MIN_VALUE].map((percentShareholder): [Record<string, unknown>, string] => [{ shareholders: [sampleDirector({ percentShareholder })] }, '/shareholders/0/percentShareholder']),
    [{ sectorT24Code: 'A1' }, '/sectorT24Code'], [{ countryOfResidence: 'XX' }, '/countryOfResidence'], [{ phone: '123' }, '/phone'], [{ email: 'nobody' }, '/email'], [{ bvn: '22200000001' }, '/bvn'],
  ];
  test.each(unreadable)('and nobody is asked about %j', async (changes, field) => {
    const asked = app.asked();
    expect(await create(companyBody(changes))).toMatchObject({ status: 400, codes: ['invalid_field'], fields: [field] });
    expect(app.asked()).toBe(asked);
  });

  test('without the required fields', async () => {
    expect((await create({})).fields).toEqual(['/businessName', '/rcNumber', '/taxId', '/dateOfIncorporation', '/phone', '/directors']);
  });
});

describe('one registration number, one profile', () => {
  test('a second profile answers 409 with the first one\'s id, however the number is written, and nobody is asked', async () => {
    const body = companyBody({ rcNumber: 'rc-0077001' });
    const customerId = await created(body);
    const asked = app.asked();
    for (const rcNumber of ['RC77001', '77001', 'rc 0077001']) {
      const reply = await create({ ...body, rcNumber });
      expect(reply).toMatchObject({ status: 409, codes: ['duplicate_customer'], fields: ['/rcNumber'] });
      expect(reply.json['errors']).toMatchObject([{ details: { customerId } }]);
    }
    expect(app.asked()).toBe(asked);
    expect((await create({ ...body, rcNumber: 'BN77001' })).status).toBe(200);
    expect((await create(body, { as: 'theirs' })).status).toBe(200);
  });

  test('of eight at once one wins, and no half of another stays', async () => {
    const body = companyBody();
    const before = Number(await total());
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    expect(replies.filter(({ codes }) => codes[0] === 'duplicate_customer').length).toBe(7);
    expect(await total()).toBe(before + 1);
  });

  test('a director may have a profile of their own, and direct another company', async () => {
    const director = sampleDirector();
    await created(companyBody({ directors: [director] }));
    await created(companyBody({ directors: [director] }));
    expect((await app.send('/customer/profile/individual', { body: smallBody({ bvn: director['bvn'] }) })).status).toBe(200);
  });

  test('a director who is a shareholder too is asked about once', async () => {
    const person = sampleDirector();
    const asked = app.asked();
    await created(companyBody({ directors: [person], shareholders: [{ ...person, percentShareholder: 100 }] }));
    expect(app.asked() - asked).toBe(3);
  });
});

test('the same request again gives the same bytes, and another with its requestId is refused', async () => {
  const body = companyBody({ shareholders: [sampleDirector({ percentShareholder: 10 })] });
  const first = await create(body, { requestId: 'company' });
  const again = await create({ ...body, phone: '+2348031112233' }, { requestId: 'company' });
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  expect((await create({ ...body, businessName: 'Other Trading' }, { requestId: 'company' })).codes).toEqual(['request_id_reused']);
});

test('seventy people are asked about, each once', async () => {
  const asked = app.asked();
  await created(companyBody({ directors: Array.from({ length: 20 }, () => sampleDirector()), shareholders: Array.from({ length: 50 }, () => sampleDirector({ percentShareholder: 2 })) }));
  expect(app.asked() - asked).toBe(72);
});

test('people\'s numbers, documents and names are nowhere in the clear', async () => {
  const shareholder = sampleDirector({ firstName: 'Zuberi', lastName: 'Quartermain', idDocumentNumber: 'B98765432', percentShareholder: 10 });
  await created(companyBody({ shareholders: [shareholder], phone: '08037776655' }));
  const dump = await app.dump();
  expect(dump).toContain('Specimen Trading Limited');
  for (const secret of [String(shareholder['bvn']), 'B98765432', 'Quartermain', '8037776655']) expect(dump).not.toContain(secret);
});
