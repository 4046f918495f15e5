/** Processes that die, sleep and wake between any two steps, and commits whose answer is lost. */
import { expectPresent } from '#src/lib/assert.ts';
import type { Transfer } from '#src/transfers/transfer.ts';
import { type Change, write } from './books.ts';
import { checkTransfer } from './promises.ts';
import { type Handed, type Process, stormMs, type World } from './world.ts';

/** Runs `run` in the process after `delayMs`, unless it dies before. A process that sleeps does it when it wakes. */
export function step(world: World, process: Process, delayMs: number, run: () => void): void {
  const { life } = process;
  const { timeline } = world;
  const attempt = (): void => {
    if (process.life !== life) return;
    if (timeline.now() < process.pausedUntilMs) {
      timeline.at(process.pausedUntilMs, attempt);
      return;
    }
    if (strike(world, process)) {
      if (process.life === life) timeline.at(process.pausedUntilMs, attempt);
      return;
    }
    run();
  };
  timeline.at(timeline.now() + delayMs, attempt);
}

/** Something befalls the process here, now and then. */
function strike(world: World, process: Process): boolean {
  const { random, shape, timeline } = world;
  const now = timeline.now();
  if (now >= stormMs) return false;
  const draw = random.next();
  if (draw < shape.crash) {
    process.life += 1;
    process.downUntilMs = now + random.spread(500, 2 * 3600_000);
    world.say(() => `${process.name}: dies for ${(process.downUntilMs - now) / 1000} s`);
    // It looks for due work when it starts again.
    wakeAt(world, process.downUntilMs);
    return true;
  }
  if (draw >= shape.crash + shape.pause) return false;
  const until = now + random.spread(500, 2 * 3600_000);
  // Now and then the whole machine sleeps.
  for (const each of random.chance(0.3) ? world.processes : [process]) each.pausedUntilMs = Math.max(each.pausedUntilMs, until);
  world.say(() => `${process.name}: sleeps for ${(until - now) / 1000} s`);
  return true;
}

/** A process that is able to act now, or null. */
export function ableProcess(world: World): Process | null {
  const now = world.timeline.now();
  const able = world.processes.filter((process) => process.downUntilMs <= now && process.pausedUntilMs <= now);
  const [first, ...others] = able;
  return first === undefined ? null : world.random.pick([first, ...others]);
}

/** Runs `run` in some able process, as soon as there is one. */
export function somewhere(world: World, atMs: number, run: (process: Process) => void): void {
  world.timeline.at(atMs, () => {
    const process = ableProcess(world);
    if (process !== null) return run(process);
    const next = Math.min(...world.processes.map(({ downUntilMs, pausedUntilMs }) => Math.max(downUntilMs, pausedUntilMs)));
    somewhere(world, next + 1, run);
  });
}

/** One transaction. Answers whether the process learns of its commit; applied or not, it may learn nothing. */
export function commit(world: World, change: () => Change): boolean {
  const { random, shape, timeline } = world;
  const draw = timeline.now() < stormMs ? random.next() : 1;
  if (draw < shape.commitUnknown / 2) {
    world.say(() => 'database: a commit is lost');
    return false;
  }
  const made = change();
  write(world.books, made, world.policy.unguarded !== true);
  const now = timeline.date();
  for (const { transactionId } of [...(made.inserted ?? []), ...(made.saved ?? [])]) settled(world, expectPresent(world.books.transfers.get(transactionId), 'transfer'), now);
  if (draw >= shape.commitUnknown) return true;
  world.say(() => 'database: the answer of a commit is lost');
  return false;
}

function settled(world: World, transfer: Transfer, now: Date): void {
  world.say(() => `${transfer.transactionId}: ${transfer.state}, version ${transfer.version}, lease ${transfer.leaseVersion}`);
  checkTransfer(world.books, transfer, now);
  if (transfer.nextAt !== null) wakeAt(world, world.timeline.now() + Math.max(0, transfer.nextAt.getTime() - now.getTime()));
}

export function wakeAt(world: World, atMs: number): void {
  somewhere(world, atMs + world.random.between(1, 900), (process) => step(world, process, 0, () => world.onDue(process)));
}

/** Runs a command of a lane until its commit is known, four times at most. `done` is told null when it never was. */
export function inLane<Result>(world: World, process: Process, run: () => { change: Change; result: Result; handed?: readonly Handed[] }, done: (result: Result | null) => void, attempt = 1): void {
  const results: Result[] = [];
  const handedOver: Handed[] = [];
  const known = commit(world, () => {
    const { change, result, handed = [] } = run();
    results.push(result);
    handedOver.push(...handed);
    return change;
  });
  // Whoever does not learn of its commit gives nothing away; the leases run out.
  if (known) for (const handed of handedOver) world.onHanded(process, handed);
  if (known || attempt === 4) step(world, process, 1, () => done((known ? results[0] : null) ?? null));
  else step(world, process, world.random.between(1, 500), () => inLane(world, process, run, done, attempt + 1));
}
