/**
 * The due work of transfers: expire what nobody confirmed, start what was scheduled, send what was confirmed, ask about what is unknown.
 * The intent is committed in the transaction of the lease; the wire is touched afterwards, once.
 */
import type { Context, Environment } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type Claim, type DueQueue, leased } from '#src/work/due.ts';
import type { Lane } from '#src/work/lanes.ts';
import { selectAccounts } from '#src/accounts/store.ts';
import { askAnew } from './ask-anew.ts';
import { type Enquiry, selectEnquiries, selectRailSessions } from './enquiry-store.ts';
import { railFor } from './rail-for.ts';
import type { RailEvidence } from './rails/rail.ts';
import { drawRailRef } from './rail-ref.ts';
import { type SendJob, sendDeadline, sendJob, type TransferJob } from './send-job.ts';
import type { Settle } from './settle.ts';
import type { Start } from './start.ts';
import { pickDueTransfers, recordIntents, saveLeased, selectAttempts, type StoredAttempt } from './store.ts';
import { asSending, sendByOf, type Task, taskOf, type Transfer, type TransferState } from './transfer.ts';

/** Connect and answer in all (reliability: wire deadline). */
const wireTimeoutMs = 20_000;

export function transferQueue(ctx: Context, lanes: { settle: Lane<Settle, TransferState | null>; start: Lane<Start, TransferState | null> }): DueQueue<TransferJob> {
  return {
    name: 'transfer',
    table: 'transfer',
    perTenant: 200,
    handOver: ctx.handOver.transfer,
    claim: (tx, limit) => claim(ctx, tx, limit),
    async work(tenantId, job) {
      // Whatever the answer says about the payment, it says something about the bank it went to.
      const noted = async (asking: Promise<RailEvidence>): Promise<{ answer: RailEvidence; tookMs: number }> => {
        const begun = ctx.clock.monotonicMs();
        const answer = await asking;
        ctx.bankAnswers.evidenced(tenantId, job.transfer.beneficiaryBankCode, answer);
        return { answer, tookMs: Math.round(ctx.clock.monotonicMs() - begun) };
      };
      const settle = (evidence: Settle['evidence']): Promise<TransferState | null> =>
        lanes.settle.run(tenantId, { environment: job.environment, transactionId: job.transfer.transactionId, evidence });
      const rail = railFor(ctx, job.environment, job.transfer.beneficiaryBankCode);
      switch (job.task) {
        case 'expire':
          await settle({ from: 'clock' });
          return;
        case 'start':
          await lanes.start.run(tenantId, {
            transactionId: job.transfer.transactionId, leaseVersion: job.transfer.leaseVersion, asked: job.askAnew ? await askAnew(ctx, { tenantId, environment: job.environment }, job.transfer) : null,
          });
          return;
        case 'recover':
          await settle({ from: 'lapsed_lease' });
          return;
        case 'query':
          await settle({ from: 'query', askedAt: job.claimedAt, ...(await noted(withDeadline(wireTimeoutMs, (signal) => rail.query(job.railRef, signal)))) });
          return;
        case 'send':
          await settle({ from: 'send', leaseVersion: job.transfer.leaseVersion, ...(await noted(sendInTime(job))) });
          return;
      }
    },
  };

  /** A worker that was paused since its intent does not touch the wire any more: its lease may be another's. */
  async function sendInTime(job: SendJob): Promise<RailEvidence> {
    if (ctx.clock.monotonicMs() > job.sendByMs) return { verdict: 'indeterminate', responseCode: null, notSent: true, detail: 'deadline' };
    crashPoint('send.before_wire');
    const rail = railFor(ctx, job.environment, job.transfer.beneficiaryBankCode);
    const answer = await withDeadline(wireTimeoutMs, (signal) => rail.send(job.instruction, signal));
    crashPoint('send.answered');
    return answer;
  }
}

async function claim(ctx: Context, tx: Tx, limit: number): Promise<Claim<TransferJob>> {
  const environment = expectPresent(tx.environment, 'environment');
  const transfers = (await pickDueTransfers(tx, limit)).map((transfer) => leased(transfer, tx.now));
  if (transfers.length === 0) return { leased: 0, jobs: [] };
  const withTask = (task: Task): Transfer[] => transfers.filter((transfer) => taskOf(transfer.state) === task);

  const unknown = withTask('query');
  const starting = withTask('start');
  const sending = withTask('send').map((transfer) => asSending(transfer, tx.now));
  const states = new Map(sending.map((transfer) => [transfer.transactionId, transfer]));
  const [attempts, enquiries, sends] = await Promise.all([
    unknown.length === 0 ? new Map<string, StoredAttempt>() : selectAttempts(tx, unknown.map((transfer) => transfer.transactionId)),
    starting.length === 0 ? new Map<string, Enquiry>() : selectEnquiries(tx, starting.map((transfer) => transfer.nameEnquirySessionId)),
    intend(ctx, tx, environment, sending),
    saveLeased(tx, transfers.map((transfer) => states.get(transfer.transactionId) ?? transfer)),
  ]);
  const expire = withTask('expire').map((transfer): TransferJob => ({ environment, transfer, task: 'expire' }));
  const start = starting.map((transfer): TransferJob => ({
    environment, transfer, task: 'start', askAnew: !transfer.onUs && expectPresent(enquiries.get(transfer.nameEnquirySessionId), 'name enquiry').expiresAt <= tx.now,
  }));
  const recover = withTask('recover').map((transfer): TransferJob => ({ environment, transfer, task: 'recover' }));
  const query = unknown.map((transfer): TransferJob => ({ environment, transfer, task: 'query', claimedAt: tx.now, railRef: expectPresent(attempts.get(transfer.transactionId), 'attempt').railRef }));
  return { leased: transfers.length, jobs: [...expire, ...start, ...recover, ...query, ...sends] };
}

/** Writes the intents and makes the instructions; after this commit the wire may be touched. */
async function intend(ctx: Context, tx: Tx, environment: Environment, sending: readonly Transfer[]): Promise<SendJob[]> {
  if (sending.length === 0) return [];
  const sendByMs = sendDeadline(ctx.clock.monotonicMs());
  const [railRefs, sources, railSessions] = await Promise.all([
    recordIntents(tx, sending.map((transfer) => ({
      transactionId: transfer.transactionId, rail: railFor(ctx, environment, transfer.beneficiaryBankCode).name, railRef: drawRailRef(ctx), sendBy: sendByOf(tx.now),
    }))),
    selectAccounts(tx, [...new Set(sending.map((transfer) => transfer.sourceAccountNumber))]),
    selectRailSessions(tx, sending.map(enquiryToSend)),
  ]);
  return sending.map((transfer) => sendJob(environment, transfer, {
    railRef: expectPresent(railRefs.get(transfer.transactionId), 'rail reference'),
    sourceAccountName: expectPresent(sources.get(transfer.sourceAccountNumber), 'source account').name,
    nameEnquiryRef: expectPresent(railSessions.get(enquiryToSend(transfer)), 'name enquiry'),
  }, sendByMs));
}

/** The newest enquiry: made anew at the start, or the one that was confirmed. */
function enquiryToSend(transfer: Transfer): string {
  return transfer.startEnquirySessionId ?? transfer.nameEnquirySessionId;
}
