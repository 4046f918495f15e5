/**
 * Money from nowhere: another bank sends to one of the tenant's accounts. The credit and the stored answer commit
 * together, so a repeated request credits once whatever dies in between.
 */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Credit, type CreditOutcome, creditSpec } from '#src/credits/credit.ts';
import { type Failure, fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { assertNever } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { nipSessionId } from '#src/lib/time.ts';
import { readAmount } from '#src/transfers/wire.ts';
import { idempotent } from '#src/work/idempotent-lane.ts';
import { createLane, type Lane } from '#src/work/lanes.ts';
import { type RequestKey, requestKey } from '#src/work/requests.ts';
import type { creditBody } from './wire.ts';

/** Institution code of the made-up sender. */
const senderInstitution = '999999';

export type SimulatedCredit = { key: RequestKey; credit: Credit };

/** The lane of inbound credits, for commands that carry a requestId. */
export function createSimulatedCredits(ctx: Context): Lane<SimulatedCredit, Answer> {
  const spec = creditSpec(ctx);
  return createLane(ctx.db, idempotent(ctx.keyring, ctx.requests.answerOf, {
    ...spec,
    load: (opening, commands: readonly SimulatedCredit[], lastly) => spec.load(opening, commands.map((command) => command.credit), lastly),
    decide: (facts, { credit }: SimulatedCredit, effects) => toAnswer(credit, spec.decide(facts, credit, effects)),
  }), () => fail('service_unavailable', { retryAfterSeconds: 1 }));
}

export async function simulateCredit(ctx: Context, credits: Lane<SimulatedCredit, Answer>, request: RouteRequest<z.output<typeof creditBody>>): Promise<Answer> {
  const { accountNumber, narration = 'Sandbox credit', senderName = 'SANDBOX SENDER' } = request.body;
  const details = { accountNumber, amountKobo: readAmount(request.body.amount), narration, senderName };
  const { tenantId } = request.caller;
  const key = requestKey(await ctx.keyring.of(tenantId), request, details);
  const sessionId = nipSessionId(senderInstitution, ctx.clock.now(), ctx.ids.uniqueDigits(12));
  return ctx.requests.exclusively(key, () => credits.run(tenantId, { key, credit: { ...details, sessionId, from: 'sandbox_funding' } }));
}

function toAnswer(credit: Credit, result: CreditOutcome): Answer | Failure {
  switch (result.outcome) {
    case 'applied':
    case 'applied_before':
      return success({ sessionId: credit.sessionId, accountNumber: credit.accountNumber, amount: nairaNumber(credit.amountKobo) }, { message: 'Account credited' });
    case 'account_not_found':
      return fail('account_not_found', { field: '/accountNumber' });
    case 'account_restricted':
      return fail('account_restricted', { field: '/accountNumber' });
    case 'account_expired':
      return fail('account_restricted', { field: '/accountNumber', message: 'The virtual account has expired.', fix: 'Generate a new virtual account.' });
    case 'limit_exceeded':
      return fail('limit_exceeded', { field: '/amount', details: { ...result.limit, resetsAt: null }, fix: 'Send less, or raise the customer\'s tier.' });
    case 'conflict':
      throw new Error('A session id that was drawn anew is taken.');
    default:
      return assertNever(result);
  }
}
