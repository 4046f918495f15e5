/** The console of whoever runs the service. A member has its permissions by `npm run organizations -- make-operator`, whatever their role. */
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type SessionRoute, sessionRoute } from '#src/http/session-route.ts';
import type { Permission } from '#src/organizations/permissions.ts';
import { readBooksCheck, startBooksCheck } from './operator-books.ts';
import { listLateTransfers, readHealth, readPolicies, searchAuditLogs } from './operator-console.ts';
import type { OperatorContext } from './operator-context.ts';
import { approveOrganization, listAllOrganizations, readOneOrganization, withdrawApproval } from './operator-organizations.ts';
import {
  approvalData, auditSearchData, auditSearchQuery, booksData, booksStartedData, healthData, organizationData, organizationParams, organizationsQuery, pendingData, policyData, reasonBody, wholeOrganizationData,
} from './operator-wire.ts';

const tag = 'Operator';
const needs = (permission: Permission) => ({ permission });
const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const at = '2026-11-21T09:30:00.123Z';
const organizationId = `org_${hex}`;
const memberId = `mem_${hex}`;
const volume = { transfers: 120, completed: 118, completedAmount: 1_250_000.5 };
const organization = { organizationId, name: 'Kano Fintech', createdAt: at, liveApprovedAt: null, members: 4, credentials: { test: 2, live: 0 }, volume: { test: volume, live: { transfers: 0, completed: 0, completedAmount: 0 } } };
const limits = { perTransfer: 50_000, perDay: 50_000, perDayTransfers: null, maxBalance: 300_000 };

export function operatorRoutes(ctx: OperatorContext): SessionRoute[] {
  return [...organizationRoutes(ctx), ...serviceRoutes(ctx), ...booksRoutes(ctx)];
}

function organizationRoutes(ctx: OperatorContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/operator/organizations', operationId: 'listOrganizations', tag, access: needs('operator:read'),
      summary: 'List all organizations',
      description: 'The newest first, with what each sent in the last 30 days.',
      query: organizationsQuery, data: organizationData.array(), envelope: pageEnvelope,
      responseExample: { summary: 'One', value: onePageExample([organization]) },
      errors: [],
      handle: (request) => listAllOrganizations(ctx, request),
    }),
    sessionRoute({
      method: 'GET', path: '/operator/organizations/{organizationId}', operationId: 'readOrganization', tag, access: needs('operator:read'),
      summary: 'Read an organization',
      description: 'With its people and the history of its approval. The look is written into the audit log of that organization.',
      params: organizationParams, data: wholeOrganizationData,
      responseExample: { summary: 'Not approved', value: {
        ...organization, people: [{ memberId, email: 'amina@kano.example', name: 'Amina Bello', role: 'owner', secondFactor: true, passkeys: 1, lastSignInAt: at }],
        approvals: [{ at, action: 'organization.live_withdrawn', actor: memberId, reason: 'Licence expired' }],
      } },
      errors: [],
      handle: (request) => readOneOrganization(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/operator/organizations/{organizationId}/approve-live', operationId: 'approveOrganization', tag, access: needs('operator:manage'), stepUp: true,
      summary: 'Approve an organization for live',
      description: 'From then on its owners and admins make live credentials. Needs a second factor of whoever approves; the reason stands in the organization\'s audit log.',
      params: organizationParams, body: reasonBody, data: approvalData,
      requestExample: { summary: 'With the reason', value: { reason: 'Licence and agreement seen' } },
      responseExample: { summary: 'Approved', value: { organizationId, liveApprovedAt: at } },
      errors: ['second_factor_state'],
      handle: (request) => approveOrganization(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/operator/organizations/{organizationId}/withdraw-live', operationId: 'withdrawOrganization', tag, access: needs('operator:manage'), stepUp: true,
      summary: 'Withdraw an approval for live',
      description: 'The organization makes no further live credentials. Those it has work on until they are revoked.',
      params: organizationParams, body: reasonBody, data: approvalData,
      requestExample: { summary: 'With the reason', value: { reason: 'Licence expired' } },
      responseExample: { summary: 'Withdrawn', value: { organizationId, liveApprovedAt: null } },
      errors: [],
      handle: (request) => withdrawApproval(ctx, request),
    }),
  ];
}

