/** What only a sandbox has: the message inbox, a clock that moves, and a rail that obeys. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { sql } from '#src/db/sql.ts';
import { type Failure, fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { pageAt, pagingFields } from '#src/lib/paging.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { openList } from '#src/lists/marks.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { messagePlace } from '#src/otp/issue.ts';
import { listMessages } from '#src/otp/store.ts';
import { bringForward, selectAttempts, selectTransfer } from '#src/transfers/store.ts';
import { publicStatus } from '#src/transfers/transfer.ts';
import { retrying } from '#src/work/requests.ts';
import type { RailSimulator } from './rail-simulator/simulator.ts';
import type { clockBody, controlParams, messagesQuery } from './wire.ts';

export async function getMessages(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof messagesQuery>>): Promise<Answer> {
  const page = pageAt(Number(request.query.page ?? '1'), Number(request.query.pageSize ?? '20'));
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const { total, messages } = await openList(ctx.db, request.caller.tenantId, (opening) => listMessages(opening, request.query.accountNumber ?? null, page));
  const data = messages.map((message) => {
    const content: unknown = JSON.parse(keys.open(messagePlace(message.messageId), message.contentSealed));
    const { to, text } = isRecord(content) && typeof content['to'] === 'string' && typeof content['text'] === 'string' ? { to: content['to'], text: content['text'] } : { to: '', text: '' };
    return {
      messageId: message.messageId, to, text, otp: /^\d{6}/.exec(text)?.[0] ?? null, state: message.state, accountNumber: message.accountNumber,
      transactionId: message.transactionId, otpReferenceId: message.otpReferenceId, createdAt: isoMillis(message.createdAt), sentAt: isoMillisOrNull(message.sentAt),
    };
  });
  return success(data, { extra: pagingFields(page, total) });
}

/** Moves the tenant's clock forward: OTPs expire, limits reset, schedules run. Never back. */
export async function moveClock(ctx: Context, request: RouteRequest<z.output<typeof clockBody>>): Promise<Answer> {
  const { advanceSeconds } = request.body;
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const [row] = await tx.rows<{ offset: bigint }>(sql`
      update tenant set clock_offset_seconds = clock_offset_seconds + ${advanceSeconds}, clock_moved_at = 'infinity' where tenant_id = ${tx.tenantId} returning clock_offset_seconds as offset`);
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'sandbox.clock', subject: tx.tenantId, details: { advanceSeconds } });
    const offset = Number(row?.offset ?? 0n);
    return success({ now: isoMillis(new Date(tx.now.getTime() + advanceSeconds * 1000)), offsetSeconds: offset }, { message: 'Clock moved' });
  });
  await noteMove(ctx, request.caller.tenantId);
  for (const queue of ['message', 'transfer', 'transfer_batch', 'transfer_batch_item', 'webhook_delivery'] as const) ctx.wake(queue);
  return answer;
}

/**
 * Lists are counted once only where nobody writes by the clock of before the move (src/lists/settled.ts). Until it is committed everybody does, however long that takes: its time is known
 * afterwards. A process that dies in between leaves lists that are counted anew each time, until the next move or the same request again.
 */
async function noteMove(ctx: Context, tenantId: string): Promise<void> {
  await retrying(() => ctx.db.write(tenantId, (tx) => tx.execute(sql`update tenant set clock_moved_at = clock_timestamp() where tenant_id = ${tx.tenantId} and clock_moved_at = 'infinity'`)));
}

/**
 * Tells the rail simulator how a transfer ends; the worker then finds out as it would from a real rail. A replayed request
 * answers what it answered, though the rail would refuse to be told twice.
 */
export async function controlTransfer(ctx: Context, simulator: RailSimulator, request: RouteRequest<unknown, z.output<typeof controlParams>>): Promise<Answer> {
  const { transactionId } = request.params;
  const answer = await ctx.requests.around(request, {}, () => tellRail(ctx, simulator, request), async (tx) => {
    // The next status query is brought forward, so that the result shows at once.
    await bringForward(tx, transactionId);
    return success({ transactionId }, { message: 'The rail was told' });
  });
  ctx.wake('transfer');
  return answer;
}

async function tellRail(ctx: Context, simulator: RailSimulator, request: RouteRequest<unknown, z.output<typeof controlParams>>): Promise<void> {
  const { transactionId, outcome } = request.params;
  const found = await ctx.db.read(request.caller.tenantId, async (tx) => ({
    transfer: await selectTransfer(tx, transactionId),
    attempt: (await selectAttempts(tx, [transactionId])).get(transactionId),
  }));
  const { transfer, attempt } = found;
  if (transfer === undefined) throw fail('transaction_not_found');
  if (!(await obey(simulator, attempt?.railRef, outcome))) throw transferNotThere(publicStatus(transfer.state), outcome);
}

async function obey(simulator: RailSimulator, railRef: string | undefined, outcome: 'settle' | 'fail' | 'reverse'): Promise<boolean> {
  if (railRef === undefined) return false;
  if (outcome === 'reverse') return simulator.giveBack(railRef, 'Reversed in the sandbox');
  return simulator.settle(railRef, outcome === 'settle' ? 'success' : 'reject');
}

function transferNotThere(status: string, outcome: string): Failure {
  return fail('transfer_state_invalid', {
    message: outcome === 'reverse' ? 'Only a transfer that another bank was credited with can be reversed.' : 'The rail holds no pending payment for this transfer.',
    fix: outcome === 'reverse' ? 'Wait for SUCCESS, then reverse it once.' : 'Send a transfer with X-Scenario: stays_pending and confirm it first.',
    details: { status },
  });
}
