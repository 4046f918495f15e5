import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import type { App } from '#src/app.ts';
import { controlTransfer, getMessages, moveClock } from './controls.ts';
import type { RailSimulator } from './rail-simulator/simulator.ts';
import { resetSandbox } from './reset.ts';
import { createSimulatedCredits, simulateCredit } from './simulate-credit.ts';
import { clockBody, clockData, controlParams, creditBody, creditData, messageData, messagesQuery, resetData } from './wire.ts';

const common = { tag: 'Sandbox', scope: 'sandbox:control', sandboxOnly: true } as const;

export function sandboxRoutes(ctx: Context, simulator: RailSimulator, lanes: App['lanes']): Route[] {
  const credits = createSimulatedCredits(ctx);
  return [
    route({
      ...common, method: 'POST', path: '/sandbox/credit', operationId: 'simulateCredit',
      summary: 'Credit an account',
      description: 'Simulates money that arrives from another bank.',
      body: creditBody, data: creditData,
      requestExample: { summary: 'Fund an account', value: { accountNumber: '9900000001', amount: 250000 } },
      responseExample: { summary: 'Credited', value: { sessionId: '999999261121093000123456789012', accountNumber: '9900000001', amount: 250000 } },
      errors: ['account_not_found', 'account_restricted', 'invalid_amount', 'limit_exceeded'],
      handle: (request) => simulateCredit(ctx, credits, request),
    }),
    route({
      ...common, method: 'GET', path: '/sandbox/messages', operationId: 'listSandboxMessages',
      summary: 'Read the message inbox',
      description: 'Every text the sandbox would have sent, newest first, with its OTP.',
      query: messagesQuery, data: z.array(messageData), envelope: pageEnvelope,
      responseExample: {
        summary: 'One message',
        value: onePageExample([{
          messageId: 'msg_0199d4e0c1f17a2bb3c4d5e6f7081920', to: '+2348031234567', text: '402917 confirms NGN 1,000.50 to CHINEDU OBI, 0123456789 at Guaranty Trust Bank. Valid for 5 minutes. Never share it with anyone.',
          otp: '402917', state: 'sent', accountNumber: '9900000001', transactionId: 'txn_0199d4e0c1f07c3fa1b2c3d4e5f60718', otpReferenceId: 'otp_0199d4e0c1f17a2bb3c4d5e6f7081920',
          createdAt: '2026-11-21T09:30:00.120Z', sentAt: '2026-11-21T09:30:00.180Z',
        }]),
      },
      errors: [],
      handle: (request) => getMessages(ctx, request),
    }),
    route({
      ...common, method: 'POST', path: '/sandbox/clock', operationId: 'moveSandboxClock',
      summary: 'Move the clock forward',
      description: 'Your sandbox\'s clock jumps ahead: OTPs expire, unconfirmed transfers end, retries come due. It never moves back.',
      body: clockBody, data: clockData,
      requestExample: { summary: 'Past the life of an OTP', value: { advanceSeconds: 301 } },
      responseExample: { summary: 'Moved', value: { now: '2026-11-21T09:35:01.000Z', offsetSeconds: 301 } },
      errors: [],
      handle: (request) => moveClock(ctx, request),
    }),
    route({
      ...common, method: 'POST', path: '/sandbox/transfers/{transactionId}/{outcome}', operationId: 'controlSandboxTransfer',
      summary: 'Decide how a pending transfer ends',
      description: 'settle or fail a transfer that the rail holds as pending (scenario stays_pending); reverse one that succeeded. The result arrives as from a real rail.',
      params: controlParams, data: z.object({ transactionId: z.string() }),
      responseExample: { summary: 'Told', value: { transactionId: 'txn_0199d4e0c1f07c3fa1b2c3d4e5f60718' } },
      errors: ['transaction_not_found', 'transfer_state_invalid'],
      handle: (request) => controlTransfer(ctx, simulator, request),
    }),
    route({
      ...common, method: 'POST', path: '/sandbox/reset', operationId: 'resetSandbox',
      summary: 'Begin anew with a fresh sandbox',
      description: 'Everything in your sandbox goes out of reach, for everybody who works in it: customers, accounts, transfers, messages, checks, events, logs, and how far its clock was moved. ' +
        'Credentials stay as they are, tokens included, and so do webhooks with their selections and secrets. The fresh sandbox has one funded collection account. There is no way back.',
      data: resetData,
      responseExample: { summary: 'Fresh', value: { accountNumber: '9900000001', keptCredentials: 1, keptEndpoints: 2, resetAt: '2026-11-21T09:30:00.123Z' } },
      errors: ['sandbox_reset_meanwhile'],
      handle: (request) => resetSandbox({ ctx, lanes }, request),
    }),
  ];
}
