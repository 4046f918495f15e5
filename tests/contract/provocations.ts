/** How each declared error of a route is brought about. Most follow from the route's sample; the others stand in `byRoute`. */
import type { ErrorCode } from '#src/errors.ts';
import type { Route } from '#src/http/route.ts';
import type { Answered, TestApp, TestTenant } from '#tests/support/test-app.ts';
import { confirmed, freshNumber, fund, openCollection, openPayer, pass, type Pending, pending, pendingOf, rightOtp, statusUntil, succeed, validate, wrongOtp } from '#tests/journeys/payer.ts';
import { bulkProvocations } from './bulk-provocations.ts';
import { retryProvocations } from './check-samples.ts';
import { closedAccount, erasureProvocations } from './erasure-provocations.ts';
import { afterReset, resetProvocations } from './reset-provocations.ts';
import { pixel, type Sample, sampleOf } from './samples.ts';
import { webhookProvocations } from './webhook-provocations.ts';

export type Stage = {
  app: TestApp;
  tenant: TestTenant;
  route: Route;
  /** The route's sample, made anew. */
  sample(): Promise<Sample>;
  /** Sends a sample to the route, with a requestId of its own. */
  send(sample: Sample): Promise<Answered>;
};

export type Provocation = (stage: Stage) => Promise<Answered>;

/** The sample with other fields in its body; undefined leaves one out. */
const withBody = (sample: Sample, changes: Record<string, unknown>): Sample => ({ ...sample, body: { ...sample.body, ...changes } });

const changed = (changes: Record<string, unknown>): Provocation => async ({ sample, send }) => send(withBody(await sample(), changes));

/** The registry's or the rail's answer under a scenario. */
const underScenario = (name: string, changes: Record<string, unknown> = {}): Provocation => async ({ sample, send }) =>
  send({ ...withBodyIfAny(await sample(), changes), headers: { 'x-scenario': name } });

function withBodyIfAny(sample: Sample, changes: Record<string, unknown>): Sample {
  return Object.keys(changes).length === 0 ? sample : withBody(sample, changes);
}

const naming = (name: string, absent: string): Provocation => async ({ sample, send, route }) => {
  const made = await sample();
  const own = made.ids[name];
  if (own === undefined) throw new Error(`The sample of ${route.operationId} has no ${name}.`);
  const replaced = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(own, absent));
  return send({ ...made, path: replaced(made.path), ...(made.body === undefined ? {} : { body: replaced(made.body) }) });
};

const twice: Provocation = async ({ sample, send }) => {
  const made = await sample();
  await succeed(send(made));
  return send(made);
};

const disabled: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  await succeed(tenant.call('PATCH', `/customer/profile/${made.payer?.customerId ?? made.ids['customerId']}`, { status: false, reason: 'Provocation' }));
  return send(made);
};

const restricted: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  await succeed(tenant.call('PATCH', `/account/${made.payer?.accountNumber}`, { restriction: 'no_debit_no_credit', reason: 'Provocation' }));
  return send(made);
};

async function utilityOtp(tenant: TestTenant, accountNumber: string): Promise<string> {
  return String((await succeed(tenant.call('POST', '/utils/otp-request', { accountNumber }))).data['otpReferenceId']);
}

/** Ten wrong codes lock the account. */
const locked: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  for (let code = 0; code < 2; code += 1) {
    const otpReferenceId = await utilityOtp(tenant, made.payer?.accountNumber ?? '');
    for (let time = 0; time < 5; time += 1) await tenant.call('POST', '/utils/otp-validation', { otpReferenceId, OTP: wrongOtp });
  }
  return send(made);
};

/** Five wrong codes kill the sample's own. */
const exhausted: Provocation = async ({ sample, send }) => {
  const made = await sample();
  const field = made.body?.['OTP'] === undefined ? 'otp' : 'OTP';
  for (let time = 0; time < 5; time += 1) await send(withBody(made, { [field]: wrongOtp }));
  return send(made);
};

