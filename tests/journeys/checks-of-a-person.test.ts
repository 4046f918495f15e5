/** Checks whose caller named the customer, or nobody: they are found by export and erasure all the same. The reader of documents is simulated at its port. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import type { DocumentReading } from '#src/kyc/document-reader.ts';
import { isRecord } from '#src/lib/assert.ts';
import { scopes } from '#src/organizations/scopes.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { freshNumber, openCustomer, refusal, succeed } from './payer.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const claims = { firstName: 'Adaeze', lastName: 'Okonkwo', otherName: 'Ngozi', dob: '1990-04-12' };

let app: TestApp;
let officer: TestTenant;
let verdict: 'pass' | 'review' = 'pass';
let faces = 0;
/** Whom every document shows; null: each somebody else. */
let shown: number | null = null;
const nextFace = (): number => shown ?? (faces += 1);
beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    documents: {
      read: async (): Promise<DocumentReading> => {
        const who = nextFace();
        return {
          outcome: 'read', verdict, checks: [{ id: 'face_match', status: verdict, hint: 'Hint.' }], score: 0.44, engine: { faces: 'specimen 1' },
          likeness: { document: { face: new Float32Array(128).fill(who), pictureHash: who.toString(16).padStart(4, '0').repeat(4) }, selfie: null },
        };
      },
      compareFaces: async () => Promise.reject(new Error('no route under test compares faces')),
      close: async () => undefined,
    },
  });
  officer = await app.addTenant({ scopes: Object.keys(scopes) });
});
afterAll(() => app.close());

