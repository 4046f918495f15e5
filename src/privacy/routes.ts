/** What is known about a person, who looked at it, and its end. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { customerParams } from '#src/customers/wire.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { eraseSubject } from './erase-subject.ts';
import { exportSubject } from './export-subject.ts';
import { readAudit } from './read-audit.ts';
import { auditQuery, auditRecord, eraseBody, erasedData, exportData } from './wire.ts';

const tag = 'Privacy';

const exampleEntry = {
  auditId: 'aud_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', at: '2026-03-01T09:30:00.000Z', actor: 'crd_0198c2f0a1b27c3d8e4f5a6b7c8d9e00', action: 'customer.pii_read', subject: '4821907365',
  details: { operation: 'readCustomer', requestId: '7b0f1f5e-64f9-4a2f-9a55-0d3c3f1f0b11' },
};
const nothing = { total: 0, newest: [] };

export function privacyRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET',
      path: '/customer/{customerId}/export',
      operationId: 'exportCustomer',
      tag,
      scope: 'customer:pii',
      summary: 'Export everything about a customer',
      description:
        'For a person who asks what is known about them: the profile in full, checks, accounts, payments, whom they paid, and who read their numbers. Of each list the newest 1,000 and the total. The export ' +
        'itself is written to the audit log before it is answered.',
      params: customerParams,
      data: exportData,
      responseExample: {
        summary: 'A customer without accounts',
        value: {
          customerId: '4821907365', madeAt: '2026-03-01T09:30:00.000Z', profile: { customerId: '4821907365', firstName: 'Tunde', surname: 'Adeyemi', bvn: '22200000001' }, checks: nothing, accounts: nothing,
          transfers: nothing, beneficiaries: nothing, audit: { total: 1, newest: [exampleEntry] },
        },
      },
      errors: ['customer_not_found'],
      handle: (request) => exportSubject(ctx, request),
    }),
    route({
      method: 'POST',
      path: '/customer/{customerId}/erase',
      operationId: 'eraseCustomer',
      tag,
      scope: 'customer:pii',
      summary: 'Erase a customer',
      description:
        'Destroys the customer\'s key, and blanks names, numbers, address, next of kin, pictures and saved beneficiaries. Ledger, payments and what came out of checks stay under the customerId, because the law wants ' +
        'them. Refused while the customer is enabled, while accounts hold money or payments are on their way, and in live until the years of retention after the last move of money are over: `details.reasons` says which. Refused with `erasure_held` while a legal hold is in force. ' +
        'It cannot be undone.',
      params: customerParams,
      body: eraseBody,
      data: erasedData,
      requestExample: { summary: 'Asked for', value: { reason: 'Asked for it in writing, file 2031/7' } },
      responseExample: { summary: 'Erased', value: { customerId: '4821907365', erasedAt: '2031-03-01T09:30:00.000Z', answersGoneBy: '2031-04-01T09:30:00.000Z' } },
      errors: ['customer_not_found', 'erasure_held', 'erasure_refused'],
      handle: (request) => eraseSubject(ctx, request),
    }),
    route({
      method: 'GET',
      path: '/audit',
      operationId: 'listAuditLog',
      tag,
      scope: 'audit:read',
      summary: 'List the audit log',
      description: 'Who changed what, and who read a BVN or NIN in full (`customer.pii_read`), newest first. Entries are never changed or removed.',
      query: auditQuery,
      data: z.array(auditRecord),
      envelope: pageEnvelope,
      responseExample: {
        summary: 'A read of a profile',
        value: { statusCode: '00', message: 'Successful', data: [exampleEntry], errors: [], currentPage: 1, pageSize: 10, previousPage: 0, total: 1 },
      },
      errors: [],
      handle: (request) => readAudit(ctx, request),
    }),
  ];
}