const wrong: Provocation = async ({ sample, send }) => {
  const made = await sample();
  return send(withBody(made, made.body?.['OTP'] === undefined ? { otp: wrongOtp } : { OTP: wrongOtp }));
};

const tooLate: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  await pass(tenant, 301);
  return send(made);
};

const superseded: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  await utilityOtp(tenant, made.payer?.accountNumber ?? '');
  return send(made);
};

/** Live codes have a budget: ten in a quarter of an hour for a customer, 120 for a collection account. */
const overBudget: Provocation = async (stage) => {
  const live = await stage.app.addTenant({ environment: 'live' });
  return overLiveBudget(stage, live);
};

async function overLiveBudget({ app, route }: Stage, live: TestTenant): Promise<Answered> {
  const collection = route.operationId === 'initiateCollectionTransfer';
  const sample = await sampleOf(route.operationId, fundedLive(app, live), app);
  const accountNumber = sample.payer?.accountNumber ?? '';
  for (let code = 0; code < (collection ? 120 : 10); code += 1) await live.call('POST', '/utils/otp-request', { accountNumber });
  return live.call(route.method, sample.path, sample.body);
}

/** A live tenant whose sandbox credits come in through the rail. */
function fundedLive(app: TestApp, live: TestTenant): TestTenant {
  let serial = 0;
  return {
    ...live,
    async call(method, path, body, headers) {
      if (path !== '/sandbox/credit' || typeof body !== 'object' || body === null || !('accountNumber' in body)) return live.call(method, path, body, headers);
      serial += 1;
      await app.app.lanes.credit.run(live.tenantId, {
        sessionId: `999999260101000000${String(serial).padStart(12, '0')}`, accountNumber: String(body.accountNumber), amountKobo: 1_000_000n, senderName: 'SPECIMEN', narration: 'Funding', from: 'sandbox_funding',
      });
      return live.call('GET', `/account/${String(body.accountNumber)}`);
    },
  };
}

const registry: Partial<Record<ErrorCode, Provocation>> = {
  name_mismatch: underScenario('name_mismatch'), name_partial_match: underScenario('name_partial_match'), dob_mismatch: underScenario('dob_mismatch'), blocked: underScenario('watch_listed'),
  bvn_nin_mismatch: underScenario('bvn_nin_mismatch'), provider_unavailable: underScenario('provider_down'), face_mismatch: underScenario('face_mismatch'), no_face_detected: underScenario('no_face'),
  document_mismatch: underScenario('document_mismatch'), document_unreadable: underScenario('document_unreadable'), record_not_found: naming('checkId', 'chk_00000000000000000000000000000000'),
};

/** By code alone, wherever a route declares it. */
export const byCode: Partial<Record<ErrorCode, Provocation>> = {
  ...registry,
  customer_not_found: naming('customerId', '1000000001'), sandbox_reset_meanwhile: afterReset,
  account_not_found: async (stage) => naming('sourceAccountNumber' in (await stage.sample()).ids ? 'sourceAccountNumber' : 'accountNumber', '1000000001')(stage),
  transaction_not_found: naming('transactionId', 'txn_00000000000000000000000000000000'),
  otp_reference_not_found: naming('otpReferenceId', 'otp_00000000000000000000000000000000'),
  name_enquiry_not_found: naming('nameEnquirySessionId', '000000000000000000000000000001'),
  bank_not_found: changed({ beneficiaryBankCode: 'no bank' }),
  invalid_amount: changed({ amount: 0 }),
  insufficient_funds: changed({ amount: 9999.99 }),
  limit_exceeded: async ({ tenant, sample, send }) => {
    const made = await sample();
    const collection = made.payer?.customerId === '';
    await fund(tenant, made.payer?.accountNumber ?? '', collection ? 20_000_000 : 200_000);
    return send(withBody(made, { amount: collection ? 10_000_001 : 50_001 }));
  },
  too_many_transfers: async ({ tenant, sample, send }) => {
    const made = await sample();
    const { accountNumber = '' } = made.payer ?? {};
    await succeed(tenant.call('PUT', `/limits/account/${accountNumber}`, { perTransfer: null, perDay: null, perDayTransfers: 1, reason: 'Provocation' }));
    const first = await sampleFor(tenant, made);
    await succeed(validate(tenant, first));
    return send(made);
  },
  name_enquiry_already_used: twice,
  duplicate_customer: twice,
  beneficiary_mismatch: changed({ beneficiaryAccountName: 'SOMEBODY ELSE' }),
  source_account_not_allowed: async (stage) => changed({ sourceAccountNumber: await accountOfAnotherKind(stage) })(stage),
  customer_disabled: disabled,
  account_restricted: restricted,
  otp_rate_limited: overBudget,
  otp_attempts_exceeded: locked,
  otp_invalid: wrong,
  otp_expired: tooLate,
  otp_superseded: superseded,
  otp_already_used: twice,
  transfer_state_invalid: twice,
};

