/**
 * The API's own routes, for people: what a program does with a token, a member does with a session, through the same verbs. So the
 * dashboard has no way around a rule. Which calls people make is a table; one that is in no row of it is a mistake, and the start says so.
 */
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import type { Route } from '#src/http/route.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import type { Permission } from '#src/organizations/permissions.ts';
import { isScope } from '#src/organizations/scopes.ts';
import { environmentRoute } from './in-environment.ts';

/** Calls that change something and that people make in both environments; in live with a fresh proof where `live` stands. */
const byPeople: Readonly<Record<string, 'live' | 'always' | 'never'>> = {
  updateCustomer: 'live', setCustomerStatus: 'live', addDirector: 'live', addShareholder: 'live', removeCompanyPerson: 'live', setCustomerLimits: 'live', eraseCustomer: 'always',
  retryKycCheck: 'never',
  restrictAccount: 'live', setLowBalance: 'never', placeLien: 'live', releaseLien: 'live', setAccountLimits: 'live', readStatement: 'never',
  enquireName: 'never', preflightTransfer: 'never', cancelTransfer: 'never', resendTransferOtp: 'never',
  createBulkTransfer: 'live', sendBulkTransferOtp: 'live', validateBulkTransfer: 'live', cancelBulkTransfer: 'live', saveBeneficiary: 'live', removeBeneficiary: 'live',
  createWebhook: 'live', updateWebhook: 'live', deleteWebhook: 'live', rotateWebhookSecret: 'always', activateWebhookSecret: 'live',
  verifyWebhookSignature: 'never', testWebhook: 'never', replayWebhook: 'never', replayWebhookDelivery: 'never', checkWebhook: 'never',
  resetSandbox: 'always',
};

/** Calls that a person tries in test, and that in live are a program's: they speak for a customer. */
const byPeopleInTest: ReadonlySet<string> = new Set([
  'createIndividualCustomer', 'createBusinessCustomer', 'raiseCustomerTier', 'validateBvn', 'validateNin', 'validateBvnNin', 'verifyDocument', 'verifyTin',
  'createPersonalAccount', 'createCollectionAccount', 'createVirtualAccount', 'initiateCustomerTransfer', 'initiateCollectionTransfer', 'validateTransfer',
  'requestOtp', 'validateOtp', 'postEvent', 'simulateCredit', 'moveSandboxClock', 'controlSandboxTransfer',
]);

/** Calls for which a role's scopes are not enough: they meet everybody who works in the sandbox. */
const byPermission: Readonly<Record<string, Permission>> = { resetSandbox: 'sandbox:reset' };

/** Reads that only programs need: a stream would keep a session alive that nobody uses. */
const byPrograms: ReadonlySet<string> = new Set(['streamEvents']);

/** Reads that show personal numbers whole. */
const withProof: ReadonlySet<string> = new Set(['exportCustomer']);

export function apiRoutesForPeople(ctx: Pick<Context, 'ids' | 'adapters'>, routes: readonly Route[]): SessionRoute[] {
  return [
    ...routes.filter(({ operationId }) => !byPrograms.has(operationId)).map((route) => forPeople(ctx, route)),
    ...routes.filter(({ operationId }) => operationId === 'readCustomer').map((route) => revealing(ctx, route)),
  ];
}

function forPeople(ctx: Pick<Context, 'ids' | 'adapters'>, route: Route): SessionRoute {
  const reads = route.method === 'GET';
  const proof = byPeople[route.operationId];
  const testOnly = route.sandboxOnly === true || byPeopleInTest.has(route.operationId);
  if (!reads && proof === undefined && !testOnly) throw new Error(`${route.operationId}: src/dashboard/api-routes.ts does not say whether people make this call.`);
  const stepUp = proof === 'always' || (proof === 'live' ? proof : withProof.has(route.operationId) ? 'live' : false);
  return placed(ctx, route, { stepUp, testOnly, unmasked: withProof.has(route.operationId) });
}

/** The profile with its numbers whole: a call of its own, so that looking at a customer shows and records none of them. */
function revealing(ctx: Pick<Context, 'ids' | 'adapters'>, route: Route): SessionRoute {
  return placed(ctx, {
    ...route, path: `${route.path}/unmasked`, operationId: 'revealCustomer', scope: 'customer:pii',
    summary: 'Read a customer with BVN and NIN unmasked', description: 'Each call is written into the audit log.',
  }, { stepUp: 'live', testOnly: false, unmasked: true });
}

type Manner = { stepUp: boolean | 'live'; testOnly: boolean; unmasked: boolean };

function placed({ ids, adapters }: Pick<Context, 'ids' | 'adapters'>, route: Route, manner: Manner): SessionRoute {
  const { scope, handle, kyc = false, sandboxOnly: _sandboxOnly, ...declared } = route;
  if (!isScope(scope)) throw new Error(`${route.operationId}: a route for people needs a scope.`);
  const permission = byPermission[route.operationId];
  return environmentRoute(ids, {
    // Pages look at a check again and again; what asks a register is counted.
    ...declared, ...manner, kyc: kyc && route.method !== 'GET', ...(permission === undefined ? { scope } : { permission }),
    errors: [...route.errors, 'live_not_configured'],
    handle: async ({ session: _session, presentedToken: _token, userAgent: _agent, ...request }) => {
      const { environment } = request.caller;
      if (environment === 'live' && route.method !== 'GET' && adapters.live === null) throw fail('live_not_configured');
      return handle({ ...request, operation: route.operationId });
    },
  });
}
