/** Queries, bodies and answers of the privacy routes. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { AuditListRow } from '#src/organizations/audit-list.ts';
import { auditFilterQuery } from '#src/organizations/audit-query.ts';

export const auditQuery = z.object({ ...pageQuery, ...auditFilterQuery });

export const auditRecord = z.strictObject({
  auditId: z.string(),
  at: z.string().describe('ISO 8601, UTC.'),
  actor: z.string().describe('Credential, member, or worker.'),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});

export function toAuditRecord({ at, ...entry }: AuditListRow): Record<string, unknown> {
  return { ...entry, at: isoMillis(at) };
}

export const eraseBody = z.strictObject({
  reason: z.string().trim().min(1).max(500).describe('Why; kept in the audit log, so leave the person out of it.').meta({ examples: ['Asked for it in writing, file 2031/7'] }),
});

export const erasedData = z.strictObject({
  customerId: z.string(),
  erasedAt: z.string().describe('ISO 8601, UTC.'),
  answersGoneBy: z.string().describe('Until then stored answers to earlier requests may still name the customer, sealed; they go after thirty days.'),
});

const list = (meaning: string) => z.strictObject({
  total: z.int(),
  newest: z.array(z.record(z.string(), z.unknown())).describe('At most 1,000.'),
}).describe(meaning);

export const exportData = z.strictObject({
  customerId: z.string(),
  madeAt: z.string().describe('ISO 8601, UTC.'),
  profile: z.record(z.string(), z.unknown()).describe('As GET /customer/profile/{customerId} shows it, nothing masked.'),
  checks: list('Identity checks, as GET /kyc/checks shows them.'),
  accounts: list('Accounts with their balances, in naira.'),
  transfers: list('Payments out: when, how much, how it ended.'),
  beneficiaries: list('Whom the customer paid or saved.'),
  audit: list('What was done about the customer, and who read the numbers.'),
});
