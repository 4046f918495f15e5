import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OnboardingApp, type Sent, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { isRecord } from '#src/lib/assert.ts';
import { customerRoutes } from './routes.ts';
import { address, companyBody, created, freshNumber, fullBody, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp(customerRoutes);
});
afterAll(() => app.close());

const put = (customerId: string, body: Record<string, unknown>, sent: Omit<Sent, 'body'> = {}) => app.send(`/customer/profile/${customerId}`, { method: 'PUT', body, ...sent });
const read = async (customerId: string) => (await app.send(`/customer/profile/${customerId}`)).data;
const updates = async (customerId: string) => (await app.events()).filter(({ kind, data }) => kind === 'customer.updated' && data['customerId'] === customerId).map(({ data }) => data);

describe('PUT', () => {
  test('changes contact and address, leaves the rest, and says what changed', async () => {
    const customerId = await created(app, smallBody());
    const before = await read(customerId);
    const reply = await put(customerId, { email: 'new@example.com', phone: '0806 777 8899', salutation: 'Dr', address, nextOfKin: { firstName: 'Ngozi', phone: '+447700900123' } });
    expect(reply.json).toEqual({ statusCode: '00', message: 'Customer profile updated', data: { customerId, changed: ['email', 'phone', 'salutation', 'address', 'nextOfKin'] }, errors: [] });
    expect(await read(customerId)).toEqual({
      ...(isRecord(before) ? before : {}), email: 'new@example.com', phone: '+2348067778899', salutation: 'Dr', address,
      nextOfKin: expect.objectContaining({ firstname: 'Ngozi', phone: '+447700900123', city: null }), requirements: expect.objectContaining({ currentlyDue: [] }),
    });
    expect((await app.send('/customer/profiles?page=1&pageSize=5&search=08067778899')).json).toMatchObject({ total: 1, data: [{ customerId }] });
    expect(await updates(customerId)).toEqual([{ customerId }]);
  });

  test('removes an e-mail address and a salutation by empty text, and keeps what is not sent', async () => {
    const customerId = await created(app, fullBody());
    expect((await put(customerId, { email: '', salutation: ' ' })).data).toEqual({ customerId, changed: ['email', 'salutation'] });
    expect(await read(customerId)).toMatchObject({ email: null, salutation: null, phone: '+2348031234567', address, nextOfKin: { firstname: 'Ngozi' } });
  });

  test('with what is there already changes nothing and announces nothing', async () => {
    const { email, phone, address: home, nextOfKin } = fullBody();
    const customerId = await created(app, fullBody());
    expect((await put(customerId, { email, phone, address: home, nextOfKin })).data).toEqual({ customerId, changed: [] });
    expect((await put(customerId, {})).data).toEqual({ customerId, changed: [] });
    expect(await updates(customerId)).toEqual([]);
  });

  test.each(['firstName', 'lastName', 'surname', 'otherName', 'dateOfBirth', 'bvn', 'nin', 'gender', 'rcNumber', 'taxId', 'businessName'])('refuses %s: it is locked', async (field) => {
    const customerId = await created(app);
    const reply = await put(customerId, { email: 'other@example.com', [field]: '22200000001' });
    expect(reply).toMatchObject({ status: 400, codes: ['invalid_field'], fields: [`/${field}`] });
    expect(reply.json['message']).toBe(`${field} is locked: it comes from the registry and cannot be changed.`);
    expect(await read(customerId)).toMatchObject({ email: null });
  });

  test('refuses what cannot be read, one entry for each field', async () => {
    const customerId = await created(app);
    expect(await put(customerId, { email: 'nobody', phone: '12', nextOfKin: { gender: 'x' }, shoeSize: 44 })).toMatchObject({ codes: ['invalid_field'], fields: ['/shoeSize'] });
    expect(await put(customerId, { email: 'nobody', phone: '12', nextOfKin: { gender: 'x' } })).toMatchObject({ fields: ['/email', '/phone', '/nextOfKin/gender'] });
    expect(await put(customerId, { phone: ' ' })).toMatchObject({ codes: ['missing_field'], fields: ['/phone'] });
  });

  test('gives a company another phone, and no next of kin', async () => {
    const { data } = await app.send('/customer/profile/business', { body: companyBody() });
    const customerId = isRecord(data) ? String(data['customerId']) : '';
    expect((await put(customerId, { phone: '08060001122', address })).data).toEqual({ customerId, changed: ['phone', 'address'] });
    expect(await put(customerId, { nextOfKin: { firstName: 'Ngozi' } })).toMatchObject({ codes: ['invalid_field'], fields: ['/nextOfKin'] });
  });

  test('replayed gives the same bytes and changes nothing again', async () => {
    const customerId = await created(app);
    const first = await put(customerId, { phone: '08060001133' }, { requestId: 'put' });
    await put(customerId, { phone: '08060001144' });
    expect((await put(customerId, { phone: '+234 806 000 1133' }, { requestId: 'put' })).text).toBe(first.text);
    expect(await read(customerId)).toMatchObject({ phone: '+2348060001144' });
  });

  test('of another organization\'s customer is as unknown as none', async () => {
    const customerId = await created(app);
    const foreign = await put(customerId, { email: 'x@example.com' }, { as: 'theirs' });
    const unknown = await put('9999999999', { email: 'x@example.com' }, { as: 'theirs' });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await put(customerId, {}, { as: 'powerless' })).codes).toEqual(['scope_missing']);
  });

  test('leaves names of fields in the audit log, and no values', async () => {
    const customerId = await created(app, smallBody({ bvn: freshNumber() }));
    await put(customerId, { phone: '08066665555', nextOfKin: { firstName: 'Zuberi' } });
    const dump = await app.dump();
    expect(dump).toMatch(/"action": "customer\.updated".*"fields": \["phone", "nextOfKin"\]/);
    for (const secret of ['8066665555', 'Zuberi']) expect(dump).not.toContain(secret);
  });
});