/** Where a code comes about in another way, or a sample cannot show it. */
export const byRoute: Readonly<Record<string, Partial<Record<ErrorCode, Provocation>>>> = {
  raiseCustomerTier: {
    kyc_input_conflict: changed({ livePicture: pixel }),
    kyc_input_missing: changed({ nin: undefined }),
    face_mismatch: underScenario('face_mismatch', { nin: undefined, livePicture: pixel }),
    no_face_detected: underScenario('no_face', { nin: undefined, livePicture: pixel }),
    nin_already_set: async ({ sample, send }) => {
      const made = await sample();
      await succeed(send(made));
      return send(withBody(made, { nin: freshNumber() }));
    },
  },
  eraseCustomer: erasureProvocations,
  restrictAccount: { account_closed: closedAccount },
  retryKycCheck: retryProvocations,
  createPersonalAccount: { tier_too_low: changed({ type: 'current' }) },
  enquireName: {
    account_not_found: underScenario('account_not_found'), bank_not_found: changed({ bankCode: 'no bank' }), account_restricted: underScenario('account_dormant'),
    beneficiary_bank_unavailable: underScenario('bank_unavailable'),
  },
  ...bulkProvocations({ changed, exhausted, otpOf: utilityOtp }),
  listTransfers: { invalid_amount: async ({ send }) => send({ path: '/transfers?page=1&pageSize=10&amountFrom=0', ids: {} }) },
  getBank: { bank_not_found: ({ send }) => send({ path: '/transfer/banks/no-such-bank', ids: {} }) },
  initiateCustomerTransfer: { name_mismatch: changed({ sourceAccountName: 'Zenaida Quillfeather' }) },
  createVirtualAccount: {
    account_not_found: changed({ settlesTo: '1000000001' }),
    source_account_not_allowed: async (stage) => changed({ settlesTo: (await openPayer(stage.tenant, 0)).accountNumber })(stage),
  },
  placeLien: { source_account_not_allowed: async ({ tenant, send, sample }) => send({ ...(await sample()), path: `/account/${await virtualAccount(tenant)}/lien` }) },
  setLowBalance: {
    invalid_amount: changed({ threshold: 0 }),
    source_account_not_allowed: async ({ tenant, send, sample }) => send({ ...(await sample()), path: `/account/${await virtualAccount(tenant)}/low-balance` }),
  },
  requestOtp: { source_account_not_allowed: async (stage) => changed({ accountNumber: await virtualAccount(stage.tenant) })(stage) },
  getReceipt: {
    transfer_state_invalid: async ({ tenant, send }) => {
      const { transactionId } = await pending(tenant, await openPayer(tenant));
      return send({ path: `/transfer/${transactionId}/receipt`, ids: { transactionId } });
    },
  },
  simulateCredit: { limit_exceeded: changed({ amount: 300_001 }) },
  ...webhookProvocations,
  resendTransferOtp: {
    transfer_state_invalid: async ({ tenant, sample, send }) => {
      const made = await sample();
      await succeed(validate(tenant, pendingOf(await succeed(send(made)))));
      return send(made);
    },
  },
  controlSandboxTransfer: { transfer_state_invalid: twice }, ...resetProvocations,
  validateOtp: {
    otp_attempts_exceeded: exhausted,
    otp_reference_mismatch: async ({ tenant, send, sample }) => send(withBody(await sample(), { otpReferenceId: (await pending(tenant, await openPayer(tenant))).otpReferenceId })),
  },
  validateTransfer: {
    otp_attempts_exceeded: exhausted,
    otp_reference_mismatch: async ({ tenant, send, sample }) => {
      const made = await sample();
      return send(withBody(made, { otpReferenceId: await utilityOtp(tenant, made.payer?.accountNumber ?? '') }));
    },
    transfer_state_invalid: async ({ tenant, send, sample }) => {
      const made = await sample();
      await pass(tenant, 29 * 60);
      const { otpReferenceId } = pendingOf(await succeed(tenant.call('POST', '/transfer/resend-otp', { transactionId: made.ids['transactionId'] })));
      await pass(tenant, 120);
      await statusUntil(tenant, made.ids['transactionId'] ?? '', { stage: 'expired' });
      return send(withBody(made, { otpReferenceId }));
    },
    insufficient_funds: async ({ tenant, send }) => send(await afterAnother(tenant, 10_000, 6000)),
    limit_exceeded: async ({ tenant, send }) => send(await afterAnother(tenant, 100_000, 30_000)),
    too_many_transfers: async ({ tenant, send }) => {
      const waiting = await afterAnother(tenant, 10_000, 100);
      await succeed(tenant.call('PUT', `/limits/account/${waiting.payer?.accountNumber}`, { perTransfer: null, perDay: null, perDayTransfers: 1, reason: 'Provocation' }));
      return send(waiting);
    },
  },
};

