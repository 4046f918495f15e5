/** One request of each route that succeeds, with everything it needs made first. The contract tests are generated from these. */
import { expect } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { scopes } from '#src/organizations/scopes.ts';
import type { TestApp, TestTenant } from '#tests/support/test-app.ts';
import { batchUntil, confirmed, enquire, freshNumber, openCollection, openCustomer, openPayer, type Payer, pending, person, rightOtp, statusUntil, succeed, transferBody } from '#tests/journeys/payer.ts';
import { retrySample } from './check-samples.ts';
import { idIn, type Make, pixel, type Sample } from './sample.ts';
import { webhookSamples } from './webhook-samples.ts';

export { pixel, type Sample };

const names = { firstName: 'Adaeze', lastName: 'Okonkwo', otherName: 'Ngozi' };
const reason = 'Contract test';

const customers: Record<string, Make> = {
  createIndividualCustomer: async () => ({ path: '/customer/profile/individual', body: person({ otherName: 'Ngozi', nin: freshNumber() }), ids: {} }),
  createBusinessCustomer: async () => ({ path: '/customer/profile/business', ids: {}, body: companyBody() }),
  addDirector: async (tenant) => ofCustomer(await openCompany(tenant), (id) => `/customer/profile/business/${id}/directors`, { ...names, dateOfBirth: '1982-04-12', bvn: freshNumber() }),
  addShareholder: async (tenant) => ofCustomer(await openCompany(tenant), (id) => `/customer/profile/business/${id}/shareholders`, { ...names, dateOfBirth: '1982-04-12', bvn: freshNumber(), percentShareholder: 40 }),
  readCompanyPeople: async (tenant) => ofCustomer(await openCompany(tenant), (id) => `/customer/profile/business/${id}/people`),
  removeCompanyPerson: async (tenant, app) => {
    const { path, body, ids } = await sampleOf('addShareholder', tenant, app);
    const personId = String((await succeed(tenant.call('POST', path, body))).data['personId']);
    return { path: `${path.replace('shareholders', 'people')}/${personId}?reason=Sold`, ids: { ...ids, personId } };
  },
  updateCustomer: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/customer/profile/${id}`, { email: 'other@example.com', phone: '08039998877' }),
  setCustomerStatus: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/customer/profile/${id}`, { status: false, reason }),
  raiseCustomerTier: async (tenant) => ofCustomer(await openCustomer(tenant, { otherName: 'Ngozi' }), (id) => `/customer/kyc/${id}`, { nin: freshNumber() }),
  listCustomers: async (tenant) => {
    const customerId = await openCustomer(tenant);
    return { path: `/customer/profiles?page=1&pageSize=10&search=${customerId}`, ids: { search: customerId } };
  },
  readCustomer: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/customer/profile/${id}`),
  exportCustomer: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/customer/${id}/export`),
  eraseCustomer: async (tenant) => {
    const customerId = await openCustomer(tenant);
    await succeed(tenant.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason }));
    return ofCustomer(customerId, (id) => `/customer/${id}/erase`, { reason });
  },
  listAuditLog: async (tenant) => {
    const customerId = await openCustomer(tenant);
    await succeed(tenant.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason }));
    return { path: `/audit?page=1&pageSize=10&subject=${customerId}`, ids: { subject: customerId } };
  },
  getLimits: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/limits/${id}`),
  setCustomerLimits: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/limits/customer/${id}`, { perTransfer: 500, perDay: null, perDayTransfers: null, reason }),
};

/** A check that names a customer. */
async function checkOf(tenant: TestTenant, path: string, body: Record<string, unknown>): Promise<Sample> {
  const customerId = await openCustomer(tenant);
  return { path, body: { ...body, customerId }, ids: { customerId } };
}

const checks: Record<string, Make> = {
  validateBvn: (tenant) => checkOf(tenant, '/kyc/validate/bvn', { bvn: freshNumber(), ...names, dob: '1990-04-12' }),
  validateNin: (tenant) => checkOf(tenant, '/kyc/validate/nin', { nin: freshNumber(), ...names, dob: '1990-04-12' }),
  validateBvnNin: (tenant) => checkOf(tenant, '/kyc/validate/bvn-nin', { bvn: freshNumber(), nin: freshNumber(), ...names, dateOfBirth: '1990-04-12' }),
  verifyDocument: (tenant) => checkOf(tenant, '/kyc/verify/document', { docType: 'IP', docImage: pixel, documentNumber: 'A00000000', selfieImage: pixel }),
  verifyTin: (tenant) => checkOf(tenant, '/kyc/verify/tin', { number: '12345678-0001', channel: 'TIN' }),
  retryKycCheck: retrySample,
  listKycChecks: async (tenant) => {
    const customerId = await openCustomer(tenant);
    return { path: `/kyc/checks?page=1&pageSize=10&customerId=${customerId}`, ids: { customerId } };
  },
  readKycCheck: async (tenant) => {
    const customerId = await openCustomer(tenant);
    const { text } = await succeed(tenant.call('GET', `/kyc/checks?page=1&pageSize=1&customerId=${customerId}`));
    const checkId = idIn(text, 'chk');
    return { path: `/kyc/checks/${checkId}`, ids: { checkId } };
  },
};

