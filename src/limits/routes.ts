import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { getLimits, setAccountLimits, setCustomerLimits } from './set-limits.ts';
import { accountLimitsParams, limitsData, limitsParams, ownLimitsBody } from './wire.ts';

const tag = 'Limits';
const own = { summary: 'Own limits', value: { perTransfer: 20_000, perDay: 40_000, perDayTransfers: null, reason: 'Asked for by the customer' } };
const tier1 = { from: 'tier', tier: '1', policy: '2023-12', since: '2023-12-01' };
const set = { summary: 'Set', value: {} };

export function limitRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET', path: '/limits/{customerId}', operationId: 'getLimits', tag, scope: 'customer:read',
      summary: 'Read what a customer may still send today',
      description: 'Each limit of the customer\'s tier, lowered by own limits, with what today has used (a day ends at midnight in Lagos), where it comes from, and what would raise it.',
      params: limitsParams, data: limitsData,
      responseExample: {
        summary: 'Tier 1',
        value: {
          customerId: '4830127756', kycTier: '1', policy: '2023-12', policySince: '2023-12-01', maxBalance: 300_000,
          balance: { limit: 300_000, source: tier1, raisedBy: 'Tier 2, which allows NGN 500,000.00: POST /customer/kyc/{customerId}.' },
          limits: [{
            name: 'per_day', limit: 50_000, used: 8_000, remaining: 42_000, resetsAt: '2026-11-21T23:00:00.000Z',
            source: tier1, raisedBy: 'Tier 2, which allows NGN 200,000.00: POST /customer/kyc/{customerId}.',
          }],
        },
      },
      errors: ['customer_not_found'],
      handle: (request) => getLimits(ctx, request),
    }),
    route({
      method: 'PUT', path: '/limits/customer/{customerId}', operationId: 'setCustomerLimits', tag, scope: 'customer:write',
      summary: 'Set a customer\'s own limits',
      description: 'Replaces the customer\'s own limits. They can only lower what the policy allows; null lifts one.',
      params: limitsParams, body: ownLimitsBody, data: z.object({}), requestExample: own, responseExample: set,
      errors: ['customer_not_found'],
      handle: (request) => setCustomerLimits(ctx, request),
    }),
    route({
      method: 'PUT', path: '/limits/account/{accountNumber}', operationId: 'setAccountLimits', tag, scope: 'account:write',
      summary: 'Set an account\'s own limits',
      description: 'Replaces the account\'s own limits. They can only lower what the policy allows; null lifts one.',
      params: accountLimitsParams, body: ownLimitsBody, data: z.object({}), requestExample: own, responseExample: set,
      errors: ['account_not_found'],
      handle: (request) => setAccountLimits(ctx, request),
    }),
  ];
}