const documentNumber = (): string => `A${freshNumber().slice(-8)}`;
const checkDocument = (tenant: TestTenant, number: string, more: Record<string, unknown> = {}) => tenant.call('POST', '/kyc/verify/document', { docType: 'IP', docImage: pixel, documentNumber: number, ...more });
const disable = (customerId: string) => succeed(officer.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Left the bank' }));
const erase = async (customerId: string) => {
  await disable(customerId);
  return succeed(officer.call('POST', `/customer/${customerId}/erase`, { reason: 'Asked for it' }));
};

type Check = { checkId: string; duplicateOf: string[]; customerId: string | null; kind: string; reading: unknown; providerReference: string | null };
async function checksOf(query: string): Promise<Check[]> {
  const { json } = await succeed(officer.call('GET', `/kyc/checks?page=1&pageSize=100${query}`));
  return Array.isArray(json.data) ? json.data : [];
}
const newest = async (): Promise<Check> => {
  const [check] = await checksOf('');
  if (check === undefined) throw new Error('There is no check.');
  return check;
};

async function exportedKinds(customerId: string): Promise<string[]> {
  const { data } = await succeed(officer.call('GET', `/customer/${customerId}/export`));
  const { newest: checks } = isRecord(data['checks']) ? data['checks'] : {};
  return (Array.isArray(checks) ? checks : []).map(({ kind }: Check) => kind).toSorted();
}

/** What of a check could lead back to whom it was about. */
async function tracesOf(checkId: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await app.db.read(officer.tenantId, (tx) => tx.rows(sql`
    select length(subject_index) as "subject", claims_index is not null as "claims", provider_reference is not null as "reference", reading is not null as "reading", cardinality(duplicate_of) as "duplicates", outcome,
      (select count(*)::int from kyc_likeness l where l.tenant_id = c.tenant_id and l.check_id = c.check_id) as "likenesses",
      (select count(*)::int from kyc_check_number n where n.tenant_id = c.tenant_id and n.check_id = c.check_id) as "numbers",
      (select count(*)::int from kyc_review r where r.tenant_id = c.tenant_id and r.check_id = c.check_id and pictures_sealed is not null) as "pictures"
    from kyc_check c where tenant_id = ${tx.tenantId} and check_id = ${checkId}`));
  return row;
}
const nothing = { subject: 0, claims: false, reference: false, reading: false, duplicates: 0, likenesses: 0, numbers: 0, pictures: 0 };

describe('a check that names a customer', () => {
  test('counts among the customer\'s, adds no tier, and is no rejected try of one', async () => {
    const customerId = await openCustomer(officer);
    await succeed(checkDocument(officer, documentNumber(), { customerId }));
    await officer.call('POST', '/kyc/validate/nin', { nin: freshNumber(), ...claims, customerId }, { 'x-scenario': 'name_mismatch' });
    await succeed(officer.call('POST', '/kyc/verify/tin', { number: '08031234567', channel: 'PHONE', customerId }));
    expect((await checksOf(`&customerId=${customerId}`)).map(({ kind }) => kind)).toEqual(['tin', 'nin', 'document', 'bvn']);
    expect((await succeed(officer.call('GET', `/customer/profile/${customerId}`))).data).toMatchObject({ kycTier: '1', requirements: { rejected: [] } });
  });

  test('a named check is tried again for the same customer, and for no other', async () => {
    const customerId = await openCustomer(officer);
    const other = await openCustomer(officer);
    const body = { nin: freshNumber(), ...claims };
    await officer.call('POST', '/kyc/validate/nin', { ...body, customerId }, { 'x-scenario': 'name_mismatch' });
    const { checkId } = await newest();
    expect(await refusal(officer.call('POST', `/kyc/checks/${checkId}/retry`, { ...body, customerId: other }))).toEqual([400, '30', 'invalid_field']);
    await succeed(officer.call('POST', `/kyc/checks/${checkId}/retry`, body));
    expect(await newest()).toMatchObject({ kind: 'nin', customerId, outcome: 'passed', retryOf: checkId });
    expect((await succeed(officer.call('GET', `/customer/profile/${customerId}`))).data).toMatchObject({ kycTier: '1' });
  });

  test('is refused, before anybody is asked, for nobody\'s customerId, another tenant\'s, a disabled and an erased one', async () => {
    const customerId = await openCustomer(officer);
    const before = (await checksOf('')).length;
    const another = await app.addTenant({ scopes: Object.keys(scopes) });
    expect(await refusal(checkDocument(officer, documentNumber(), { customerId: '1000000001' }))).toEqual([404, '25', 'customer_not_found']);
    expect(await refusal(checkDocument(another, documentNumber(), { customerId }))).toEqual([404, '25', 'customer_not_found']);
    await disable(customerId);
    for (const [path, body] of [['bvn', { bvn: freshNumber() }], ['nin', { nin: freshNumber() }], ['bvn-nin', { bvn: freshNumber(), nin: freshNumber() }]] as const) {
      expect(await refusal(officer.call('POST', `/kyc/validate/${path}`, { ...body, ...claims, customerId }))).toEqual([403, '57', 'customer_disabled']);
    }
    await erase(customerId);
    expect(await refusal(checkDocument(officer, documentNumber(), { customerId }))).toEqual([404, '25', 'customer_not_found']);
    expect((await checksOf('')).length).toBe(before);
  });
});

describe('export and erasure reach', () => {
  test('checks that named the customer: likeness, hash, reading and pictures are gone; that it took place, its outcome and time stay', async () => {
    const customerId = await openCustomer(officer);
    verdict = 'review';
    expect((await checkDocument(officer, documentNumber(), { customerId, selfieImage: pixel })).status).toBe(422);
    verdict = 'pass';
    const check = await newest();
    expect(await tracesOf(check.checkId)).toMatchObject({ reading: true, likenesses: 1, numbers: 1, pictures: 1 });
    expect(await exportedKinds(customerId)).toEqual(['bvn', 'document_face']);
    await erase(customerId);
    expect(await tracesOf(check.checkId)).toEqual({ ...nothing, outcome: 'review' });
    expect(await checksOf(`&customerId=${customerId}&kind=document_face`)).toEqual([{ ...check, reading: null, providerReference: null }]);
  });

  test('checks that named nobody: about the BVN, the NIN, the phone, or a document that passed for the customer', async () => {
    const [bvn, nin, number] = [freshNumber(), freshNumber(), documentNumber()];
    const phone = '08067676768';
    await succeed(checkDocument(officer, number));
    const anonymous = [(await newest()).checkId];
    for (const [path, body] of [
      ['validate/bvn', { bvn, ...claims }], ['validate/nin', { nin, ...claims }], ['validate/bvn-nin', { bvn, nin: freshNumber(), ...claims, dob: undefined, dateOfBirth: claims.dob }], ['verify/tin', { number: phone, channel: 'PHONE' }],
    ] as const) {
      await succeed(officer.call('POST', `/kyc/${path}`, body));
      anonymous.push((await newest()).checkId);
    }
    await succeed(checkDocument(officer, documentNumber()));
    const somebodyElses = await newest();
    const customerId = await openCustomer(officer, { bvn, nin, phone });
    await succeed(checkDocument(officer, number, { customerId, selfieImage: pixel }));
    expect(await exportedKinds(customerId)).toEqual(['bvn', 'bvn', 'bvn_nin', 'document', 'document_face', 'nin', 'nin', 'tin']);
    await erase(customerId);
    for (const checkId of anonymous) expect(await tracesOf(checkId)).toEqual({ ...nothing, outcome: 'passed' });
    expect(await tracesOf(somebodyElses.checkId)).toMatchObject({ likenesses: 1, numbers: 1, reading: true });
  });

  test('not what names another customer, nor a number that a failed check claimed', async () => {
    const [mine, theirs] = [await openCustomer(officer), await openCustomer(officer)];
    const number = documentNumber();
    await succeed(checkDocument(officer, number, { customerId: theirs }));
    const named = await newest();
    await succeed(checkDocument(officer, number));
    const anonymous = await newest();
    expect((await officer.call('POST', '/kyc/verify/document', { docType: 'IP', docImage: pixel, documentNumber: number, customerId: mine }, { 'x-scenario': 'document_mismatch' })).codes).toEqual(['document_mismatch']);
    await erase(mine);
    for (const { checkId } of [named, anonymous]) expect(await tracesOf(checkId)).toMatchObject({ likenesses: 1, numbers: 1 });
    await erase(theirs);
    for (const { checkId } of [named, anonymous]) expect(await tracesOf(checkId)).toEqual({ ...nothing, outcome: 'passed' });
  });

  test('likenesses that were compared before: what was erased raises no alarm any more', async () => {
    const customerId = await openCustomer(officer);
    shown = 4_711;
    try {
      await succeed(checkDocument(officer, documentNumber(), { customerId }));
      const theirs = await newest();
      await succeed(checkDocument(officer, documentNumber()));
      const second = await newest();
      expect([theirs.duplicateOf, second.duplicateOf]).toEqual([[], [theirs.checkId]]);
      await erase(customerId);
      await succeed(checkDocument(officer, documentNumber()));
      expect((await newest()).duplicateOf).toEqual([second.checkId]);
    } finally {
      shown = null;
    }
  });

  test('of a company: what was asked about its people and their documents, but for those who are customers themselves', async () => {
    const [director, customer, number] = [freshNumber(), freshNumber(), documentNumber()];
    const ids: string[] = [];
    for (const bvn of [director, customer]) {
      await succeed(officer.call('POST', '/kyc/validate/bvn', { bvn, ...claims }));
      ids.push((await newest()).checkId);
    }
    await succeed(checkDocument(officer, number));
    ids.push((await newest()).checkId);
    const own = await openCustomer(officer, { bvn: customer });
    const person = { firstName: 'Adaeze', lastName: 'Okonkwo', otherName: 'Ngozi', dateOfBirth: '1990-04-12' };
    const company = { businessName: 'Specimen Trading Limited', rcNumber: `RC${freshNumber().slice(1)}`, taxId: '12345678-0001', dateOfIncorporation: '2015-06-30', phone: '08031234567', directors: [{ ...person, bvn: director, idDocumentType: 'Passport', idDocumentNumber: number }, { ...person, bvn: customer }] };
    const customerId = String((await succeed(officer.call('POST', '/customer/profile/business', company))).data['customerId']);
    await erase(customerId);
    const [ofDirector = '', ofCustomer = '', ofDocument = ''] = ids;
    expect(await tracesOf(ofDirector)).toEqual({ ...nothing, outcome: 'passed' });
    expect(await tracesOf(ofDocument)).toEqual({ ...nothing, outcome: 'passed' });
    expect(await tracesOf(ofCustomer)).toMatchObject({ numbers: 1, claims: true });
    await erase(own);
    expect(await tracesOf(ofCustomer)).toEqual({ ...nothing, outcome: 'passed' });
  });
});
