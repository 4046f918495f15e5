/** Settlement, in a lane: what the rail, the clock or another bank's return proves becomes a state, an entry and an event. */
import type { Context, Environment } from '#src/context.ts';
import { findErased } from '#src/customers/find-customer.ts';
import type { Opening } from '#src/db/database.ts';
import { emitCounted, type NewEvent } from '#src/events/emit.ts';
import { type Balance, depositsIn, lockBalances, openContraAccounts, post, type Posting } from '#src/ledger/postings.ts';
import { assertNever } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { lockCounted, uncountTransfer } from '#src/limits/transfer-limits.ts';
import { changeUsage, type UsageChange } from '#src/limits/usage-store.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { afterwards } from '#src/work/kinds.ts';
import type { LaneSpec } from '#src/work/lanes.ts';
import { type ExceptionRow, insertExceptions, selectExceptions } from './exception-store.ts';
import { compensate, giveBack, releaseHold, settleHold, totalKobo } from './ledger-legs.ts';
import { completed, debitedBack, expired, failed, reversed } from './payment-events.ts';
import { railFor } from './rail-for.ts';
import type { Rail } from './rails/rail.ts';
import { saveArrived } from './save-beneficiaries.ts';
import { type AttemptAnswer, lockTransfers, recordAnswers, saveTransfers, selectAttempts, type StoredAttempt } from './store.ts';
import { decideMove, type Evidence, type Move, type Transfer, type TransferState } from './transfer.ts';
import { wakeForNews } from './wake-for-news.ts';

export type Settle = { environment: Environment; transactionId: string; evidence: Evidence };

export type SettleFacts = {
  now: Date;
  transfers: Map<string, Transfer>;
  attempts: Map<string, StoredAttempt>;
  /** Known contradictions, as "transactionId kind". */
  exceptions: Set<string>;
  /** Of the source accounts; and of beneficiaries here, from whom people take something back. */
  balances: Map<string, Balance>;
  /** Customers among the payers of what comes back who were erased meanwhile. */
  erased: ReadonlySet<string>;
  railOf(transfer: Transfer): Rail;
};

type Effects = { transfers: Map<string, Transfer>; answers: AttemptAnswer[]; postings: Posting[]; events: NewEvent[]; deliveries: number; usage: UsageChange[]; exceptions: ExceptionRow[]; reviews: { transactionId: string; reason: string }[]; unclaimed: Transfer[]; dueNow: boolean };

/** The result is the state the transfer is in afterwards; null for a transfer nobody knows. */
export function settleSpec(ctx: Context): LaneSpec<Settle, SettleFacts, Effects, TransferState | null> {
  return {
    name: 'settle',
    kind: afterwards,
    load: (opening, commands) => load(ctx, opening, commands),
    newEffects: () => ({ transfers: new Map(), answers: [], postings: [], events: [], deliveries: 0, usage: [], exceptions: [], reviews: [], unclaimed: [], dueNow: false }),
    decide: decideSettle,
    async apply(tx, effects) {
      if (effects.unclaimed.length > 0) await openContraAccounts(tx);
      if (effects.exceptions.length + effects.reviews.length + effects.unclaimed.length === 0) tx.lastly();
      await Promise.all([
        recordAnswers(tx, effects.answers).then(() => crashPoint('settle.answers_recorded')),
        saveTransfers(tx, [...effects.transfers.values()]).then(() => crashPoint('settle.transfers_saved')),
        changeUsage(tx, effects.usage),
        insertExceptions(tx, effects.exceptions),
        emitCounted(tx, ctx.ids, effects.events).then(({ deliveries }) => {
          effects.deliveries = deliveries;
        }),
        // As late as can be: confirmations of the same accounts wait from here to the commit (docs/performance.md).
        lockBalances(tx, depositsIn(effects.postings)),
        post(tx, effects.postings).then(() => crashPoint('settle.posted')),
        // After the balances, as everywhere.
        saveArrived(tx, ctx.ids, effects.transfers.values()),
      ]);
      for (const { transactionId, kind, responseCode } of effects.exceptions) {
        await recordAudit(tx, ctx.ids, { actor: 'worker', action: 'transfer.exception', subject: transactionId, details: { kind, responseCode } });
      }
      for (const review of effects.reviews) {
        await recordAudit(tx, ctx.ids, { actor: 'worker', action: 'transfer.review', subject: review.transactionId, details: { reason: review.reason } });
      }
      for (const transfer of effects.unclaimed) {
        await recordAudit(tx, ctx.ids, { actor: 'worker', action: 'transfer.return_unclaimed', subject: transfer.transactionId, details: { customerId: transfer.customerId, amount: nairaNumber(totalKobo(transfer)) } });
      }
    },
    committed(tenantId, effects) {
      for (const { transactionId, kind } of effects.exceptions) ctx.log.error({ tenantId, transactionId, kind }, 'the rail contradicts a final state');
      for (const { transactionId, reason } of effects.reviews) ctx.log.warn({ tenantId, transactionId, reason }, 'a transfer waits for two people');
      for (const { transactionId } of effects.unclaimed) ctx.log.warn({ tenantId, transactionId }, 'money came back for an erased customer, and lies on unclaimed_returns');
      if (effects.dueNow) ctx.wake('transfer', tenantId);
      wakeForNews(ctx, effects);
    },
  };
}