const accounts: Record<string, Make> = {
  createPersonalAccount: async (tenant) => ofCustomer(await openCustomer(tenant), () => '/account/bank/create/personal', undefined, 'customerId'),
  createCollectionAccount: async () => ({ path: '/account/collection', body: { name: 'Specimen Collections', phone: '08039876543' }, ids: {} }),
  getAccount: async (tenant) => ofAccount(await openPayer(tenant, 0), (number) => `/account/${number}`),
  listAccounts: async (tenant) => {
    const { customerId } = await openPayer(tenant, 0);
    return { path: `/accounts?page=1&pageSize=10&customerId=${customerId}`, ids: { customerId } };
  },
  restrictAccount: async (tenant) => ofAccount(await openPayer(tenant, 0), (number) => `/account/${number}`, { restriction: 'no_debit', reason }),
  createVirtualAccount: async (tenant) => ({ path: '/account/virtual/create/dynamic', body: { name: 'Specimen order', expTime: 3600, settlesTo: await openCollection(tenant, 0) }, ids: {} }),
  listRestrictions: async (tenant, app) => {
    const { path, body, ids } = await sampleOf('placeLien', tenant, app);
    await succeed(tenant.call('POST', path, body));
    return { path: `/account/${ids['accountNumber']}/restrictions?page=1&pageSize=10`, ids };
  },
  setLowBalance: async (tenant) => ofAccount(await openPayer(tenant, 0), (number) => `/account/${number}/low-balance`, { threshold: 5000 }),
  placeLien: async (tenant) => ofAccount(await openPayer(tenant, 0), (number) => `/account/${number}/lien`, { amount: 250, reason }),
  releaseLien: async (tenant) => {
    const { accountNumber } = await openPayer(tenant, 0);
    const lienId = String((await succeed(tenant.call('POST', `/account/${accountNumber}/lien`, { amount: 250, reason }))).data['lienId']);
    return { path: `/account/${accountNumber}/lien/${lienId}`, ids: { accountNumber, lienId } };
  },
  readStatement: async (tenant) => ofAccount(await openPayer(tenant), () => '/account/statement', { startDate: '2026-01-01', endDate: '2026-12-31', page: 1, pageSize: 10 }, 'accountNumber'),
  setAccountLimits: async (tenant) => ofAccount(await openPayer(tenant, 0), (number) => `/limits/account/${number}`, { perTransfer: 500, perDay: null, perDayTransfers: null, reason }),
};

