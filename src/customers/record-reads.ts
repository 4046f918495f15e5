/** Who saw full personal numbers: written before they are answered. */
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import type { RouteRequest } from '#src/http/route.ts';
import { recordAudits } from '#src/organizations/audit.ts';

/** The action of these entries in the audit log. */
export const piiRead = 'customer.pii_read';

/** May this caller see BVN and NIN in full? What it then reads, it must record. */
export function seesNumbers({ caller }: Pick<RouteRequest, 'caller'>): boolean {
  return caller.scopes.includes('customer:pii');
}

/** One entry for each customer, so that the reads of one can be found. */
export function recordReads(ctx: Pick<Context, 'ids'>, tx: Tx, { caller, operation, requestId }: Pick<RouteRequest, 'caller' | 'operation' | 'requestId'>, customerIds: readonly string[]): Promise<void> {
  return recordAudits(tx, ctx.ids, customerIds.map((subject) => ({ actor: caller.credentialId, action: piiRead, subject, details: { operation, requestId } })));
}
