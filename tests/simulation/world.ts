/** What a run consists of, drawn from its seed. */
import type { Rail } from '#src/transfers/rails/rail.ts';
import type { Transfer } from '#src/transfers/transfer.ts';
import { type Books, emptyBooks } from './books.ts';
import type { Policy } from './policy.ts';
import { createRail, type RailModel, type RailShape } from './rail-model.ts';
import { type Random, seededRandom } from './random.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { hold } from './violation.ts';

export type Shape = {
  processes: number;
  payments: number;
  rail: RailShape;
  querySchedule: readonly number[];
  /** Of each step: the process dies before it; or sleeps before it, seconds or hours. */
  crash: number;
  pause: number;
  /** Of each commit: its answer is lost. It is applied half of the times. */
  commitUnknown: number;
  requestLost: number;
  refused: number;
  /** The rail refuses every connection, for ever. */
  unreachable: boolean;
  /** Of each payment: it is confirmed now and starts hours later. */
  scheduled: number;
};

/** A process of the program: API and worker in one. Its life number tells what it began before it died. */
export type Process = { name: string; life: number; downUntilMs: number; pausedUntilMs: number };

/** A transfer that is SENDING since the commit of its confirmation, and until when it may be sent. */
export type Handed = { transfer: Transfer; sendByMs: number };

export type World = {
  shape: Shape;
  policy: Policy;
  random: Random;
  timeline: Timeline;
  books: Books;
  rail: RailModel;
  /** The rail as the program knows it. */
  believed: Rail;
  processes: [Process, ...Process[]];
  returned: Set<string>;
  /** What people voted to take back. */
  reversed: Set<string>;
  /** What a process does when something may be due. */
  onDue(process: Process): void;
  /** What a process does with a transfer that it has just committed as SENDING. */
  onHanded(process: Process, handed: Handed): void;
  /** What follows a credit at the other bank. */
  onCredit(transactionId: string): void;
  /** Counts ids, so that every one is new. */
  serial(): number;
  say(text: () => string): void;
};

/** Faults end here, and everything must come to its end. */
export const stormMs = 20 * 3600_000;

function drawShape(seed: number, random: Random, policy: Policy): Shape {
  // Drawn in any case, so that a seed is the same run under every policy that leaves the rail alone.
  const drawn = [random.chance(0.5), random.chance(0.5)] as const;
  const dedupes = policy.rail?.dedupes ?? drawn[0];
  const bounded = policy.rail?.lateBound ?? drawn[1];
  const calm = random.chance(0.2);
  const rate = (most: number): number => (calm || random.chance(0.3) ? 0 : random.next() * most);
  return {
    processes: random.between(1, 3),
    payments: random.pick([1, 1, 1, 2, 2, 3]),
    rail: { dedupes, boundSeconds: bounded ? 600 : null, replyLost: rate(0.4), late: rate(0.6), silent: random.chance(0.03) ? 0.3 : 0, deaf: random.chance(0.01) },
    querySchedule: random.chance(0.5) ? [60, 60, 60, 300] : [1, 2, 4, 8, 15, 30, 300],
    crash: rate(0.1),
    pause: rate(0.1),
    commitUnknown: rate(0.15),
    requestLost: random.chance(0.2) ? random.next() * 0.5 : 0,
    refused: rate(0.2),
    unreachable: random.chance(0.0003),
    // Of a source of its own, so that a seed without scheduled payments is the run it always was.
    scheduled: seededRandom(seed ^ 0x5c4ed).chance(0.3) ? 0.6 : 0,
  };
}

export function createWorld(seed: number, policy: Policy, say: (text: string) => void): World {
  const random = seededRandom(seed);
  const timeline = createTimeline();
  const shape = drawShape(seed, random, policy);
  const books = emptyBooks();
  const returned = new Set<string>();
  let serial = 0;
  const tracing = say !== silent;
  const world: World = {
    shape,
    policy,
    random,
    timeline,
    books,
    rail: createRail(policy.railBreaksBound === true ? { ...shape.rail, boundSeconds: null } : shape.rail, random, timeline, (transactionId) => credited(world, transactionId)),
    believed: {
      name: 'model',
      dedupes: policy.believes?.dedupes ?? shape.rail.dedupes,
      lateBoundSeconds: policy.believes?.lateBoundSeconds ?? shape.rail.boundSeconds,
      queryScheduleSeconds: shape.querySchedule,
      enquire: () => Promise.reject(new Error('not modelled')),
      send: () => Promise.reject(new Error('not modelled')),
      query: () => Promise.reject(new Error('not modelled')),
    },
    processes: [newProcess(1), ...Array.from({ length: shape.processes - 1 }, (_, index) => newProcess(index + 2))],
    returned,
    reversed: new Set(),
    onDue: () => undefined,
    onHanded: () => undefined,
    onCredit: () => undefined,
    serial: () => ++serial,
    say: (text) => {
      if (tracing) say(`${clock(timeline.now())}  ${text()}`);
    },
  };
  world.say(() => `shape ${JSON.stringify(shape)}`);
  return world;
}

/** Says nothing, and costs nothing. */
export const silent = (_text: string): void => undefined;

const newProcess = (number: number): Process => ({ name: `p${number}`, life: 0, downUntilMs: 0, pausedUntilMs: 0 });

function credited(world: World, transactionId: string): void {
  const credits = world.rail.credits(transactionId);
  world.say(() => `rail: credits ${transactionId}, now ${credits} times`);
  hold('I7', credits === 1, () => `the rail credited ${transactionId} ${credits} times`);
  const state = world.books.transfers.get(transactionId)?.state;
  hold('I7', state !== 'FAILED' && state !== 'CANCELLED', () => `the rail credited ${transactionId} after its money was released`);
  world.onCredit(transactionId);
}

function clock(ms: number): string {
  const text = (value: number, width: number): string => String(value).padStart(width, '0');
  return `${text(Math.floor(ms / 3600_000), 2)}:${text(Math.floor(ms / 60_000) % 60, 2)}:${text(Math.floor(ms / 1000) % 60, 2)}.${text(ms % 1000, 3)}`;
}
