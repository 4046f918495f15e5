/**
 * Confirms a bulk transfer: in one transaction its OTP is spent and each accepted payment becomes a scheduled transfer. Money is held payment
 * by payment when they start, so that later ones may still fail for funds or limits of their own.
 */
import type { z } from 'zod';
import { type Account, updateOtpGuards } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { type Failure, fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readBalances, spendable } from '#src/ledger/postings.ts';
import { assert, expectPresent } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
import { codeMatches } from '#src/otp/match-code.ts';
import { judgeTry } from '#src/otp/judge.ts';
import { lockOtps, updateOtps } from '#src/otp/store.ts';
import { type Enquiry, insertEnquiries } from '#src/transfers/enquiry-store.ts';
import { sessionLifeMs } from '#src/transfers/name-enquiry.ts';
import { newTransfer } from '#src/transfers/new-transfer.ts';
import { scheduled } from '#src/transfers/payment-events.ts';
import { asScheduled } from '#src/transfers/schedule.ts';
import { insertTransfers } from '#src/transfers/store.ts';
import type { Transfer } from '#src/transfers/transfer.ts';
import { readOtp } from '#src/transfers/wire.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type Batch, type BatchItem, bindingOf, type Content, contentOf } from './batch.ts';
import { holdBatch, requireReady, stateRefusal } from './find-batch.ts';
import { linkTransfers, selectItemsOf } from './item-store.ts';
import { boundData } from './send-batch-otp.ts';
import { lockSource } from './source.ts';
import { markProcessing } from './store.ts';
import type { batchParams, validateBatchBody } from './wire.ts';

type Try = { environment: Environment; otpReferenceId: string; code: string };

export async function validateBatch(ctx: Context, request: RouteRequest<z.output<typeof validateBatchBody>, z.output<typeof batchParams>>): Promise<Answer> {
  const { batchId } = request.params;
  const { environment } = request.caller;
  const { otpReferenceId, code } = readOtp(request.body);
  const answer = await ctx.requests.once(request, { otpReferenceId, code }, async (tx) => {
    const batch = await holdBatch(tx, batchId);
    // Of a batch that nobody could confirm yet there is no code.
    if (batch.contentHash === null) throw stateRefusal(batch, tx.now);
    const account = await lockSource(tx, batch);
    const items = (await selectItemsOf(tx, batchId)).filter((item) => item.state === 'accepted');
    const content = contentOf(batch, items);
    assert(content.hash.equals(batch.contentHash), 'the payments of a batch are those it was ready with');
    const refusal = await spendCode(ctx, tx, batch, account, content, { environment, otpReferenceId, code });
    // Returned, not thrown: a wrong code is a try that counts, and a right one is spent.
    return refusal ?? (await fundsRefusal(tx, batch, content)) ?? begin(ctx, tx, batch, items, content);
  });
  ctx.wake('transfer');
  ctx.wake('webhook_delivery');
  return answer;
}

/** Judges the try, and keeps what it changed. Null: the code was right, and is spent. @throws Failure for a try that changes nothing */
async function spendCode(ctx: Context, tx: Tx, batch: Batch, account: Account, content: Content, { environment, otpReferenceId, code }: Try): Promise<Failure | null> {
  const keys = await ctx.keyring.of(tx.tenantId);
  const otp = (await lockOtps(tx, [otpReferenceId])).get(otpReferenceId);
  if (otp === undefined) throw fail('otp_reference_not_found', { field: '/otpReferenceId' });
  const guard = { accountNumber: account.accountNumber, failures: account.otpFailures, locks: account.otpLocks, lockedUntil: account.otpLockedUntil };
  const judged = judgeTry(otp, guard, {
    purpose: 'bulk',
    transactionId: null,
    binding: bindingOf(batch.batchId, content),
    field: '/otp',
    // A code for a batch that waits for none is not compared at all.
    matches: (active) => batch.state === 'ready' && codeMatches(keys, active, code, ctx.otpPolicy[environment].fixedCode),
  }, tx.now);
  if (judged.otp === otp) throw expectPresent(judged.refusal, 'refusal');
  requireReady(batch, tx.now);
  await updateOtps(tx, [judged.otp]);
  await updateOtpGuards(tx, [judged.guard]);
  crashPoint('bulk.code_spent');
  return judged.refusal;
}