async function load(ctx: Context, opening: Opening, commands: readonly Settle[]): Promise<SettleFacts> {
  const ids = commands.map((command) => command.transactionId);
  const environment = commands[0]?.environment ?? 'sandbox';
  // One connection runs these in order; asked together, they travel together.
  const [transfers, attempts, exceptions, tx] = await Promise.all([lockTransfers(opening, ids), selectAttempts(opening, ids), selectExceptions(opening, ids), opening.begun]);
  // What a failure gives back of the day's limits, before any balance: the order every command keeps.
  await lockCounted(tx, commands.flatMap(({ transactionId, evidence }) => {
    const transfer = transfers.get(transactionId);
    return transfer === undefined || transfer.authorisedAt === null || !mayFail(evidence) ? [] : [{ source: sourceOf(transfer), authorisedAt: transfer.authorisedAt }];
  }));
  const debited = commands.flatMap(({ transactionId, evidence }) => {
    const transfer = transfers.get(transactionId);
    return evidence.from === 'reversal' && transfer?.onUs === true ? [transfer.beneficiaryAccountNumber] : [];
  });
  // Only what goes back is decided by balances; the rest locks them when it posts.
  const goesBack = commands.some(({ evidence }) => evidence.from === 'return' || evidence.from === 'reversal');
  const balances = goesBack ? await lockBalances(tx, [...new Set([...[...transfers.values()].map((transfer) => transfer.sourceAccountNumber), ...debited])]) : new Map<string, Balance>();
  // After the balances: an erasure holds them while it makes sure that there is nothing on them.
  const erased = await findErased(tx, [...new Set(commands.flatMap(({ transactionId, evidence }) => (evidence.from === 'return' || evidence.from === 'reversal' ? transfers.get(transactionId)?.customerId ?? [] : [])))]);
  return { now: tx.now, transfers, attempts, exceptions, balances, erased, railOf: (transfer) => railFor(ctx, environment, transfer.beneficiaryBankCode) };
}

/** Could this evidence end a transfer without success? */
function mayFail(evidence: Evidence): boolean {
  if (evidence.from === 'send' || evidence.from === 'query') return evidence.answer.verdict === 'reject' || evidence.answer.verdict === 'not_found';
  return evidence.from === 'settlement' || evidence.from === 'people';
}

function sourceOf(transfer: Transfer): { accountNumber: string; customerId: string | null } {
  return { accountNumber: transfer.sourceAccountNumber, customerId: transfer.customerId };
}

/** Pure. */
export function decideSettle(facts: SettleFacts, { transactionId, evidence }: Settle, effects: Effects): TransferState | null {
  const transfer = facts.transfers.get(transactionId);
  if (transfer === undefined) return null;
  const attempt = facts.attempts.get(transactionId) ?? null;
  const move = decideMove(transfer, attempt, evidence, facts.railOf(transfer), facts.now);
  if ((evidence.from === 'send' || evidence.from === 'query') && attempt !== null) keepAnswer(facts, effects, attempt, evidence);
  const next = makeMove(facts, effects, transfer, move);
  if (next === transfer) return transfer.state;
  // A later command of this batch reads the next version; the row is written once, from the version that was loaded.
  facts.transfers.set(transactionId, next);
  effects.transfers.set(transactionId, next);
  return next.state;
}

