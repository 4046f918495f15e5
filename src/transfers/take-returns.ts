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
  const { railRef, reason } = item;
  const [sent] = await ctx.db.across('worker', (tx) => tx.rows<{ tenantId: string; transactionId: string; amountKobo: bigint }>(sql`
    select t.tenant_id as "tenantId", t.transaction_id as "transactionId", t.amount_kobo as "amountKobo"
    from rail_attempt a join transfer t on t.tenant_id = a.tenant_id and t.transaction_id = a.transaction_id where a.rail_ref = ${railRef}`));
  if (sent === undefined) {
    ctx.log.error({ railRef }, 'a return names a payment that was never sent');
    return null;
  }
  const { tenantId, transactionId } = sent;
  if (sent.amountKobo !== item.amountKobo) {
    // A part of the money is no return of the transfer; people must see what it is.
    ctx.log.error({ tenantId, transactionId, railRef, returnedKobo: String(item.amountKobo), sentKobo: String(sent.amountKobo) }, 'a return has another amount than its transfer');
    return null;
  }
  const settle = (evidence: Settle['evidence']): Promise<TransferState | null> => settleLane.run(tenantId, { environment, transactionId, evidence });
  const state = await settle({ from: 'return', reason });
  if (state === 'FAILED') ctx.log.error({ tenantId, transactionId, railRef }, 'a return names a transfer that had failed');
  if (state !== 'REVIEW') return state;
  // Nobody asks the rail about it any more; that the money came back proves that it had arrived.
  await settle({ from: 'settlement', verdict: 'success', responseCode: '00' });
  return settle({ from: 'return', reason });
}
