/** Samples and provocations of checks that are tried again: each needs a check of its kind that failed before. */
import type { ErrorCode } from '#src/errors.ts';
import type { TestTenant } from '#tests/support/test-app.ts';
import { freshNumber, openCustomer, succeed } from '#tests/journeys/payer.ts';
import type { Provocation } from './provocations.ts';
import { idIn, pixel, type Sample } from './sample.ts';

/** Makes a request that fails under a scenario, and answers the request that tries its check again. */
async function failed(tenant: TestTenant, path: string, body: Record<string, unknown>, scenario: string, ids: Record<string, string> = {}): Promise<Sample> {
  await tenant.call('POST', path, body, { 'x-scenario': scenario });
  const { text } = await succeed(tenant.call('GET', `/kyc/checks?page=1&pageSize=1${ids['customerId'] === undefined ? '' : `&customerId=${ids['customerId']}`}`));
  const checkId = idIn(text, 'chk');
  return { path: `/kyc/checks/${checkId}/retry`, body, ids: { ...ids, checkId } };
}

/** A BVN held against a NIN for nobody, tried again for a customer. */
export async function retrySample(tenant: TestTenant): Promise<Sample> {
  const { path, body, ids } = await failed(tenant, '/kyc/validate/bvn-nin', { bvn: freshNumber(), nin: freshNumber(), firstName: 'Adaeze', lastName: 'Okonkwo', otherName: 'Ngozi', dateOfBirth: '1990-04-12' }, 'name_mismatch');
  const customerId = await openCustomer(tenant);
  return { path, body: { ...body, customerId }, ids: { ...ids, customerId } };
}

const ofDocument = (tenant: TestTenant): Promise<Sample> =>
  failed(tenant, '/kyc/verify/document', { docType: 'IP', docImage: pixel, documentNumber: 'A12345678', selfieImage: pixel }, 'document_mismatch');

async function ofCustomer(tenant: TestTenant): Promise<Sample> {
  const customerId = await openCustomer(tenant);
  return failed(tenant, `/customer/kyc/${customerId}`, { nin: freshNumber() }, 'name_mismatch', { customerId });
}

const underScenario = (make: (tenant: TestTenant) => Promise<Sample>, scenario: string): Provocation => async ({ tenant, send }) => send({ ...(await make(tenant)), headers: { 'x-scenario': scenario } });

export const retryProvocations: Partial<Record<ErrorCode, Provocation>> = {
  check_not_retryable: async ({ tenant, send }) => send(await failed(tenant, '/kyc/validate/bvn', { bvn: freshNumber(), firstName: 'Adaeze', lastName: 'Okonkwo', dob: '1990-04-12' }, 'watch_listed')),
  kyc_input_missing: async ({ tenant, send }) => send({ ...(await ofCustomer(tenant)), body: {} }),
  kyc_input_conflict: async ({ tenant, send }) => {
    const customerId = await openCustomer(tenant);
    return send({ ...(await failed(tenant, `/customer/kyc/${customerId}`, { livePicture: pixel }, 'face_mismatch', { customerId })), body: { nin: freshNumber(), livePicture: pixel } });
  },
  customer_disabled: async ({ tenant, send }) => {
    const made = await ofCustomer(tenant);
    await succeed(tenant.call('PATCH', `/customer/profile/${made.ids['customerId']}`, { status: false, reason: 'Provocation' }));
    return send(made);
  },
  nin_already_set: async ({ tenant, send }) => {
    const made = await ofCustomer(tenant);
    await succeed(tenant.call('POST', `/customer/kyc/${made.ids['customerId']}`, { nin: freshNumber() }));
    return send(made);
  },
  document_unreadable: underScenario(ofDocument, 'document_unreadable'),
  document_mismatch: underScenario(ofDocument, 'document_mismatch'),
  no_face_detected: underScenario(ofDocument, 'no_face'),
  face_mismatch: underScenario(ofDocument, 'face_mismatch'),
};