function keepAnswer(facts: SettleFacts, effects: Effects, attempt: StoredAttempt, evidence: Extract<Evidence, { answer: unknown }>): void {
  const { answer } = evidence;
  const notFoundInARow = answer.verdict === 'not_found' ? attempt.notFoundInARow + 1 : 0;
  const asked = evidence.from === 'query';
  facts.attempts.set(attempt.transactionId, { ...attempt, notFoundInARow, queries: attempt.queries + (asked ? 1 : 0) });
  effects.answers.push({ transactionId: attempt.transactionId, asked, notFoundInARow, verdict: answer.verdict, responseCode: answer.responseCode, detail: answer.detail ?? null, tookMs: evidence.tookMs ?? null });
}

function makeMove(facts: SettleFacts, effects: Effects, transfer: Transfer, move: Move): Transfer {
  const { now } = facts;
  switch (move.move) {
    case 'none':
      return transfer;
    case 'complete': {
      const next: Transfer = { ...transfer, state: 'COMPLETED', responseCode: move.responseCode ?? '00', railSessionId: move.railSessionId, settledAt: now, nextAt: null };
      effects.postings.push(...settleHold(next));
      effects.events.push(...completed(next));
      return next;
    }
    case 'fail': {
      const next: Transfer = { ...transfer, state: 'FAILED', responseCode: move.responseCode, failureCode: move.reason, settledAt: now, nextAt: null };
      effects.postings.push(...releaseHold(next));
      effects.usage.push(...uncountTransfer(sourceOf(next), next.amountKobo, next.authorisedAt ?? now));
      effects.events.push(failed(next));
      return next;
    }
    case 'expire': {
      const next: Transfer = { ...transfer, state: 'EXPIRED', failureCode: 'expired', settledAt: now, nextAt: null };
      effects.events.push(expired(next), failed(next));
      return next;
    }
    case 'ask_again':
      return { ...transfer, state: 'UNKNOWN', nextAt: move.nextAt };
    case 'send_again':
      effects.dueNow = effects.dueNow || move.nextAt <= now;
      return { ...transfer, state: 'AUTHORISED', nextAt: move.nextAt };
    case 'review':
      effects.reviews.push({ transactionId: transfer.transactionId, reason: move.reason });
      return { ...transfer, state: 'REVIEW', nextAt: null };
    case 'give_back': {
      if (transfer.onUs && !takeFromBeneficiary(facts, transfer)) return transfer;
      const next: Transfer = { ...transfer, state: 'RETURNED', failureCode: move.reason, returnedAt: now, nextAt: null };
      const unclaimed = next.customerId !== null && facts.erased.has(next.customerId);
      if (unclaimed) effects.unclaimed.push(next);
      effects.postings.push(...giveBack(next, { unclaimed }));
      effects.events.push(reversed(next), ...(next.onUs ? [debitedBack(next)] : []));
      return next;
    }
    case 'exception':
      if (facts.exceptions.has(`${transfer.transactionId} ${move.kind}`)) return transfer;
      facts.exceptions.add(`${transfer.transactionId} ${move.kind}`);
      effects.exceptions.push({ transactionId: transfer.transactionId, kind: move.kind, responseCode: move.responseCode });
      effects.postings.push(...compensate(transfer, move.kind));
      return transfer;
    default:
      return assertNever(move);
  }
}

/** False where the beneficiary's account does not cover the amount: what is held or under a lien is not taken. */
function takeFromBeneficiary({ balances }: SettleFacts, { beneficiaryAccountNumber, amountKobo }: Transfer): boolean {
  const balance = balances.get(beneficiaryAccountNumber);
  if (balance === undefined || balance.available < amountKobo) return false;
  balances.set(beneficiaryAccountNumber, { ...balance, ledger: balance.ledger - amountKobo, available: balance.available - amountKobo });
  return true;
}
