/** The worker's steps, each a place to die at: lease and intent in one commit, then the wire, then settlement. */
import { expectPresent } from '#src/lib/assert.ts';
import type { RailEvidence } from '#src/transfers/rails/rail.ts';
import { asSending, type Evidence, sendWithinSeconds, type Task, taskOf, type Transfer } from '#src/transfers/transfer.ts';
import { leased as underLease, leaseSeconds } from '#src/work/due.ts';
import type { AskedAnew } from '#src/transfers/start.ts';
import { newReference, recordIntent } from './intents.ts';
import { settle, start } from './lanes.ts';
import { commit, inLane, step, wakeAt } from './processes.ts';
import { noAnswer } from './rail-model.ts';
import { type Handed, type Process, stormMs, type World } from './world.ts';

const wireTimeoutMs = 20_000;
/** A process that sleeps between its last look at the clock and the socket sends late; the bound's slack covers this much. */
const longestNapMs = 50_000;

type Reply = { answer: RailEvidence; afterMs: number } | null;
type Job = { task: Task; transfer: Transfer; claimedAt: Date; sendByMs: number; sentFirst: Reply | undefined };

/** Leases what is due, commits intents, and works on each. */
export function look(world: World, process: Process): void {
  const sentFirst = new Map<string, { railRef: string; reply: Reply }>();
  if (world.policy.sendsFirst !== true) return claim(world, process, sentFirst);
  for (const { transactionId } of dueTransfers(world).filter(({ state }) => state === 'AUTHORISED')) {
    const railRef = newReference(world);
    sentFirst.set(transactionId, { railRef, reply: world.rail.receive(railRef, transactionId) });
  }
  step(world, process, 5, () => claim(world, process, sentFirst));
}

function dueTransfers({ books, timeline }: World): Transfer[] {
  const now = timeline.date().getTime();
  return [...books.transfers.values()].filter(({ nextAt }) => nextAt !== null && nextAt.getTime() <= now);
}

function claim(world: World, process: Process, sentFirst: ReadonlyMap<string, { railRef: string; reply: Reply }>): void {
  const now = world.timeline.date();
  const nowMs = world.timeline.now();
  const due = dueTransfers(world);
  if (due.length === 0) return;
  const jobs: Job[] = [];
  const known = commit(world, () => {
    const saved: Transfer[] = [];
    for (const transfer of due) {
      const task = expectPresent(taskOf(transfer.state), 'task');
      world.say(() => `${process.name}: leases ${transfer.transactionId} to ${task}`);
      const leased = underLease(transfer, now);
      world.books.transfers.set(leased.transactionId, leased);
      if (task === 'send') {
        recordIntent(world, leased.transactionId, sentFirst.get(leased.transactionId)?.railRef ?? newReference(world), now);
        saved.push(asSending(leased, now));
      } else wakeAt(world, nowMs + leaseSeconds * 1000);
      jobs.push({ task, transfer: leased, claimedAt: now, sendByMs: nowMs + sendWithinSeconds * 1000, sentFirst: sentFirst.get(leased.transactionId)?.reply });
    }
    return { saved };
  });
  // Not knowing whether the leases are its own, the process does nothing; they run out by themselves.
  if (!known) return wakeAt(world, nowMs + 1000);
  for (const job of jobs) step(world, process, world.random.between(0, 20), () => work(world, process, job));
}

/** A transfer that a confirmation has committed as SENDING goes to the worker of the same process, without a look. */
export function takeOver(world: World, process: Process, { transfer, sendByMs }: Handed): void {
  step(world, process, world.random.between(0, 20), () => work(world, process, { task: 'send', transfer, claimedAt: world.timeline.date(), sendByMs, sentFirst: undefined }));
}

function work(world: World, process: Process, job: Job): void {
  const { transactionId } = job.transfer;
  switch (job.task) {
    case 'expire':
      return settleWith(world, process, transactionId, { from: 'clock' });
    case 'start':
      return begin(world, process, job);
    case 'recover':
      return settleWith(world, process, transactionId, { from: 'lapsed_lease' });
    case 'query':
      return query(world, process, job);
    case 'send':
      return send(world, process, job);
  }
}

function settleWith(world: World, process: Process, transactionId: string, ...evidence: Evidence[]): void {
  inLane(world, process, () => settle(world, evidence.map((each) => ({ environment: 'live', transactionId, evidence: each }))), () => undefined);
}

