/** The lanes money travels in. One of each for the process; a queue for each tenant inside. */
import type { Context } from '#src/context.ts';
import { type Credit, type CreditOutcome } from '#src/credits/credit.ts';
import { fail } from '#src/errors.ts';
import type { Answer } from '#src/http/route.ts';
import { idempotent } from '#src/work/idempotent-lane.ts';
import { createLane, type Lane } from '#src/work/lanes.ts';
import { type Confirm, confirmSpec } from './confirm.ts';
import { type Initiate, initiateSpec } from './initiate.ts';
import { type Settle, settleSpec } from './settle.ts';
import { type Start, startSpec } from './start.ts';
import type { TransferState } from './transfer.ts';

export type Lanes = {
  initiate: Lane<Initiate, Answer>;
  confirm: Lane<Confirm, Answer>;
  start: Lane<Start, TransferState | null>;
  settle: Lane<Settle, TransferState | null>;
  credit: Lane<Credit, CreditOutcome>;
};

export function createLanes(ctx: Context, creditLane: Lane<Credit, CreditOutcome>): Lanes {
  const tooBusy = (): Error => fail('service_unavailable', { retryAfterSeconds: 1 });
  return {
    initiate: createLane(ctx.db, idempotent(ctx.keyring, ctx.requests.answerOf, initiateSpec(ctx)), tooBusy),
    confirm: createLane(ctx.db, idempotent(ctx.keyring, ctx.requests.answerOf, confirmSpec(ctx)), tooBusy),
    start: createLane(ctx.db, startSpec(ctx), tooBusy),
    settle: createLane(ctx.db, settleSpec(ctx), tooBusy),
    credit: creditLane,
  };
}