function serviceRoutes(ctx: OperatorContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/operator/health', operationId: 'readHealth', tag, access: needs('operator:read'),
      summary: 'How rails and identity providers are',
      description: 'What /metrics tells a monitor, for people: by environment how many transfers are late, and how old the rail\'s list of banks is.',
      data: healthData,
      responseExample: { summary: 'All is well', value: {
        environments: [{ environment: 'test', configured: true, rail: 'simulator', identity: 'simulator', institutionsAgeSeconds: 40, pending: [{ olderThan: '60s', transfers: 0 }] }], identityProviders: [{ provider: 'dojah', question: 'bvn', state: 'closed' }],
      } },
      errors: [],
      handle: () => readHealth(ctx),
    }),
    sessionRoute({
      method: 'GET', path: '/operator/late-transfers', operationId: 'listLateTransfers', tag, access: needs('operator:read'),
      summary: 'Transfers that take too long',
      description: 'Of all organizations, confirmed at least 60 seconds ago and not over, the oldest 200 first, with the latest deadline that each has passed.',
      data: pendingData,
      responseExample: { summary: 'One', value: [{ organizationId, organization: 'Kano Fintech', environment: 'live', transactionId: `txn_${hex}`, state: 'UNKNOWN', amount: 25_000, confirmedAt: at, ageSeconds: 312, past: '4m', onUs: false }] },
      errors: [],
      handle: () => listLateTransfers(ctx),
    }),
    sessionRoute({
      method: 'GET', path: '/operator/policies', operationId: 'readPolicies', tag, access: needs('operator:read'),
      summary: 'Limits and charges',
      description: 'Every version of the policy file and of the charges, and customers and accounts whose own limits are lower.',
      data: policyData,
      responseExample: { summary: 'One version of each', value: {
        policies: [{ version: '2023-12', from: '2023-12-01', inForce: true, source: 'CBN circular', tiers: { 1: limits, 2: limits, 3: limits }, collection: limits, railPerTransfer: 10_000_000, newBeneficiaryPerTransfer: null, tier2NeedsNin: true }],
        charges: [{ from: '2026-01-01', inForce: true, feeBands: [{ upTo: 5_000, fee: 10 }, { upTo: null, fee: 50 }], vatPercent: 7.5, senderDuty: { fromAmount: 10_000, duty: 50 } }],
        ownLimits: [{ organizationId, organization: 'Kano Fintech', environment: 'live', subject: 'customer:4830127756', perTransfer: 20_000, perDay: null, perDayTransfers: null, reason: 'Asked for by the customer', since: at }],
      } },
      errors: [],
      handle: () => readPolicies(ctx),
    }),
    sessionRoute({
      method: 'GET', path: '/operator/audit', operationId: 'searchAudit', tag, access: needs('operator:read'),
      summary: 'Search the audit logs of all organizations',
      description: 'The newest 50 that fit, by exact actor, action and subject. What was searched for is written into the operator\'s own log.',
      query: auditSearchQuery, data: auditSearchData,
      responseExample: { summary: 'One', value: { entries: [{ auditId: `aud_${hex}`, at, organizationId, organization: 'Kano Fintech', environment: 'live', actor: memberId, action: 'credential.added', subject: `crd_${hex}`, details: {} }], next: null } },
      errors: [],
      handle: (request) => searchAuditLogs(ctx, request),
    }),
  ];
}

function booksRoutes(ctx: OperatorContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/operator/books-check', operationId: 'readBooksCheck', tag, access: needs('operator:read'),
      summary: 'The last check of the books',
      description: 'The one that runs, or what the last one found.',
      data: booksData,
      responseExample: { summary: 'No differences', value: { available: true, last: { checkId: `bkc_${hex}`, state: 'done', startedBy: memberId, startedAt: at, finishedAt: at, differences: 0, lines: [] } } },
      errors: [],
      handle: () => readBooksCheck(ctx),
    }),
    sessionRoute({
      method: 'POST', path: '/operator/books-check', operationId: 'startBooksCheck', tag, access: needs('operator:manage'), stepUp: true,
      summary: 'Check the books',
      description: 'As npm run check-books does: recomputes balances and compares entries, transfers and the rail\'s own book. Answers at once; one runs at a time.',
      data: booksStartedData,
      responseExample: { summary: 'Begun', value: { checkId: `bkc_${hex}` } },
      errors: ['request_in_progress'],
      handle: (request) => startBooksCheck(ctx, request),
    }),
  ];
}