const transfers: Record<string, Make> = {
  enquireName: async (tenant) => {
    const customerId = await openCustomer(tenant);
    return { path: '/transfer/name-enquiry', body: { accountNumber: '0123456789', bankCode: '058', customerId }, ids: { customerId } };
  },
  initiateCustomerTransfer: async (tenant) => {
    const payer = await openPayer(tenant);
    const body = transferBody(payer, await enquire(tenant));
    return { path: '/transfer/customer/initiate', body, payer, ids: { customerId: payer.customerId, sourceAccountNumber: payer.accountNumber, nameEnquirySessionId: String(body['nameEnquirySessionId']) } };
  },
  initiateCollectionTransfer: async (tenant) => {
    const sourceAccountNumber = await openCollection(tenant);
    const body = { ...(await enquire(tenant)), sourceAccountNumber, amount: 1000 };
    return { path: '/transfer/collection/initiate', body, payer: { customerId: '', accountNumber: sourceAccountNumber }, ids: { sourceAccountNumber, nameEnquirySessionId: body.nameEnquirySessionId } };
  },
  validateTransfer: async (tenant) => {
    const payer = await openPayer(tenant);
    const ids = await pending(tenant, payer);
    return { path: '/transfer/validate', body: { ...ids, otp: rightOtp }, payer, ids };
  },
  resendTransferOtp: async (tenant) => {
    const payer = await openPayer(tenant);
    const { transactionId } = await pending(tenant, payer);
    return { path: '/transfer/resend-otp', body: { transactionId }, payer, ids: { transactionId } };
  },
  cancelTransfer: async (tenant) => {
    const payer = await openPayer(tenant);
    const { transactionId } = await pending(tenant, payer);
    return { path: '/transfer/cancel', body: { transactionId }, payer, ids: { transactionId } };
  },
  preflightTransfer: async (tenant) => {
    const payer = await openPayer(tenant);
    const { nameEnquirySessionId } = await enquire(tenant);
    const ids = { sourceAccountNumber: payer.accountNumber, nameEnquirySessionId };
    return { path: '/transfer/preflight', body: { ...ids, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 1000 }, payer, ids };
  },
  getTransferStatus: async (tenant) => ofTransfer(tenant, (id) => `/transfer/status/${id}`),
  getTransfer: async (tenant) => ofTransfer(tenant, (id) => `/transfer/${id}`),
  getReceipt: async (tenant) => {
    const { transactionId } = await confirmed(tenant, await openPayer(tenant));
    await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
    return { path: `/transfer/${transactionId}/receipt`, headers: { accept: 'application/json' }, ids: { transactionId } };
  },
  verifyReceipt: async (tenant, app) => {
    const { path, headers = {} } = await sampleOf('getReceipt', tenant, app);
    const { data } = await succeed(tenant.call('GET', path, undefined, headers));
    return { path: `/receipts/${String(data['verificationCode'])}`, ids: {} };
  },
  listTransfers: async (tenant) => {
    const payer = await openPayer(tenant);
    await pending(tenant, payer);
    return { path: `/transfers?page=1&pageSize=10&customerId=${payer.customerId}&accountNumber=${payer.accountNumber}`, ids: { customerId: payer.customerId, accountNumber: payer.accountNumber } };
  },
  listBanks: async () => ({ path: '/transfer/banks', ids: {} }),
  getBank: async () => ({ path: '/transfer/banks/058', ids: {} }),
  listBankCandidates: async () => ({ path: '/transfer/banks/candidates?accountNumber=0123456789', ids: {} }),
};

const bulk: Record<string, Make> = {
  createBulkTransfer: async (tenant) => {
    const payer = await openPayer(tenant);
    const { customerId, accountNumber: sourceAccountNumber, accountName: sourceAccountName } = payer;
    const items = [{ beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 1000 }];
    return { path: '/transfer/bulk', body: { customerId, sourceAccountNumber, sourceAccountName, items }, payer, ids: { customerId, sourceAccountNumber } };
  },
  sendBulkTransferOtp: (tenant, app) => ofBatch(tenant, app, (id) => `/transfer/bulk/${id}/otp`),
  validateBulkTransfer: async (tenant, app) => {
    const { path, ids, payer } = await sampleOf('sendBulkTransferOtp', tenant, app);
    const otpReferenceId = String((await succeed(tenant.call('POST', path))).data['otpReferenceId']);
    return { path: `/transfer/bulk/${ids['batchId']}/validate`, body: { otpReferenceId, otp: rightOtp }, ids: { ...ids, otpReferenceId }, ...(payer === undefined ? {} : { payer }) };
  },
  cancelBulkTransfer: (tenant, app) => ofBatch(tenant, app, (id) => `/transfer/bulk/${id}/cancel`),
  listBulkTransfers: async (tenant, app) => ({ ...(await ofBatch(tenant, app, () => '/transfer/bulk?page=1&pageSize=10')), ids: {} }),
  getBulkTransfer: (tenant, app) => ofBatch(tenant, app, (id) => `/transfer/bulk/${id}`),
  listBulkTransferItems: (tenant, app) => ofBatch(tenant, app, (id) => `/transfer/bulk/${id}/items?page=1&pageSize=10`),
};

const beneficiaries: Record<string, Make> = {
  saveBeneficiary: async (tenant) => {
    const [customerId, { nameEnquirySessionId }] = [await openCustomer(tenant), await enquire(tenant)];
    return { path: `/customer/${customerId}/beneficiaries`, body: { nameEnquirySessionId }, ids: { customerId, nameEnquirySessionId } };
  },
  listBeneficiaries: async (tenant) => ofCustomer(await openCustomer(tenant), (id) => `/customer/${id}/beneficiaries?page=1&pageSize=10`),
  removeBeneficiary: async (tenant, app) => {
    const { path, body, ids } = await sampleOf('saveBeneficiary', tenant, app);
    const beneficiaryId = String((await succeed(tenant.call('POST', path, body))).data['beneficiaryId']);
    return { path: `${path}/${beneficiaryId}`, ids: { customerId: ids['customerId'] ?? '', beneficiaryId } };
  },
};