/** An early word about the whole: each payment is decided again when it starts. */
async function fundsRefusal(tx: Tx, batch: Batch, content: Content): Promise<Failure | null> {
  const available = (await readBalances(tx, [batch.sourceAccountNumber])).get(batch.sourceAccountNumber)?.available ?? 0n;
  const needed = content.paymentKobo + content.chargeKobo;
  if (available >= needed || (batch.scheduledFor !== null && batch.scheduledFor > tx.now)) return null;
  return fail('insufficient_funds', { details: { available: nairaNumber(spendable(available)), required: nairaNumber(needed) } });
}

async function begin(ctx: Context, tx: Tx, batch: Batch, items: readonly BatchItem[], content: Content): Promise<Answer> {
  // A time that passed while the batch waited for its code means now.
  const startAt = batch.scheduledFor === null || batch.scheduledFor < tx.now ? tx.now : batch.scheduledFor;
  const payments = items.map((item) => ({ item, transfer: transferOf(ctx, batch, item, startAt, tx.now) }));
  await insertEnquiries(tx, items.map(enquiryOf));
  await insertTransfers(tx, payments.map(({ transfer }) => transfer));
  crashPoint('bulk.transfers_inserted');
  await linkTransfers(tx, batch.batchId, payments.map(({ item, transfer }) => ({ position: item.position, transactionId: transfer.transactionId })));
  await markProcessing(tx, batch.batchId, startAt);
  await emit(tx, ctx.ids, payments.map(({ transfer }) => scheduled(transfer)));
  crashPoint('bulk.confirmed');
  return success({ batchId: batch.batchId, state: 'processing', startsAt: isoMillis(startAt), ...boundData(content) }, { message: 'Bulk transfer confirmed' });
}

function transferOf(ctx: Context, batch: Batch, item: BatchItem, startAt: Date, now: Date): Transfer {
  const transfer = newTransfer({
    transactionId: ctx.ids.newId('txn'),
    customerId: batch.customerId,
    nameEnquirySessionId: expectPresent(item.sessionId, 'session'),
    sourceAccountNumber: batch.sourceAccountNumber,
    beneficiaryAccountNumber: item.beneficiaryAccountNumber,
    beneficiaryAccountName: expectPresent(item.accountName, 'name'),
    beneficiaryBankCode: item.beneficiaryBankCode,
    beneficiaryBankCodeSent: item.beneficiaryBankCodeSent,
    onUs: expectPresent(item.onUs, 'whose account it is'),
    amountKobo: item.amountKobo,
    feeKobo: item.feeKobo,
    vatKobo: item.vatKobo,
    dutyKobo: item.dutyKobo,
    narration: item.narration,
    scenario: batch.scenario,
    scheduledFor: startAt,
  }, now);
  return asScheduled({ ...transfer, batchId: batch.batchId }, startAt);
}

/** Stored only now, so that no other transfer could use it. Its 15 minutes count from the bank's answer: a payment that starts later asks anew. */
function enquiryOf(item: BatchItem): Enquiry {
  return {
    sessionId: expectPresent(item.sessionId, 'session'),
    railSessionId: expectPresent(item.railSessionId, 'session of the rail'),
    accountNumber: item.beneficiaryAccountNumber,
    bankCode: item.beneficiaryBankCode,
    accountName: expectPresent(item.accountName, 'name'),
    onUs: expectPresent(item.onUs, 'whose account it is'),
    expiresAt: new Date(expectPresent(item.answeredAt, 'time of the answer').getTime() + sessionLifeMs),
  };
}
