/**
 * Lanes: money commands travel in batches. While one batch of a tenant is in the database, arriving commands wait;
 * then all of them, up to 256, are the next batch, in one transaction, which batches of other tenants may share:
 *
 *   load(opening, commands)          one query for each table, rows locked in id order
 *   decide(facts, command, effects)  pure: no I/O, no clock, no randomness but what facts and command carry
 *   apply(tx, effects, facts)        one statement for each table
 *
 * Commands of one batch see each other's effects in order, because `decide` updates the facts. If the transaction of a
 * batch fails, its commands run again one by one, so that a poisoned command fails alone. Every command must
 * therefore be harmless to run twice: by its requestId, or by the state it leaves.
 */
import type { Database, Opening, Tx } from '#src/db/database.ts';
import { CommitUnknown, isRetryable, sqlState } from '#src/db/database.ts';
import { crashPoint } from './crash-points.ts';
import { isWorthAnotherTry } from './requests.ts';

export type LaneSpec<Command, Facts, Effects, Result> = {
  name: string;
  /** What its batches travel with; its name, where it says nothing. */
  kind?: string;
  /**
   * What needs no clock is asked at once: it travels with BEGIN. Calls `lastly` in the turn in which it asks what it asks last, locks included: what a lane around this one
   * reads travels with it.
   */
  load(opening: Opening, commands: readonly Command[], lastly: () => void): Promise<Facts>;
  newEffects(): Effects;
  /** May throw a Failure: the command then has no effects (it must throw before it adds any). */
  decide(facts: Facts, command: Command, effects: Effects): Result;
  /** Calls `tx.lastly` in the turn in which it asks what it asks last, where no answer to it can undo the batch. */
  apply(tx: Tx, effects: Effects, facts: Facts): Promise<void>;
  /** After commit, with the effects that are now true; wakes the worker and the like. */
  committed?(tenantId: string, effects: Effects): void;
};

export type Lane<Command, Result> = {
  /** Resolves when the command's effects are durable. Rejects with the Failure that `decide` threw, or with our own trouble. */
  run(tenantId: string, command: Command): Promise<Result>;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
};

type Waiting<Command, Result> = { command: Command; resolve(result: Result): void; reject(error: unknown): void };
type Decided<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

/** More than this and a batch's own length becomes the wait of the next. */
const maxBatch = 256;
/** Beyond this many waiting commands of one tenant the process refuses more: a queue without a bound only hides an outage. */
const maxWaiting = 10_000;
const attemptsAlone = 4;

export function createLane<Command, Facts, Effects, Result>(
  db: Database,
  spec: LaneSpec<Command, Facts, Effects, Result>,
  tooBusy: () => Error,
): Lane<Command, Result> {
  const queues = new Map<string, Waiting<Command, Result>[]>();
  const idleWaiters: (() => void)[] = [];
  const together: Database['open'] = (tenantId, work) => db.openTogether(spec.kind ?? spec.name, tenantId, work);

  /** `take` is asked when the transaction begins, and again when it has to run anew. */
  async function runBatch(tenantId: string, open: Database['open'], take: () => readonly Command[]): Promise<Decided<Result>[]> {
    crashPoint(`${spec.name}.before_begin`);
    const { decided, effects } = await open(tenantId, async (opening) => {
      const own = spec.newEffects();
      const commands = take();
      opening.begun.then(() => crashPoint(`${spec.name}.begun`), () => undefined);
      const facts = await spec.load(opening, commands, () => undefined);
      const tx = await opening.begun;
      crashPoint(`${spec.name}.loaded`);
      const results = commands.map((command): Decided<Result> => {
        try {
          return { ok: true, result: spec.decide(facts, command, own) };
        } catch (error) {
          return { ok: false, error };
        }
      });
      await spec.apply(tx, own, facts);
      crashPoint(`${spec.name}.applied`);
      return { decided: results, effects: own };
    });
    crashPoint(`${spec.name}.committed`);
    spec.committed?.(tenantId, effects);
    return decided;
  }

  async function runAlone(tenantId: string, command: Command): Promise<Decided<Result>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [decided] = await runBatch(tenantId, db.open, () => [command]);
        if (decided === undefined) throw new Error('A batch of one gave no result.');
        return decided;
      } catch (error) {
        if (!isWorthAnotherTry(error) || attempt === attemptsAlone) return { ok: false, error };
      }
    }
  }

  /** When the database itself is away, the first command's patience is enough for all: the rest fail with its error. */
  async function runEach(tenantId: string, batch: readonly Waiting<Command, Result>[]): Promise<void> {
    let away: Decided<Result> | null = null;
    for (const waiting of batch) {
      const decided: Decided<Result> = away ?? (await runAlone(tenantId, waiting.command));
      if (!decided.ok && isAway(decided.error)) away = decided;
      settle(waiting, decided);
    }
  }

  async function drain(tenantId: string, queue: Waiting<Command, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch: Waiting<Command, Result>[] = [];
      const fill = (): void => {
        if (batch.length === 0) batch.push(...queue.splice(0, maxBatch));
      };
      try {
        const results = await runBatch(tenantId, together, () => {
          fill();
          return batch.map((waiting) => waiting.command);
        });
        batch.forEach((waiting, index) => settle(waiting, results[index]));
      } catch {
        // The batch left nothing behind, or its COMMIT is unknown: each command alone finds out.
        fill();
        await runEach(tenantId, batch);
      }
    }
    queues.delete(tenantId);
    if (queues.size === 0) for (const wake of idleWaiters.splice(0)) wake();
  }

  return {
    run(tenantId, command) {
      return new Promise<Result>((resolve, reject) => {
        const waiting = { command, resolve, reject };
        const queue = queues.get(tenantId);
        if (queue === undefined) {
          const fresh = [waiting];
          queues.set(tenantId, fresh);
          // Commands that arrive in this turn of the event loop travel together.
          setImmediate(() => void drain(tenantId, fresh));
        } else if (queue.length >= maxWaiting) reject(tooBusy());
        else queue.push(waiting);
      });
    },
    idle: () => (queues.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}

/** Is the database out of reach, rather than one command in the way of another (class 40)? */
function isAway(error: unknown): boolean {
  return error instanceof CommitUnknown || (isRetryable(error) && sqlState(error)?.startsWith('40') !== true);
}

function settle<Command, Result>(waiting: Waiting<Command, Result>, decided: Decided<Result> | undefined): void {
  if (decided === undefined) waiting.reject(new Error('A command of a batch gave no result.'));
  else if (decided.ok) waiting.resolve(decided.result);
  else waiting.reject(decided.error);
}
