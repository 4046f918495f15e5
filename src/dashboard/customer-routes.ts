/** What the pages of customers ask beside the API's own calls. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { findByNumber } from '#src/customers/find-by-number.ts';
import { historyData, historyQuery, readHistory } from '#src/customers/read-history.ts';
import { customerParams } from '#src/customers/wire.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { environmentRoute } from './in-environment.ts';

const tag = 'Customers';
const example = {
  id: 'aud_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', at: '2026-11-21T09:30:00.123Z', action: 'customer.status_changed', actor: 'mem_0198c2f0a1b27c3d8e4f5a6b7c8d9e00', actorName: 'Bello Sani',
  status: 'Inactive', reason: 'Requested by the customer', fields: [],
};

export function customerPageRoutes(ctx: Pick<Context, 'db' | 'ids' | 'keyring'>): SessionRoute[] {
  return [
    environmentRoute(ctx.ids, {
      method: 'POST', path: '/customer/find-by-number', operationId: 'findCustomerByNumber', tag, scope: 'customer:read',
      summary: 'Find a customer by BVN or NIN',
      description: 'Whole numbers only, which are looked up by their keyed hashes. In a body, so that no number stands in an address; nothing is kept of it.',
      body: z.strictObject({ number: z.string().regex(/^\d{11}$/, 'must have 11 digits').describe('A BVN or a NIN.') }),
      data: z.strictObject({ customerIds: z.array(z.string()).describe('People with this number; usually one or none.') }),
      requestExample: { summary: 'A BVN', value: { number: '22200000001' } },
      responseExample: { summary: 'Found', value: { customerIds: ['4821907365'] } },
      errors: [],
      handle: (request) => findByNumber(ctx, request),
    }),
    environmentRoute(ctx.ids, {
      method: 'GET', path: '/customer/profile/{customerId}/history', operationId: 'listCustomerHistory', tag, scope: 'customer:read',
      summary: 'Read what was done to a customer',
      description: 'Status with its reasons, changes of contact, people, own limits, legal holds and erasure, newest first. Who looked at numbers stands in the audit log alone.',
      params: customerParams, query: historyQuery, data: historyData, envelope: pageEnvelope,
      responseExample: { summary: 'Disabled', value: { statusCode: '00', message: 'Successful', data: [example], errors: [], currentPage: 1, pageSize: 10, previousPage: 0, total: 1 } },
      errors: ['customer_not_found'],
      handle: (request) => readHistory(ctx, request),
    }),
  ];
}
