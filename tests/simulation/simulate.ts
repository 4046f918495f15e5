/** One seed, one run: the production decisions under everything that can befall them, until nothing is left to happen. */
import { expectPresent } from '#src/lib/assert.ts';
import { type Evidence, isConclusive } from '#src/transfers/transfer.ts';
import { type Log, openAccounts, pay } from './caller.ts';
import { settle } from './lanes.ts';
import { type Policy, shipped } from './policy.ts';
import { inLane, somewhere, step } from './processes.ts';
import { checkEnd } from './promises.ts';
import { hold, Violation } from './violation.ts';
import { look, takeOver } from './worker.ts';
import { createWorld, silent, type World } from './world.ts';

export type Outcome = {
  seed: number;
  violation: { promise: string; message: string } | null;
  steps: number;
  transfers: number;
  /** Final states and how many transfers reached each. */
  states: Record<string, number>;
};

/** The rail's settlement report: by now it has decided whatever it ever will, and what was open for 23 hours is with people. */
const reportMs = 40 * 3600_000;
/** Later than everything else, so that a seed is the run it was before people could take something back. */
const reversalsMs = 60 * 3600_000;
const maxSteps = 2_000_000;

/** Runs a seed. Never throws: what goes wrong is the outcome. */
export function simulate(seed: number, options: { policy?: Policy; say?: (text: string) => void } = {}): Outcome {
  const world = createWorld(seed, options.policy ?? shipped, options.say ?? silent);
  const log: Log = { initiated: [], confirmed: [] };
  let steps = 0;
  let violation: Outcome['violation'] = null;
  try {
    world.onCredit = (transactionId) => mayReturn(world, transactionId);
    world.onDue = (process) => look(world, process);
    world.onHanded = (process, handed) => takeOver(world, process, handed);
    openAccounts(world);
    world.timeline.at(1000, () => {
      for (let payment = 0; payment < world.shape.payments; payment += 1) pay(world, log);
    });
    world.timeline.at(reportMs, () => report(world));
    world.timeline.at(reversalsMs, () => reverse(world));
    steps = world.timeline.runAll(maxSteps);
    checkEnd(world.books, world.rail, world);
    checkLog(world, log);
  } catch (error) {
    violation = error instanceof Violation ? { promise: error.promise, message: error.message } : { promise: 'crash', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    world.say(() => `VIOLATION ${violation?.message}`);
  }
  const states: Record<string, number> = {};
  for (const { state } of world.books.transfers.values()) states[state] = (states[state] ?? 0) + 1;
  return { seed, violation, steps, transfers: world.books.transfers.size, states };
}

/** The other bank gives the money back, now and then; the feed is read again until the transfer it names is over. */
function mayReturn(world: World, transactionId: string): void {
  const { random, timeline } = world;
  if (!random.chance(0.08)) return;
  const take = (): void => somewhere(world, timeline.now() + 1, (process) => {
    world.returned.add(transactionId);
    step(world, process, 0, () => inLane(world, process, () => settle(world, [{ environment: 'live', transactionId, evidence: { from: 'return', reason: 'account closed' } }]), () => undefined));
    // The cursor of the feed moves only past transfers that are over, so an item may come twice.
    timeline.at(timeline.now() + 600_000, () => {
      if (world.books.transfers.get(transactionId)?.state !== 'RETURNED' || random.chance(0.3)) take();
    });
  });
  timeline.at(timeline.now() + random.spread(1_000, 6 * 3600_000), take);
}

/** The report, or two people who read it, decide what is still open; everything else hears what it knows already. */
function report(world: World): void {
  for (const { transactionId } of world.books.attempts.values()) {
    const credited = world.rail.credits(transactionId) > 0;
    const byPeople = world.books.transfers.get(transactionId)?.state === 'REVIEW' && world.random.chance(0.5);
    somewhere(world, world.timeline.now(), (process) => step(world, process, 0, () => inLane(world, process, () => settle(world, [{
      environment: 'live',
      transactionId,
      evidence: byPeople ? { from: 'people', verdict: credited ? 'success' : 'failure' } : { from: 'settlement', verdict: credited ? 'success' : 'reject', responseCode: credited ? '00' : '25' },
    }]), () => hold('I7', world.books.exceptions.length === 0, () => `the report contradicts ${transactionId}`))));
  }
}

/** Two people take back some of what arrived, here and at the rail; the rail's own return comes before, with, or after it, or never. */
function reverse(world: World): void {
  const { books, random } = world;
  for (const { transactionId, state, onUs } of books.transfers.values()) {
    if (state !== 'COMPLETED' || !random.chance(0.3)) continue;
    world.reversed.add(transactionId);
    const byPeople: Evidence = { from: 'reversal' };
    const byRail: Evidence = { from: 'return', reason: 'account closed' };
    const comesBack = !onUs && random.chance(0.5);
    if (comesBack) world.returned.add(transactionId);
    const news = comesBack ? random.pick<Evidence[]>([[byPeople, byRail], [byRail, byPeople], [byPeople, byRail, byRail, byPeople]]) : [byPeople, byPeople];
    const batches = random.chance(0.5) ? [news] : news.map((one) => [one]);
    for (const batch of batches) {
      somewhere(world, world.timeline.now(), (process) => step(world, process, random.between(1, 500), () => inLane(world, process, () => settle(world, batch.map((evidence) => ({ environment: 'live', transactionId, evidence }))), () => undefined)));
    }
  }
}

/** What the caller was told is what is true. */
function checkLog(world: World, log: Log): void {
  for (const transactionId of log.initiated) hold('I11', world.books.transfers.has(transactionId), () => `${transactionId} was initiated and is gone`);
  for (const transactionId of log.confirmed) {
    const transfer = expectPresent(world.books.transfers.get(transactionId), 'transfer');
    // A scheduled one may have been refused at its start, or taken back before it.
    hold('I11', (transfer.authorisedAt !== null || transfer.scheduledFor !== null) && isConclusive(transfer.state), () => `${transactionId} was confirmed and ended ${transfer.state}`);
  }
  const authorised = [...world.books.transfers.values()].filter(({ authorisedAt }) => authorisedAt !== null).length;
  hold('I8', [...world.books.otpUses.values()].reduce((sum, uses) => sum + uses, 0) >= authorised, () => `${authorised} transfers were authorised by fewer codes`);
}
