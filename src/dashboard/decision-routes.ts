/** What people decide about transfers: what waits for them, and their votes. Two different members must say the same before anything moves. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { findTransfers } from '#src/transfers/find-transfers.ts';
import type { Lanes } from '#src/transfers/lanes.ts';
import { responseText } from '#src/transfers/rails/response-codes.ts';
import { voteOnException } from '#src/transfers/resolve-exception.ts';
import { voteOnReversal } from '#src/transfers/reverse-transfer.ts';
import { voteOnReview, waitingIn } from '#src/transfers/review.ts';
import { exceptionKinds } from '#src/transfers/transfer.ts';
import { transferParams } from '#src/transfers/wire.ts';
import { environmentRoute } from './in-environment.ts';

const tag = 'Decisions';
const permission = 'transfers:decide';
/** The oldest of each kind; what is behind them comes when they are decided. */
const shown = 100;

const kinds = z.enum(exceptionKinds);
const written = z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters');
const evidence = written.describe('What the member saw; kept in the audit log.').meta({ examples: ['Settlement report of 21 November, line 12'] });
const reason = written.describe('Why; kept in the audit log.').meta({ examples: ['Paid twice by mistake'] });

const waitingData = z.object({
  reviews: z.array(z.object({
    transactionId: z.string(), amount: z.number(), authorizedAt: z.string(), beneficiaryAccountNumber: z.string(), beneficiaryBankCode: z.string(),
    lastAnswer: z.object({ at: z.string().nullable(), verdict: z.string(), code: z.string().nullable(), meaning: z.string().nullable(), detail: z.string().nullable() }).nullable(),
    forSuccess: z.int(), forFailure: z.int(),
  })).describe('Transfers in review, the oldest first, at most 100.'),
  reversals: z.array(z.object({ transactionId: z.string(), amount: z.number(), beneficiaryAccountNumber: z.string(), beneficiaryBankCode: z.string(), inFavour: z.int(), against: z.int(), reason: z.string() }))
    .describe('Transfers that arrived and that somebody wants taken back.'),
  exceptions: z.array(z.object({ transactionId: z.string(), kind: kinds, amount: z.number(), responseCode: z.string().nullable(), at: z.string(), recovered: z.int(), notRecovered: z.int() })).describe('Late news that contradicts a final state.'),
});
const outcomeData = z.object({ outcome: z.enum(['waiting', 'opposed', 'decided', 'refused', 'reversed', 'uncovered', 'overtaken']), votes: z.int().describe('How many have voted.') });

const txn = 'txn_0199d4e0c1f07c3fa1b2c3d4e5f60718';
const waitingExample = { outcome: 'waiting', votes: 1 };

