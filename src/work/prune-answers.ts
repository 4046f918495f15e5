/** Stored answers go after thirty days (contract §3), and with them the requestIds, but for those of transfers: a payment is made once for ever. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Route } from '#src/http/route.ts';
import { createTenantWalk, type TenantWalk } from './tenant-walk.ts';

export const answerDays = 30;

/** At most so many answers go in one transaction. */
const answersAtOnce = 1000;

export function createAnswerPruning(db: Database, routes: readonly Pick<Route, 'method' | 'scope' | 'operationId'>[]): TenantWalk {
  const keptFor = routes.filter(({ method, scope }) => method !== 'GET' && scope?.startsWith('transfer:') === true).map(({ operationId }) => operationId);
  return createTenantWalk(db, async (tenantId) => ((await pruneAnswers(db, tenantId, keptFor)) < answersAtOnce ? 'done' : 'more'));
}

/** `keptFor`: operations whose requestIds stay, without their answers. Answers how many answers went. */
function pruneAnswers(db: Database, tenantId: string, keptFor: readonly string[]): Promise<number> {
  return db.write(tenantId, async (tx) => {
    const old = await tx.rows<{ request_id: string; operation: string }>(sql`
      select request_id, operation from request
      where tenant_id = ${tenantId} and answer is not null and created_at < ${new Date(tx.now.getTime() - answerDays * 86_400_000)}
      order by created_at limit ${answersAtOnce} for update skip locked`);
    const [kept, gone] = [old.filter(({ operation }) => keptFor.includes(operation)), old.filter(({ operation }) => !keptFor.includes(operation))].map((rows) => rows.map((row) => row.request_id));
    await tx.execute(sql`update request set answer = null where tenant_id = ${tenantId} and request_id = any(${kept ?? []}::text[])`);
    await tx.execute(sql`delete from request where tenant_id = ${tenantId} and request_id = any(${gone ?? []}::text[])`);
    return old.length;
  });
}
