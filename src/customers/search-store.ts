/** SQL of the search for customers by words. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql, type Sql } from '#src/db/sql.ts';
import type { Page } from '#src/lib/paging.ts';

export type Search = {
  /** All of these must begin a word of the customer; none where the text had no letter, digit or sign. */
  words: readonly string[];
  /** Or this is the whole customerId, or the index of the whole phone. */
  customerId: string;
  phoneIndex: Buffer | null;
};

/** Makes these the only words of a customer. */
export async function replaceWords(tx: Tx, customer: { customerId: string; createdAt: Date }, words: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from customer_word where tenant_id = ${tx.tenantId} and customer_id = ${customer.customerId} and word <> all (${words}::text[])`);
  await addWords(tx, customer, words);
}

/** Words a customer has already stay as they are. */
export async function addWords(tx: Tx, customer: { customerId: string; createdAt: Date }, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into customer_word (tenant_id, word, customer_id, created_at)
    select ${tx.tenantId}, w.word, ${customer.customerId}, ${customer.createdAt}::timestamptz from unnest(${words}::text[]) as w (word)
    on conflict do nothing`);
}

/**
 * The ids of one page of the customers found, newest first, and how many there are in all. `conditions` are further ones on `customer`; null where there are none,
 * and then no customer is read.
 */
export async function searchCustomers(tx: ReadTx, search: Search, conditions: Sql | null, page: Pick<Page, 'limit' | 'offset'>): Promise<{ ids: string[]; total: number }> {
  // Lateral, so that each row found is looked up by its key: a planner that knows no numbers might read all customers instead.
  const fitting = conditions === null ? sql`` : sql`cross join lateral (select 1 from customer where tenant_id = ${tx.tenantId} and customer_id = found.customer_id ${conditions} limit 1) as whole`;
  const [row] = await tx.rows<{ ids: string[]; total: number }>(sql`
    with found as materialized (${foundBy(tx, search, await rareWord(tx, search.words))}), fitting as materialized (select found.customer_id, found.created_at from found ${fitting})
    select (select count(*)::int from fitting) as total,
      array(select customer_id from fitting order by created_at desc, customer_id desc limit ${page.limit} offset ${page.offset}) as ids`);
  return row ?? { ids: [], total: 0 };
}

/** A word that at most so many customers have is worth looking up each of them for the others. */
const fewCustomers = 2_000;

/** Of several words the one that fewest customers have, where those are few; else null. */
async function rareWord(tx: ReadTx, words: readonly string[]): Promise<string | null> {
  if (words.length < 2) return null;
  const counts = words.map((word) => sql`select ${word}::text as word, (select count(*) from (select 1 from customer_word where ${begins(tx, word)} limit ${fewCustomers + 1}) as few)::int as customers`);
  const counted = await tx.rows<{ word: string; customers: number }>(counts.reduce((left, right) => sql`${left} union all ${right}`));
  const [rarest] = counted.toSorted((left, right) => left.customers - right.customers);
  return rarest === undefined || rarest.customers > fewCustomers ? null : rarest.word;
}

function begins(tx: ReadTx, word: string): Sql {
  return sql`tenant_id = ${tx.tenantId} and word >= ${word} and word < ${`${word}\u{10ffff}`}`;
}

function foundBy(tx: ReadTx, { words, customerId, phoneIndex }: Search, rare: string | null): Sql {
  const withOthers = words.filter((word) => word !== rare).map((word) => sql`cross join lateral (select 1 from customer_word where ${begins(tx, word)} and customer_id = few.customer_id limit 1)`);
  const byWords = rare === null
    ? words.map((word) => sql`select customer_id, created_at from customer_word where ${begins(tx, word)}`)
    : [withOthers.reduce((left, right) => sql`${left} ${right}`, sql`select few.customer_id, few.created_at from (select customer_id, created_at from customer_word where ${begins(tx, rare)}) as few`)];
  const byKeys = [
    sql`select customer_id, created_at from customer where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`,
    ...(phoneIndex === null ? [] : [sql`select customer_id, created_at from customer where tenant_id = ${tx.tenantId} and phone_index = ${phoneIndex}`]),
  ];
  const whole = byWords.length === 0 ? [] : [sql`(${byWords.reduce((left, right) => sql`${left} intersect ${right}`)})`];
  return [...whole, ...byKeys].reduce((left, right) => sql`${left} union ${right}`);
}
