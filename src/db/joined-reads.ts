/**
 * Reads of a tenant in one transaction: records that several ask for in one turn by one statement are read by it once. Thirty look-ups by one key each cost the database three
 * times what one by thirty keys does, and the program a message and an answer for each (docs/performance.md).
 */
import type pg from 'pg';
import type { ById, Sql } from './sql.ts';
import type { Answer, Asking } from './statement-group.ts';

type Asked = { query: Sql; resolve(answer: Answer): void; reject(error: unknown): void };
/** Who asks for which id, and by what: the statement of the first. */
type Together = { query: Sql; byId: ById; askers: Map<string, Asked[]> };

/** Answers how to ask so that reads by id are joined. Only for transactions that write nothing: which of them goes first is not kept. */
export function joinReads({ ask, beforeSend }: Pick<Asking, 'ask' | 'beforeSend'>): Asking['ask'] {
  let asked: Asked[] = [];
  const send = (): void => {
    const all = asked;
    asked = [];
    for (const together of joined(all)) void readOnce(ask, together);
  };
  return (query) => {
    if (query.byId === undefined || query.byId.ids.length !== 1) return ask(query);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (asked.length === 0) beforeSend(send);
    asked.push({ query, resolve, reject });
    return promise;
  };
}

function joined(asked: readonly Asked[]): Together[] {
  const all: Together[] = [];
  for (const each of asked) {
    const { query } = each;
    const { byId } = query;
    const [id] = byId?.ids ?? [];
    if (byId === undefined || id === undefined) continue;
    let together = all.find((some) => asksTheSame(some, query, byId));
    if (together === undefined) {
      together = { query, byId, askers: new Map() };
      all.push(together);
    }
    const askers = together.askers.get(id);
    if (askers === undefined) together.askers.set(id, [each]);
    else askers.push(each);
  }
  return all;
}

/** By the same statement, of the same tenant, with the same values beside the ids. */
function asksTheSame({ query, byId }: Together, other: Sql, { tenantIds, ids }: ById): boolean {
  return query.name === other.name && byId.tenantIds[0] === tenantIds[0]
    && other.values.every((value, place) => value === ids || value === tenantIds || value === query.values[place]);
}

async function readOnce(ask: Asking['ask'], { query, byId, askers }: Together): Promise<void> {
  const all = [...askers.values()].flat();
  try {
    const { command, rows } = await ask(withIds(query, byId, [...askers.keys()]));
    const rowsOf = Map.groupBy(rows, (row: pg.QueryResultRow) => String(row[byId.column]));
    for (const [id, own] of askers) for (const { resolve } of own) resolve(answered(command, rowsOf.get(id) ?? []));
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
}

function withIds(query: Sql, { ids, tenantIds }: ById, all: readonly string[]): Sql {
  const values = query.values.map((value) => {
    if (value === ids) return all;
    return value === tenantIds ? all.map(() => tenantIds[0]) : value;
  });
  return { ...query, values };
}

function answered(command: string, rows: readonly pg.QueryResultRow[]): Answer {
  return { command, rows: [...rows], rowCount: rows.length };
}
