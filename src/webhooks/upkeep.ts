/** What is put away after its time: attempts, replaced secrets, addresses of replays. */
import { sql } from '#src/db/sql.ts';
import { createTenantWalk, type TenantWalk } from '#src/work/tenant-walk.ts';
import { retireOnce } from './replay-store.ts';
import { dropOldSecrets } from './secret-store.ts';
import type { WebhookContext } from './webhook-context.ts';

export const attemptDays = 30;

/** At most so many attempts go in one transaction. */
const attemptsAtOnce = 1000;

/** Puts away what is old, tenant after tenant. */
export function createWebhookUpkeep(ctx: WebhookContext): TenantWalk {
  return createTenantWalk(ctx.db, async (tenantId) => ((await putAway(ctx, tenantId)) < attemptsAtOnce ? 'done' : 'more'));
}

/** Answers how many attempts went. */
function putAway(ctx: WebhookContext, tenantId: string): Promise<number> {
  return ctx.db.write(tenantId, async (tx) => {
    await dropOldSecrets(tx);
    await retireOnce(tx);
    return tx.execute(sql`
      delete from webhook_attempt where tenant_id = ${tx.tenantId} and ctid = any(array(
        select ctid from webhook_attempt
        where tenant_id = ${tx.tenantId} and attempted_at < ${new Date(tx.now.getTime() - attemptDays * 86_400_000)}
        order by attempted_at limit ${attemptsAtOnce}))`);
  });
}
