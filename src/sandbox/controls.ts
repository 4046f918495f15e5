/** What only a sandbox has: money from nowhere, the message inbox, a clock that moves, and a rail that obeys. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import type { CreditOutcome } from '#src/credits/credit.ts';
import { sql } from '#src/db/sql.ts';
import { type Failure, fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { nipSessionId } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { messagePlace } from '#src/otp/issue.ts';
import { listMessages } from '#src/otp/store.ts';
import type { Lanes } from '#src/transfers/lanes.ts';
import { selectAttempts, selectTransfer } from '#src/transfers/store.ts';
import { publicStatus } from '#src/transfers/transfer.ts';
import { readAmount } from '#src/transfers/wire.ts';
import type { RailSimulator } from './rail-simulator/simulator.ts';
import type { clockBody, controlParams, creditBody, messagesQuery } from './wire.ts';

/** Another bank sends money to one of the tenant's accounts. */
export async function simulateCredit(ctx: Context, lanes: Lanes, request: RouteRequest<z.output<typeof creditBody>>): Promise<Answer> {
  const { accountNumber, narration = 'Sandbox credit', senderName = 'SANDBOX SENDER' } = request.body;
  const amountKobo = readAmount(request.body.amount);
  const sessionId = nipSessionId('999999', ctx.clock.now(), ctx.ids.uniqueDigits(12));
  return ctx.requests.around<CreditOutcome>(
    request,
    { accountNumber, amountKobo, narration, senderName },
    () => lanes.credit.run(request.caller.tenantId, { sessionId, accountNumber, amountKobo, narration, senderName, from: 'sandbox_funding' }),
    async (_tx, result) => {
      const { outcome } = result;
      if (result.outcome === 'limit_exceeded') return fail('limit_exceeded', { field: '/amount', details: { ...result.limit, resetsAt: null }, fix: 'Send less, or raise the customer\'s tier.' });
      if (outcome === 'account_not_found') return fail('account_not_found', { field: '/accountNumber' });
      if (outcome === 'account_restricted') return fail('account_restricted', { field: '/accountNumber' });
      return success({ sessionId, accountNumber, amount: nairaNumber(amountKobo) }, { message: 'Account credited' });
    },
  );
}

export async function getMessages(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof messagesQuery>>): Promise<Answer> {
  const page = Number(request.query.page ?? '1');
  const pageSize = Number(request.query.pageSize ?? '20');
  const keys = await ctx.keyring.of(request.caller.tenantId);
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const { total, messages } = await listMessages(tx, request.query.accountNumber ?? null, { limit: pageSize, offset: (page - 1) * pageSize });
    const data = messages.map((message) => {
      const content: unknown = JSON.parse(keys.open(messagePlace(message.messageId), message.contentSealed));
      const { to, text } = isRecord(content) && typeof content['to'] === 'string' && typeof content['text'] === 'string' ? { to: content['to'], text: content['text'] } : { to: '', text: '' };
      return {
        messageId: message.messageId, to, text, otp: /^\d{6}/.exec(text)?.[0] ?? null, state: message.state, accountNumber: message.accountNumber,
        transactionId: message.transactionId, otpReferenceId: message.otpReferenceId, createdAt: message.createdAt.toISOString(), sentAt: message.sentAt?.toISOString() ?? null,
      };
    });
    return success(data, { extra: pagingFields({ page, pageSize }, total) });
  });
}

/** Moves the tenant's clock forward: OTPs expire, limits reset, schedules run. Never back. */
export async function moveClock(ctx: Context, request: RouteRequest<z.output<typeof clockBody>>): Promise<Answer> {
  const { advanceSeconds } = request.body;
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const [row] = await tx.rows<{ offset: bigint }>(sql`
      update tenant set clock_offset_seconds = clock_offset_seconds + ${advanceSeconds} where tenant_id = ${tx.tenantId} returning clock_offset_seconds as offset`);
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'sandbox.clock', subject: tx.tenantId, details: { advanceSeconds } });
    const offset = Number(row?.offset ?? 0n);
    return success({ now: new Date(tx.now.getTime() + advanceSeconds * 1000).toISOString(), offsetSeconds: offset }, { message: 'Clock moved' });
  });
  for (const queue of ['message', 'transfer', 'webhook_delivery'] as const) ctx.wake(queue);
  return answer;
}

/**
 * Tells the rail simulator how a transfer ends; the worker then finds out as it would from a real rail. A replayed request
 * answers what it answered, though the rail would refuse to be told twice.
 */
export async function controlTransfer(ctx: Context, simulator: RailSimulator, request: RouteRequest<unknown, z.output<typeof controlParams>>): Promise<Answer> {
  const { transactionId } = request.params;
  const answer = await ctx.requests.around(request, {}, () => tellRail(ctx, simulator, request), async (tx) => {
    // The next status query is brought forward, so that the result shows at once.
    await tx.execute(sql`
      update transfer set next_at = ${tx.now} where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} and state = 'UNKNOWN'`);
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
  if (found.transfer === undefined) throw fail('transaction_not_found');
  const railRef = found.attempt?.railRef;
  const done = railRef !== undefined && (outcome === 'reverse' ? await simulator.giveBack(railRef, 'Reversed in the sandbox') : await simulator.settle(railRef, outcome === 'settle' ? 'success' : 'reject'));
  if (!done) throw transferNotThere(publicStatus(found.transfer.state), outcome);
}

function transferNotThere(status: string, outcome: string): Failure {
  return fail('transfer_state_invalid', {
    message: outcome === 'reverse' ? 'Only a transfer that another bank was credited with can be reversed.' : 'The rail holds no pending payment for this transfer.',
    fix: outcome === 'reverse' ? 'Wait for SUCCESS, then reverse it once.' : 'Send a transfer with X-Scenario: stays_pending and confirm it first.',
    details: { status },
  });
}