const otps: Record<string, Make> = {
  requestOtp: async (tenant) => ofAccount(await openPayer(tenant, 0), () => '/utils/otp-request', {}, 'accountNumber'),
  validateOtp: async (tenant) => {
    const payer = await openPayer(tenant, 0);
    const { data } = await succeed(tenant.call('POST', '/utils/otp-request', { accountNumber: payer.accountNumber }));
    const otpReferenceId = String(data['otpReferenceId']);
    return { path: '/utils/otp-validation', body: { otpReferenceId, OTP: rightOtp }, payer, ids: { otpReferenceId } };
  },
};

const sandbox: Record<string, Make> = {
  simulateCredit: async (tenant) => ofAccount(await openPayer(tenant, 0), () => '/sandbox/credit', { amount: 5 }, 'accountNumber'),
  listSandboxMessages: async (tenant) => ofAccount(await openPayer(tenant, 0), (number) => `/sandbox/messages?accountNumber=${number}`),
  moveSandboxClock: async () => ({ path: '/sandbox/clock', body: { advanceSeconds: 1 }, ids: {} }),
  controlSandboxTransfer: async (tenant) => {
    const { transactionId } = await confirmed(tenant, await openPayer(tenant), { headers: { 'x-scenario': 'stays_pending' } });
    await statusUntil(tenant, transactionId, { stage: 'confirming' });
    return { path: `/sandbox/transfers/${transactionId}/settle`, ids: { transactionId } };
  },
  resetSandbox: async () => ({ path: '/sandbox/reset', ids: {} }),
};

export const samples: Readonly<Record<string, Make>> = { ...customers, ...checks, ...accounts, ...transfers, ...bulk, ...beneficiaries, ...otps, ...webhookSamples, ...sandbox };

/** The sample of a route. @throws when there is none: a new route comes with a sample. */
export async function sampleOf(operationId: string, tenant: TestTenant, app: TestApp): Promise<Sample> {
  const make = samples[operationId];
  if (make === undefined) throw new Error(`tests/contract/samples.ts has no sample for ${operationId}.`);
  return make(tenant, app);
}

/** Tests send more than a credential is allowed by default. */
export async function liftRateLimits(app: TestApp, tenant: TestTenant, granted: readonly string[] = Object.keys(scopes)): Promise<void> {
  const lifted = await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`
    update credential set rate_per_second = 100000, rate_burst = 100000, kyc_per_minute = 100000, scopes = ${[...granted]}::text[] where tenant_id = ${tx.tenantId}`));
  expect(lifted).toBe(1);
}

function companyBody(): Record<string, unknown> {
  return {
    businessName: 'Specimen Trading Limited', rcNumber: `RC${freshNumber().slice(1)}`, taxId: '12345678-0001', dateOfIncorporation: '2015-06-30', phone: '08031234567',
    directors: [{ ...names, dateOfBirth: '1980-04-12', bvn: freshNumber() }],
  };
}

async function openCompany(tenant: TestTenant): Promise<string> {
  return String((await succeed(tenant.call('POST', '/customer/profile/business', companyBody()))).data['customerId']);
}

function ofCustomer(customerId: string, path: (id: string) => string, body?: Record<string, unknown>, bodyName?: string): Sample {
  const named = bodyName === undefined ? {} : { [bodyName]: customerId };
  return { path: path(customerId), ids: { customerId }, payer: { customerId, accountNumber: '' }, ...(body === undefined && bodyName === undefined ? {} : { body: { ...body, ...named } }) };
}

function ofAccount(payer: Payer, path: (number: string) => string, body?: Record<string, unknown>, bodyName?: string): Sample {
  const named = bodyName === undefined ? {} : { [bodyName]: payer.accountNumber };
  return { path: path(payer.accountNumber), ids: { accountNumber: payer.accountNumber }, payer, ...(body === undefined ? {} : { body: { ...body, ...named } }) };
}

async function ofTransfer(tenant: TestTenant, path: (id: string) => string): Promise<Sample> {
  const { transactionId } = await pending(tenant, await openPayer(tenant));
  return { path: path(transactionId), ids: { transactionId } };
}

/** Of a bulk transfer that is ready for its OTP. */
async function ofBatch(tenant: TestTenant, app: TestApp, path: (id: string) => string): Promise<Sample> {
  const created = await sampleOf('createBulkTransfer', tenant, app);
  const batchId = String((await succeed(tenant.call('POST', created.path, created.body))).data['batchId']);
  await batchUntil(tenant, batchId, 'ready');
  return { path: path(batchId), ids: { batchId }, ...(created.payer === undefined ? {} : { payer: created.payer }) };
}
