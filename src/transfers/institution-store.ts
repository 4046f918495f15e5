/** The SQL of the rail's lists of institutions. */
import type { ListedInstitution } from '#src/banks/banks.ts';
import type { Environment } from '#src/context.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Institution } from './rails/rail.ts';

/** Far above any rail's membership; what a list has beyond is left out, and so is never read. */
export const mostInstitutions = 5000;

/**
 * Stores a list; each code once. Workers that store at once meet in the order of codes, and the younger list stands.
 * What is not in it stays as it was, and is thereby older than the list.
 */
export async function storeInstitutions(tx: Tx, environment: Environment, institutions: readonly Institution[]): Promise<void> {
  const rows = institutions.toSorted((a, b) => (a.nipCode < b.nipCode ? -1 : 1));
  await tx.execute(sql`
    insert into rail_institution as r (environment, nip_code, name, category, first_seen_at, refreshed_at)
    select ${environment}, i.nip_code, i.name, i.category, now(), now()
    from unnest(${rows.map((row) => row.nipCode)}::text[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.category)}::text[]) with ordinality as i (nip_code, name, category, place)
    order by i.place
    on conflict (environment, nip_code) do update set name = excluded.name, category = excluded.category, refreshed_at = excluded.refreshed_at
    where r.refreshed_at < excluded.refreshed_at`);
}

export type ListAge = { environment: Environment; refreshedAt: string; ageSeconds: number };

/** Of the environments that have a list. `refreshedAt` is the database's own text: a Date would drop its microseconds. */
export function readListAges(tx: ReadTx): Promise<ListAge[]> {
  return tx.rows<ListAge>(sql`
    select environment, max(refreshed_at)::text as "refreshedAt", extract(epoch from now() - max(refreshed_at))::float8 as "ageSeconds"
    from rail_institution group by environment order by environment limit 2`);
}

/** Everything ever listed, by code. */
export function readInstitutions(tx: ReadTx, environment: Environment): Promise<ListedInstitution[]> {
  return tx.rows<ListedInstitution>(sql`
    select nip_code as "nipCode", name, refreshed_at = max(refreshed_at) over () as current from rail_institution
    where environment = ${environment} order by nip_code limit ${2 * mostInstitutions}`);
}
