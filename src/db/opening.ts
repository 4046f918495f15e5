/** A transaction in the hands of whoever works in it, before and after its beginning is answered. */
import type pg from 'pg';
import type { Asking } from './statement-group.ts';
import { startOf } from './transaction-clock.ts';
import type { Opening, Writer } from './tx.ts';

export function writerOf(tenantId: string, ask: Asking['ask'], lastly: () => void): Writer {
  return {
    tenantId,
    rows: (query) => ask(query).then(({ rows }) => rows),
    execute: (query) => ask(query).then(({ rowCount }) => rowCount ?? 0),
    lastly,
  };
}

export function openingOf(tenantId: string, started: Promise<pg.QueryResultRow[]>, ask: Asking['ask'], lastly: () => void): Opening {
  const writer = writerOf(tenantId, ask, lastly);
  return { ...writer, begun: heardOf(started.then((rows) => ({ ...writer, ...startOf(tenantId, rows) }))) };
}

/** Work that waits for the beginning. */
export function begun<Begun, T>(work: (tx: Begun) => Promise<T>): (opening: { begun: Promise<Begun> }) => Promise<T> {
  return (opening) => opening.begun.then(work);
}

/** Work that need not wait for the beginning, which may not have been one all the same. */
export function begunAfter<Some extends { begun: Promise<unknown> }, T>(work: (opening: Some) => Promise<T>): (opening: Some) => Promise<T> {
  return async (opening) => {
    const result = await work(opening);
    await opening.begun;
    return result;
  };
}

/** Hands out calls, and makes its own when each of those has been made. */
export function whenAll(call: () => void): () => () => void {
  const open = new Set<object>();
  return () => {
    const one = {};
    open.add(one);
    return () => {
      if (open.delete(one) && open.size === 0) call();
    };
  };
}

/** A failure that whoever waits for it may hear of later, or by another way. */
export function heardOf<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

