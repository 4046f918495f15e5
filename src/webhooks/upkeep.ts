/** What is put away after its time: attempts, replaced secrets, addresses of replays. */
import { sql } from '#src/db/sql.ts';
import { nextTenant } from '#src/work/tenant-walk.ts';
import { retireOnce } from './replay-store.ts';
import { dropOldSecrets } from './secret-store.ts';
import type { WebhookContext } from './webhook-context.ts';

export const attemptDays = 30;

/** At most so many attempts go in one transaction, and so many transactions are made in one pass. */
const attemptsAtOnce = 1000;
const transactionsAtOnce = 50;

export type WebhookUpkeep = {
  /** Puts away what is old of the next tenants; after the last one it begins anew. Harmless to repeat. */
  pass(): Promise<void>;
};

export function createWebhookUpkeep(ctx: WebhookContext): WebhookUpkeep {
  // Where the walk stands is memory alone: a restart begins anew, and loses nothing but time.
  let tenant = '';
  let whole = true;
  return {
    async pass() {
      for (let time = 0; time < transactionsAtOnce; time += 1) {
        if (whole) tenant = await nextTenant(ctx.db, tenant);
        if (tenant === '') return;
        whole = (await putAway(ctx, tenant)) < attemptsAtOnce;
      }
    },
  };
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
