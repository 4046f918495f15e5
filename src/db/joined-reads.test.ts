/** Records that several ask for in one turn are read by one statement, and each asker hears of its own alone. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hearStatements } from '#tests/support/hear-statements.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import type { Asker } from './database.ts';
import { readById, sql } from './sql.ts';

type Note = { subject: string; actor: string };

let app: TestApp;
let other: TestTenant;
/** The ids of each look-up, as the server reads them. */
let lookUps: unknown[] = [];

beforeAll(async () => {
  hearStatements((text, [, ids]) => {
    if (text.includes('from own_limit join')) lookUps.push(ids);
  });
  app = await startTestApp({ worker: false });
  other = await app.addTenant();
  for (const [tenantId, subjects] of [[app.tenantId, ['a', 'b', 'c']], [other.tenantId, ['b', 'd']]] as const) {
    await app.db.write(tenantId, (tx) => tx.execute(sql`
      insert into own_limit (tenant_id, subject, limit_id, per_transfer_kobo, actor, reason, created_at)
      select ${tenantId}, subject, 'lim_' || number, 1, 'actor ' || number, 'test', now() from unnest(${subjects}::text[]) as s (subject) cross join generate_series(1, 2) as number`));
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});
beforeEach(() => {
  lookUps = [];
});

const notesOf = (asker: Asker, subjects: readonly string[], without = ''): Promise<Note[]> => asker.rows<Note>(readById(asker, subjects, 'subject', (asked) => sql`
  select subject, actor from own_limit join ${asked} on tenant_id = of_tenant and subject = of_id where actor <> ${without} order by subject, actor`));

const read = (tenantId: string, subjects: readonly string[], without?: string): Promise<string[]> => app.db.readShared(tenantId, async (opening) => {
  opening.lastly();
  return (await notesOf(opening, subjects, without)).map(({ subject, actor }) => `${subject}: ${actor}`);
});

const both = (subject: string): string[] => [`${subject}: actor 1`, `${subject}: actor 2`];

test('look-ups by one id each are one, also of one id twice and of one that is not there; nothing is seen of another tenant', async () => {
  const answers = await Promise.all([read(app.tenantId, ['b']), read(app.tenantId, ['a']), read(other.tenantId, ['b']), read(app.tenantId, ['b']), read(app.tenantId, ['d'])]);
  expect(answers).toEqual([both('b'), both('a'), both('b'), both('b'), []]);
  expect(lookUps.toSorted()).toEqual(['{"b","a","d"}', '{"b"}']);
});

test('look-ups with other values, and those by several ids, have statements of their own', async () => {
  const answers = await Promise.all([read(app.tenantId, ['a']), read(app.tenantId, ['a'], 'actor 1'), read(app.tenantId, ['a', 'b', 'a']), read(app.tenantId, ['c'])]);
  expect(answers).toEqual([both('a'), ['a: actor 2'], [...both('a'), ...both('b')], both('c')]);
  expect(lookUps.toSorted()).toEqual(['{"a","b"}', '{"a","c"}', '{"a"}']);
});

test('rows that one asker has got are not those of another who asked for the same', async () => {
  const [first, second] = await Promise.all([0, 1].map(() => app.db.readShared(app.tenantId, async (opening) => notesOf(opening, ['a']))));
  first?.pop();
  expect(second).toHaveLength(2);
});

test('a look-up that fails fails for who asked it; the others are read again, each alone', async () => {
  const answers = await Promise.allSettled([
    read(app.tenantId, ['a']),
    app.db.readShared(app.tenantId, (opening) => opening.rows(sql`select 1 / (select count(*) from credential where credential_id = 'nobody')`)),
    read(app.tenantId, ['b']),
  ]);
  expect(answers).toMatchObject([{ value: both('a') }, { reason: { code: '22012' } }, { value: both('b') }]);
});

test('in a transaction that nobody shares, it is a statement like any other', async () => {
  const answers = await app.db.read(app.tenantId, (tx) => Promise.all([notesOf(tx, ['a']), notesOf(tx, ['b'])]));
  expect(answers.map((notes) => notes.map(({ subject }) => subject))).toEqual([['a', 'a'], ['b', 'b']]);
  expect(lookUps).toEqual(['{"a"}', '{"b"}']);
});