/** Asks the bank anew, but where the enquiry may still be good or the account is our own, and starts by the answer. */
function begin(world: World, process: Process, job: Job): void {
  const { random } = world;
  const { transactionId, leaseVersion, onUs, beneficiaryAccountName } = job.transfer;
  if (onUs || (!world.shape.unreachable && random.chance(0.3))) return inLane(world, process, () => start(world, { transactionId, leaseVersion, asked: null }), () => undefined);
  const sessionId = newReference(world);
  const draw = random.next();
  const asked = ((): AskedAnew => {
    if (world.shape.unreachable || (draw < 0.2 && world.timeline.now() < stormMs / 4)) return { outcome: 'unavailable' };
    if (draw < 0.25) return { outcome: 'account_not_found' };
    return { outcome: 'found', sessionId, railSessionId: sessionId, accountName: draw < 0.3 ? 'SOMEBODY ELSE' : beneficiaryAccountName };
  })();
  world.say(() => `${process.name}: asks who owns the account of ${transactionId}: ${asked.outcome}`);
  step(world, process, asked.outcome === 'unavailable' ? wireTimeoutMs : random.between(20, 2000), () => inLane(world, process, () => start(world, { transactionId, leaseVersion, asked }), () => undefined));
}

function query(world: World, process: Process, job: Job): void {
  const { transactionId } = job.transfer;
  const answer = world.rail.query(expectPresent(world.books.attempts.get(transactionId), 'attempt').railRef);
  world.say(() => `${process.name}: asks about ${transactionId}: ${answer.verdict} ${answer.responseCode}`);
  step(world, process, answer === noAnswer ? wireTimeoutMs : world.random.between(20, 2000), () => {
    if (world.policy.newReference === true && answer.verdict === 'not_found') sendAnew(world, transactionId);
    else settleWith(world, process, transactionId, { from: 'query', askedAt: job.claimedAt, answer });
  });
}

/** Forgets the reference that was not found, so that the next intent draws another. */
function sendAnew(world: World, transactionId: string): void {
  const transfer = expectPresent(world.books.transfers.get(transactionId), 'transfer');
  if (transfer.state !== 'UNKNOWN') return;
  commit(world, () => {
    world.books.attempts.delete(transactionId);
    return { saved: [{ ...transfer, state: 'AUTHORISED', nextAt: world.timeline.date() }] };
  });
}

function send(world: World, process: Process, job: Job): void {
  const { timeline, random } = world;
  const { transactionId, leaseVersion } = job.transfer;
  const answered = (answer: RailEvidence): void => {
    const evidence: Evidence = { from: 'send', leaseVersion, answer };
    world.say(() => `${process.name}: has an answer for ${transactionId}: ${answer.verdict} ${answer.responseCode ?? answer.detail}`);
    // Answers come twice: in one batch, or in two.
    if (random.chance(0.03)) settleWith(world, process, transactionId, evidence, evidence);
    else settleWith(world, process, transactionId, evidence);
    if (random.chance(0.05)) step(world, process, random.spread(1, 60_000), () => settleWith(world, process, transactionId, evidence));
  };
  if (job.sentFirst !== undefined) return awaitReply(world, process, job.sentFirst, answered);
  if (world.policy.unfenced !== true && timeline.now() > job.sendByMs) return answered({ verdict: 'indeterminate', responseCode: null, notSent: true, detail: 'deadline' });
  const { life } = process;
  const nap = timeline.now() < stormMs && random.chance(world.shape.pause) ? random.spread(10, longestNapMs) : 1;
  timeline.at(timeline.now() + nap, () => {
    if (process.life !== life) return;
    if (world.shape.unreachable || (timeline.now() < stormMs && random.chance(world.shape.refused))) {
      return answered({ verdict: 'indeterminate', responseCode: null, notSent: true, detail: 'refused' });
    }
    const lost = random.chance(world.shape.requestLost);
    world.say(() => `${process.name}: sends ${transactionId}${lost ? ', which is lost' : ''}`);
    const { railRef } = expectPresent(world.books.attempts.get(transactionId), 'attempt');
    awaitReply(world, process, lost ? null : world.rail.receive(railRef, transactionId), answered);
  });
}

function awaitReply(world: World, process: Process, reply: Reply, answered: (answer: RailEvidence) => void): void {
  const inTime = reply !== null && reply.afterMs < wireTimeoutMs ? reply : { answer: noAnswer, afterMs: wireTimeoutMs };
  step(world, process, inTime.afterMs, () => answered(inTime.answer));
}