/** A transfer of the account behind a sample, from either kind. */
async function sampleFor(tenant: TestTenant, { path, body, payer }: Sample): Promise<Pending> {
  const { data } = await succeed(tenant.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: '058' }));
  if (payer === undefined) throw new Error(`Nobody stands behind ${path}.`);
  return pendingOf(await succeed(tenant.call('POST', path, { ...body, nameEnquirySessionId: data['sessionId'] })));
}

async function virtualAccount(tenant: TestTenant): Promise<string> {
  const settlesTo = await openCollection(tenant, 0);
  return String((await succeed(tenant.call('POST', '/account/virtual/create/dynamic', { name: 'Specimen order', expTime: 3600, settlesTo }))).data['accountNumber']);
}

async function accountOfAnotherKind({ tenant, route }: Stage): Promise<string> {
  if (route.operationId === 'initiateCollectionTransfer') return (await openPayer(tenant)).accountNumber;
  return String((await succeed(tenant.call('POST', '/account/collection', { name: 'Specimen', phone: '08031234567' }))).data['accountNumber']);
}

/** Two transfers of `amount` from one account of `naira`: the first is confirmed, the second waits with a live code. */
async function afterAnother(tenant: TestTenant, naira: number, amount: number): Promise<Sample> {
  const payer = await openPayer(tenant, naira);
  const waiting = await pending(tenant, payer, { amount });
  await confirmed(tenant, payer, { amount });
  const { otpReferenceId } = pendingOf(await succeed(tenant.call('POST', '/transfer/resend-otp', { transactionId: waiting.transactionId })));
  const ids = { transactionId: waiting.transactionId, otpReferenceId };
  return { path: '/transfer/validate', body: { ...ids, otp: rightOtp }, payer, ids };
}
