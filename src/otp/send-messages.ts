/** The due work of messages: hands each to the sender of its environment, and finishes its row. */
import { adaptersOf, type Context } from '#src/context.ts';
import { isRecord, readString } from '#src/lib/assert.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type DueQueue, leaseDue } from '#src/work/due.ts';
import { afterwards } from '#src/work/kinds.ts';
import { retrying } from '#src/work/requests.ts';
import { createSharedWrites } from '#src/work/shared-writes.ts';
import { messagePlace } from './issue.ts';
import type { MessageJob } from './message-job.ts';
import type { SendOutcome } from './senders/message-sender.ts';
import { finishMessages, selectMessages, type SentMessage } from './store.ts';

const sendTimeoutMs = 15_000;
/** Seconds before a message that certainly did not leave is tried again. */
const retrySeconds = 5;

export function messageQueue(ctx: Context): DueQueue<MessageJob> {
  const finish = createSharedWrites<SentMessage>((tenantId, sent) => retrying(() => ctx.db.writeTogether(afterwards, tenantId, (tx) => {
    tx.lastly();
    return finishMessages(tx, sent);
  })));
  return {
    name: 'message',
    table: 'message',
    perTenant: 64,
    handOver: ctx.handOver.message,
    async claim(tx, limit) {
      const leases = await leaseDue(tx, 'message', limit);
      if (leases.length === 0) return { leased: 0, jobs: [] };
      const versions = new Map(leases.map((lease) => [lease.id, lease.leaseVersion]));
      const keys = await ctx.keyring.of(tx.tenantId);
      const rows = await selectMessages(tx, leases.map((lease) => lease.id));
      const jobs = rows.map((row): MessageJob => {
        const content: unknown = JSON.parse(keys.open(messagePlace(row.messageId), row.contentSealed));
        if (!isRecord(content) || tx.environment === null) throw new Error('A message is not in the form it was stored in.');
        return {
          messageId: row.messageId,
          leaseVersion: versions.get(row.messageId) ?? 0,
          environment: tx.environment,
          to: readString(content, 'to'),
          text: readString(content, 'text'),
          attempts: row.attempts,
          now: tx.now,
          sendBefore: row.sendBefore,
        };
      });
      return { leased: leases.length, jobs };
    },
    async work(tenantId, job) {
      const sender = adaptersOf(ctx, job.environment).messages;
      crashPoint('message.before_send');
      const outcome: SendOutcome = job.sendBefore <= job.now
        ? { outcome: 'rejected', reason: 'expired' }
        : await withDeadline(sendTimeoutMs, (signal) => sender.send({ to: job.to, text: job.text, clientReference: job.messageId }, signal));
      crashPoint('message.sent');
      await finish(tenantId, toFinished(job, sender.name, outcome));
      crashPoint('message.finished');
    },
  };
}

function toFinished(job: MessageJob, provider: string, outcome: SendOutcome): SentMessage {
  const base = { messageId: job.messageId, leaseVersion: job.leaseVersion, provider };
  switch (outcome.outcome) {
    case 'sent':
      return { ...base, state: 'sent', providerReference: outcome.providerReference, error: null, nextAt: null };
    case 'unavailable':
      return { ...base, state: 'queued', providerReference: null, error: outcome.reason, nextAt: new Date(job.now.getTime() + retrySeconds * 1000) };
    // An unknown outcome counts as sent: the code may be on the phone, and a second text would only confuse.
    case 'unknown':
      return { ...base, state: 'sent', providerReference: null, error: outcome.reason, nextAt: null };
    case 'rejected':
      return { ...base, state: 'failed', providerReference: null, error: outcome.reason, nextAt: null };
  }
}
