/** Money that another bank gave back: read from the rail's feed, applied once by its reference. */
import type { Context, Environment } from '#src/context.ts';
import { sql } from '#src/db/sql.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { Lane } from '#src/work/lanes.ts';
import type { RailReturn } from './rails/rail.ts';
import type { Settle } from './settle.ts';
import { isConclusive, type TransferState } from './transfer.ts';

const feedTimeoutMs = 20_000;

/**
 * Reads one page of returns and applies it. The cursor moves only when every item found its transfer in a final state:
 * a return that comes before our own success is read again next time.
 */
export async function takeReturns(ctx: Context, settleLane: Lane<Settle, TransferState | null>, environment: Environment): Promise<void> {
  const rail = ctx.adapters[environment]?.rail;
  if (rail?.returns === undefined) return;
  const [stored] = await ctx.db.across('worker', (tx) => tx.rows<{ cursor: string }>(sql`select cursor from rail_cursor where rail = ${rail.name}`));
  const page = await rail.returns(stored?.cursor ?? null, AbortSignal.timeout(feedTimeoutMs));
  if (page.items.length === 0) return;
  crashPoint('returns.read');
  const states = await Promise.all(page.items.map((item) => applyReturn(ctx, settleLane, environment, item)));
  if (!states.every((state) => state === null || isConclusive(state))) return;
  crashPoint('returns.applied');
  await ctx.db.across('worker', (tx) => tx.execute(sql`
    insert into rail_cursor (rail, cursor, updated_at) values (${rail.name}, ${page.cursor}, now())
    on conflict (rail) do update set cursor = excluded.cursor, updated_at = excluded.updated_at`));
  crashPoint('returns.cursor_moved');
}

async function applyReturn(ctx: Context, settleLane: Lane<Settle, TransferState | null>, environment: Environment, item: RailReturn): Promise<TransferState | null> {
  const [owner] = await ctx.db.across('worker', (tx) => tx.rows<{ tenant_id: string; transaction_id: string }>(sql`
    select tenant_id, transaction_id from rail_attempt where rail_ref = ${item.railRef}`));
  if (owner === undefined) {
    ctx.log.error({ railRef: item.railRef }, 'a return names a payment that was never sent');
    return null;
  }
  return settleLane.run(owner.tenant_id, { environment, transactionId: owner.transaction_id, evidence: { from: 'return', reason: item.reason } });
}
