/**
 * Several tenants on one connection, in one transaction. What they ask in one turn goes as one group, and statements that all of them ask and that are `joinable` go as one
 * statement with the rows of all: reading, planning and answering one costs the same for one row as for thirty (docs/performance.md). Each tenant is answered with its own rows.
 *
 * Whose rows a statement may see is told to row-level security before it: those of one tenant, or for a joined one those of the tenants that travel.
 */
import type pg from 'pg';
import { expectPresent } from '#src/lib/assert.ts';
import { type Sql, sql } from './sql.ts';
import type { Answer, Asking } from './statement-group.ts';

type Ask = (query: Sql) => Promise<Answer>;
type Asked = { tenantId: string; query: Sql; resolve(answer: Answer): void; reject(error: unknown): void };

/** Sees the rows of this tenant alone. */
function asTenant(tenantId: string): Sql {
  return sql`select set_config('app.tenant_id', ${tenantId}, true), set_config('app.tenant_ids', '', true)`;
}

/** Sees the rows of these tenants. */
export function asTenants(tenantIds: readonly string[]): Sql {
  return sql`select set_config('app.tenant_id', '', true), set_config('app.tenant_ids', ${tenantIds.join(',')}, true)`;
}

/** Answers how each tenant asks. The transaction stands at `asTenants(tenantIds)`. */
export function joinStatements(asking: Pick<Asking, 'ask' | 'beforeSend'>, tenantIds: readonly string[]): (tenantId: string) => Ask {
  let asked = new Map<string, Asked[]>();
  /** Whose rows are seen now; null: of all that travel. */
  let seen: string | null = null;

  const see = (whose: string | null): void => {
    if (seen === whose) return;
    seen = whose;
    // Whatever keeps it from being set fails the statement behind it too.
    asking.ask(whose === null ? asTenants(tenantIds) : asTenant(whose)).catch(() => undefined);
  };

  const send = (): void => {
    const queues = [...asked.values()];
    asked = new Map();
    const told = inOrder(queues).map(async (together): Promise<() => void> => {
      see(together[0].query.joinable === true ? null : together[0].tenantId);
      try {
        const answers = await askOnce(asking, together);
        return () => together.forEach(({ resolve }, index) => resolve(expectPresent(answers[index], 'answer')));
      } catch (error) {
        return () => together.forEach(({ reject }) => reject(error));
      }
    });
    // All at once, so that those who ask the same again ask it together again.
    void Promise.all(told).then((tellings) => {
      for (const telling of tellings) telling();
    });
  };

  return (tenantId) => (query) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (asked.size === 0) asking.beforeSend(send);
    const queue = asked.get(tenantId) ?? [];
    asked.set(tenantId, queue);
    queue.push({ tenantId, query, resolve, reject });
    return promise;
  };
}

type Together = [Asked, ...Asked[]];

/**
 * What is asked as one, in an order that keeps each tenant's own. First what no tenant has further back, so that those who skip a statement do not part the others.
 */
function inOrder(queues: readonly Asked[][]): Together[] {
  const order: Together[] = [];
  const behind = new Map<string, number>();
  const count = ({ query: { name, joinable } }: Asked, by: number): void => {
    if (joinable === true) behind.set(name, (behind.get(name) ?? 0) + by);
  };
  const places = queues.map((queue) => {
    queue.forEach((each, index) => index > 0 && count(each, 1));
    return { queue, at: 0 };
  });
  for (;;) {
    const first = nextOf(places, behind);
    if (first === undefined) return order;
    const together: Together = [first];
    for (const place of places) {
      const head = place.queue[place.at];
      if (head === undefined || (head !== first && !joins(head.query, first.query))) continue;
      if (head !== first) together.push(head);
      place.at += 1;
      const next = place.queue[place.at];
      if (next !== undefined) count(next, -1);
    }
    order.push(together);
  }
}

/** The first of those in front that no tenant has further back, or the first. */
function nextOf(places: readonly { queue: readonly Asked[]; at: number }[], behind: ReadonlyMap<string, number>): Asked | undefined {
  let first: Asked | undefined;
  for (const { queue, at } of places) {
    const head = queue[at];
    if (head === undefined) continue;
    if ((behind.get(head.query.name) ?? 0) === 0) return head;
    first ??= head;
  }
  return first;
}

function joins(one: Sql, other: Sql): boolean {
  return one.joinable === true && other.joinable === true && one.name === other.name && one.values.every((value, index) => sameScalar(value, other.values[index]));
}

function sameScalar(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) return Array.isArray(other);
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime();
  return one === other;
}

async function askOnce(asking: Pick<Asking, 'ask'>, together: Together): Promise<Answer[]> {
  const [{ query }] = together;
  return together.length === 1 ? [await asking.ask(query)] : dealt(await asking.ask(joined(query, together)), together);
}

function joined(first: Sql, together: Together): Sql {
  return { ...first, values: first.values.map((value, index) => (Array.isArray(value) ? oneList(together, index) : value)) };
}

/** The lists that stand in one place of all. */
function oneList(together: Together, index: number): unknown[] {
  const list: unknown[] = [];
  for (const { query } of together) {
    const own = query.values[index];
    if (Array.isArray(own)) for (const item of own) list.push(item);
  }
  return list;
}

/** To each tenant its own rows. */
function dealt({ command, rows, rowCount }: Answer, together: Together): Answer[] {
  if (rows.length === 0) return countedAsAsked(command, rowCount ?? 0, together);
  const own = new Map<string, pg.QueryResultRow[]>();
  for (const { tenantId } of together) own.set(tenantId, []);
  for (const row of rows) {
    const mine = own.get(String(row['tenantId']));
    if (mine === undefined) throw new Error('A joined statement answered a row that is nobody\'s.');
    mine.push(row);
  }
  return together.map(({ tenantId }) => {
    const mine = own.get(tenantId) ?? [];
    return { command, rows: mine, rowCount: mine.length };
  });
}

/** Of an insertion that answers nothing: each tenant's rows are in, or the statement would have failed. */
function countedAsAsked(command: string, rowCount: number, together: Together): Answer[] {
  const counts = together.map(({ query }) => (rowCount === 0 ? 0 : (query.values.find((value) => Array.isArray(value))?.length ?? 0)));
  if (counts.reduce((sum, count) => sum + count, 0) !== rowCount) throw new Error('A joined statement must answer whose rows it changed.');
  return counts.map((count) => ({ command, rows: [], rowCount: count }));
}