export function decisionRoutes(ctx: Context, settle: Lanes['settle']): SessionRoute[] {
  /** What the path calls test stands in test: a fresh proof is asked for by the path. */
  const mustBeIn = (tenantId: string, transactionId: string): Promise<void> => ctx.db.read(tenantId, async (tx) => {
    if (!(await findTransfers(tx, [transactionId])).has(transactionId)) throw fail('transaction_not_found');
  });
  return [
    environmentRoute(ctx.ids, {
      method: 'GET', path: '/decisions', operationId: 'listDecisions', tag, permission,
      summary: 'List what waits for people',
      description: 'Transfers in review, transfers to be taken back, and open exceptions, the oldest 100 of each.',
      data: waitingData,
      responseExample: {
        summary: 'One in review',
        value: {
          reviews: [{
            transactionId: txn, amount: 1000.5, authorizedAt: '2026-11-20T09:30:40.310Z', beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '000013',
            lastAnswer: { at: '2026-11-21T08:30:41.002Z', verdict: 'indeterminate', code: '09', meaning: 'Request processing in progress', detail: null }, forSuccess: 1, forFailure: 0,
          }],
          reversals: [], exceptions: [],
        },
      },
      errors: [],
      handle: async ({ caller }) => success(toWaiting(await ctx.db.read(caller.tenantId, (tx) => waitingIn(tx, shown)))),
    }),
    environmentRoute(ctx.ids, {
      method: 'POST', path: '/transfer/{transactionId}/review-vote', operationId: 'voteOnReview', tag, permission, stepUp: 'live',
      summary: 'Say whether a transfer in review arrived',
      description: 'Stores the member\'s vote; when two members said the same, the transfer is settled by it. A vote is not changed.',
      params: transferParams, body: z.strictObject({ verdict: z.enum(['success', 'failure']), evidence }), data: outcomeData,
      requestExample: { summary: 'It arrived', value: { verdict: 'success', evidence: 'Settlement report of 21 November, line 12' } },
      responseExample: { summary: 'A second member must say the same', value: waitingExample },
      errors: ['transaction_not_found', 'transfer_state_invalid'],
      handle: async ({ caller, session, params: { transactionId }, body }) => {
        await mustBeIn(caller.tenantId, transactionId);
        const { outcome, votes } = await voteOnReview(ctx, settle, { ...reviewerOf(session), transactionId, ...body });
        return success({ outcome, votes: votes.length });
      },
    }),
    environmentRoute(ctx.ids, {
      method: 'POST', path: '/transfer/{transactionId}/reversal-vote', operationId: 'voteOnReversal', tag, permission, stepUp: 'live',
      summary: 'Say whether a transfer that arrived is taken back',
      description: 'Stores the member\'s vote; when two members were for it, the amount and its charges go back. Of a transfer to another bank, both name the session id under which its money came back.',
      params: transferParams, data: outcomeData,
      body: z.strictObject({ verdict: z.enum(['for', 'against']), reason, evidence, receivedSessionId: z.string().regex(/^\d{30}$/, 'must have 30 digits').nullable().default(null).describe('Under which the other bank\'s money came back.') }),
      requestExample: { summary: 'Between two accounts here', value: { verdict: 'for', reason: 'Paid twice by mistake', evidence: 'Letter of the customer', receivedSessionId: null } },
      responseExample: { summary: 'A second member must say the same', value: waitingExample },
      errors: ['transaction_not_found', 'transfer_state_invalid', 'insufficient_funds'],
      handle: async ({ caller, session, params: { transactionId }, body }) => {
        await mustBeIn(caller.tenantId, transactionId);
        const { outcome, votes } = await voteOnReversal(ctx, settle, { ...reviewerOf(session), transactionId, ...body });
        return success({ outcome, votes: votes.length });
      },
    }),
    environmentRoute(ctx.ids, {
      method: 'POST', path: '/transfer/{transactionId}/exception-vote', operationId: 'voteOnException', tag, permission, stepUp: 'live',
      summary: 'Say what an exception was',
      description: 'Stores the member\'s vote; when two members said the same, the exception is closed. `recovered` takes its compensating entry back; otherwise the amount stays on rail_exceptions.',
      params: transferParams, body: z.strictObject({ kind: kinds, recovered: z.boolean().describe('Has the other side put it right?'), evidence }), data: outcomeData,
      requestExample: { summary: 'Put right', value: { kind: 'success_after_failure', recovered: true, evidence: 'Letter of the beneficiary bank' } },
      responseExample: { summary: 'A second member must say the same', value: waitingExample },
      errors: ['transaction_not_found', 'transfer_state_invalid'],
      handle: async ({ caller, session, params: { transactionId }, body }) => {
        await mustBeIn(caller.tenantId, transactionId);
        const { outcome, votes } = await voteOnException(ctx, { ...reviewerOf(session), transactionId, ...body });
        return success({ outcome, votes: votes.length });
      },
    }),
  ];
}

const reviewerOf = ({ organizationId, memberId }: { organizationId: string; memberId: string }): { organizationId: string; memberId: string } => ({ organizationId, memberId });

function toWaiting({ reviews, reversals, exceptions }: Awaited<ReturnType<typeof waitingIn>>): z.output<typeof waitingData> {
  return {
    reviews: reviews.map(({ transactionId, amountKobo, authorisedAt, beneficiaryAccountNumber, beneficiaryBankCode, lastVerdict, lastResponseCode, lastDetail, lastAnswerAt, forSuccess, forFailure }) => ({
      transactionId, amount: nairaNumber(amountKobo), authorizedAt: isoMillis(authorisedAt), beneficiaryAccountNumber, beneficiaryBankCode, forSuccess, forFailure,
      lastAnswer: lastVerdict === null ? null : { at: isoMillisOrNull(lastAnswerAt), verdict: lastVerdict, code: lastResponseCode, meaning: lastResponseCode === null ? null : responseText(lastResponseCode), detail: lastDetail },
    })),
    reversals: reversals.map(({ transactionId, amountKobo, beneficiaryAccountNumber, beneficiaryBankCode, votes }) => ({
      transactionId, amount: nairaNumber(amountKobo), beneficiaryAccountNumber, beneficiaryBankCode, reason: votes[0]?.reason ?? '',
      inFavour: votes.filter(({ verdict }) => verdict === 'for').length, against: votes.filter(({ verdict }) => verdict === 'against').length,
    })),
    exceptions: exceptions.map(({ transactionId, kind, amountKobo, responseCode, createdAt, votes }) => ({
      transactionId, kind, amount: nairaNumber(amountKobo), responseCode, at: isoMillis(createdAt), recovered: votes.filter(({ recovered }) => recovered).length, notRecovered: votes.filter(({ recovered }) => !recovered).length,
    })),
  };
}
