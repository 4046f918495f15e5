/** What the operator's console sends and receives. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';

const moment = z.iso.datetime().describe('UTC, ISO 8601.');
const section = z.enum(['test', 'live']).describe('`test` is the sandbox.');
const naira = z.number().nullable().describe('Naira; null: no limit.');
const organizationId = z.string().regex(/^org_[0-9a-f]{32}$/, 'must be org_ and 32 hex digits');
const text = z.string().trim().min(1).max(200);

export const organizationParams = z.object({ organizationId });
export const organizationsQuery = z.object({ ...pageQuery, search: text.optional().describe('Part of the name, or the whole id.') });
export const reasonBody = z.strictObject({ reason: z.string().trim().min(3).max(500).describe('Stands in the audit log of the organization, where its people read it.') });

const volume = z.strictObject({
  transfers: z.int().min(0).describe('Initiated in the last 30 days.'), completed: z.int().min(0).describe('Of these, completed.'), completedAmount: z.number().describe('Naira of the completed ones.'),
});
export const organizationData = z.strictObject({
  organizationId, name: z.string(), createdAt: moment, liveApprovedAt: moment.nullable().describe('Since when it makes live credentials itself; null: not approved.'),
  members: z.int().min(0), credentials: z.strictObject({ test: z.int().min(0), live: z.int().min(0) }).describe('Those that work.'),
  volume: z.strictObject({ test: volume, live: volume }),
});
export const wholeOrganizationData = organizationData.extend({
  people: z.array(z.strictObject({ memberId: z.string(), email: z.string(), name: z.string().nullable(), role: z.string(), secondFactor: z.boolean(), passkeys: z.int().min(0), lastSignInAt: moment.nullable() })),
  approvals: z.array(z.strictObject({ at: moment, action: z.string(), actor: z.string(), reason: z.string().nullable() })).describe('Approvals for live and their withdrawals, the latest first.'),
});
export const approvalData = z.strictObject({ organizationId, liveApprovedAt: moment.nullable() });

const limitSet = z.strictObject({ perTransfer: naira, perDay: naira, perDayTransfers: z.int().nullable(), maxBalance: naira });
export const policyData = z.strictObject({
  policies: z.array(z.strictObject({
    version: z.string(), from: z.string().describe('First Lagos day, YYYY-MM-DD.'), inForce: z.boolean(), source: z.string(),
    tiers: z.strictObject({ 1: limitSet, 2: limitSet, 3: limitSet }), collection: limitSet, railPerTransfer: z.number(), newBeneficiaryPerTransfer: naira, tier2NeedsNin: z.boolean(),
  })).describe('Those of the policy file, the latest first.'),
  charges: z.array(z.strictObject({
    from: z.string(), inForce: z.boolean(), feeBands: z.array(z.strictObject({ upTo: naira, fee: z.number() })), vatPercent: z.number(), senderDuty: z.strictObject({ fromAmount: z.number(), duty: z.number() }).nullable(),
  })).describe('What a transfer to another bank costs its sender, the latest first.'),
  ownLimits: z.array(z.strictObject({ organizationId, organization: z.string(), environment: section, subject: z.string().describe('`customer:` or `account:` and its number.'), perTransfer: naira, perDay: naira, perDayTransfers: z.int().nullable(), reason: z.string(), since: moment }))
    .describe('Customers and accounts with limits below the policy\'s, the latest 200.'),
});

export const healthData = z.strictObject({
  environments: z.array(z.strictObject({
    environment: section, configured: z.boolean(), rail: z.string().nullable(), identity: z.string().nullable(),
    institutionsAgeSeconds: z.number().nullable().describe('Since the rail gave its last good list of banks; null: it gave none.'),
    pending: z.array(z.strictObject({ olderThan: z.string(), transfers: z.int().min(0) })).describe('Confirmed transfers that are not over, by age.'),
  })),
  identityProviders: z.array(z.strictObject({ provider: z.string(), question: z.string(), state: z.enum(['closed', 'half_open', 'open']).describe('`closed`: asked; `open`: rests after repeated trouble; `half_open`: one question tries it.') }))
    .describe('As this process has found them.'),
});
export const pendingData = z.array(z.strictObject({
  organizationId, organization: z.string(), environment: section, transactionId: z.string(), state: z.string(), amount: z.number().describe('Naira.'), confirmedAt: moment, ageSeconds: z.int(),
  past: z.enum(['60s', '4m', '10m', '23h']).describe('The latest deadline it has passed.'), onUs: z.boolean(),
}));

export const booksData = z.strictObject({
  available: z.boolean().describe('This process can check.'),
  last: z.strictObject({
    checkId: z.string(), state: z.enum(['running', 'done', 'failed']), startedBy: z.string(), startedAt: moment, finishedAt: moment.nullable(), differences: z.int().nullable(), lines: z.array(z.string()).describe('The first 100 differences.'),
  }).nullable(),
});
export const booksStartedData = z.strictObject({ checkId: z.string() });

const notNext = 'must be `next` of the page before';
export const auditSearchQuery = z.object({
  organizationId: organizationId.optional(), actor: text.optional(), action: text.optional(), subject: text.optional(),
  from: z.iso.datetime().optional().describe('Not older than this; the last 30 days without it.'),
  before: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_aud_[0-9a-f]{32}$/, notNext).refine((place) => z.iso.datetime().safeParse(place.slice(0, place.indexOf('_'))).success, notNext).optional().describe('`next` of the page before.'),
});
export const auditSearchData = z.strictObject({
  entries: z.array(z.strictObject({
    auditId: z.string(), at: moment, organizationId, organization: z.string(), environment: section, actor: z.string(), action: z.string(), subject: z.string(), details: z.record(z.string(), z.unknown()),
  })),
  next: z.string().nullable().describe('For `before` of the page that follows; null: there is none.'),
});
