/** What of an audit log is asked for: the same parameters at the API and in the dashboard. */
import { z } from 'zod';
import { momentQuery, readSpan } from '#src/http/moment-query.ts';
import type { AuditFilter } from './audit-list.ts';

const word = (meaning: string, example: string) => z.string().trim().min(1).max(128).optional().describe(meaning).meta({ examples: [example] });

export const auditFilterQuery = {
  subject: word('What it was about: a customerId, an account number, a transactionId, …', '4821907365'),
  action: word('What was done.', 'customer.pii_read'),
  actor: word('Who did it: a credentialId, a memberId, or `worker`.', 'crd_0198c2f0a1b27c3d8e4f5a6b7c8d9e00'),
  from: momentQuery('Entries written then or later.'),
  to: momentQuery('Entries written then or earlier; a day counts whole.'),
};

/** @throws Failure invalid_field where the span ends before it begins */
export function readAuditQuery({ subject, action, actor, from, to }: z.output<z.ZodObject<typeof auditFilterQuery>>): { filter: AuditFilter; of: { from: Date | null; to: Date | null } } {
  const filter = { ...(subject === undefined ? {} : { subject }), ...(action === undefined ? {} : { action }), ...(actor === undefined ? {} : { actor }) };
  return { filter, of: readSpan(from, to) };
}
