/** What travels together: statements with BEGIN, COMMIT with the last of them; and what of a failure stands then. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hearStatements } from '#tests/support/hear-statements.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { CommitUnknown, type Opening, type Tx } from './database.ts';
import { type Sql, sql } from './sql.ts';

let app: TestApp;
let other: TestTenant;
/** First words of the statements of each group. */
let groups: string[][] = [];

beforeAll(async () => {
  hearStatements((text, _values, place) => {
    if (place === 0) groups.push([]);
    groups.at(-1)?.push(text.trim().split(' ').slice(0, 2).join(' '));
  });
  app = await startTestApp({ worker: false });
  other = await app.addTenant();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});
beforeEach(() => {
  groups = [];
});

const note = ({ tenantId }: { tenantId: string }, subject: string): Sql => sql`insert into own_limit (tenant_id, subject, limit_id, per_transfer_kobo, actor, reason, created_at) values (${tenantId}, ${subject}, 'lim_trips', 1, 'test', 'test', now())`;
const noted = async (subject: string): Promise<number> => (await app.db.read(app.tenantId, (tx) => tx.rows(sql`select 1 from own_limit where tenant_id = ${tx.tenantId} and subject = ${subject}`))).length;

test('what is asked before the clock is known travels with BEGIN', async () => {
  const now = await app.db.open(app.tenantId, async (opening) => {
    const [, tx] = await Promise.all([opening.rows(sql`select 'early'`), opening.begun]);
    return tx.now;
  });
  expect(now).toBeInstanceOf(Date);
  expect(groups).toEqual([['begin isolation', 'select set_config(\'app.tenant_id\',', 'select tenant_id', 'select \'early\''], ['commit']]);
});

test('COMMIT travels with what is asked last, be it asked before or after that is said', async () => {
  await app.db.write(app.tenantId, async (tx) => {
    const first = tx.execute(note(tx, 'one trip'));
    tx.lastly();
    await Promise.all([first, tx.execute(note(tx, 'one trip too'))]);
  });
  expect(groups.slice(1)).toEqual([['insert into', 'insert into', 'commit']]);
  await app.db.open(app.tenantId, (opening) => {
    opening.lastly();
    return opening.execute(note(opening, 'no trip'));
  });
  expect(groups.slice(2)).toEqual([[...Array.from({ length: 3 }, () => expect.any(String)), 'insert into', 'commit']]);
  expect([await noted('one trip'), await noted('one trip too'), await noted('no trip')]).toEqual([1, 1, 1]);
});

test('a page near the new end of a list is read in one trip, and one that lies deep in it is found first', async () => {
  await app.call('GET', '/transfers?page=1&pageSize=20');
  groups = [];
  const first = await app.call('GET', '/transfers?page=2&pageSize=20&status=FAILED');
  expect(first).toMatchObject({ status: 200, json: { total: 0 } });
  expect(groups.filter((group) => group.includes('with mark'))).toEqual([['begin read', 'select set_config(\'app.tenant_id\',', 'select tenant_id', 'with mark', 'select transaction_id', 'commit']]);
  groups = [];
  expect(await app.call('GET', '/transfers?page=100&pageSize=20')).toMatchObject({ status: 200, json: { total: 0 } });
  expect(groups.filter((group) => group.includes('with mark') || group.includes('commit')).map((group) => group.at(-1))).toEqual(['with mark', 'commit']);
});

test('of those who travel together the last to say so ends it for all', async () => {
  const short = async (opening: Opening): Promise<void> => {
    opening.lastly();
    await opening.execute(note(opening, 'short'));
  };
  const long = async (tx: Tx): Promise<void> => {
    await tx.rows(sql`select 'long'`);
    tx.lastly();
    await tx.execute(note(tx, 'long'));
  };
  await Promise.all([app.db.openTogether('test', app.tenantId, short), app.db.writeTogether('test', other.tenantId, long)]);
  expect(groups.map((group) => group.at(-1))).toEqual(['insert into', 'select \'long\'', 'commit']);
});

test('a statement that fails before COMMIT in the same group undoes all', async () => {
  const failing = app.db.write(app.tenantId, async (tx) => {
    tx.lastly();
    await Promise.all([tx.execute(note(tx, 'undone')), tx.rows(sql`select refuse('This must not stand.')`), tx.rows(sql`select 'behind'`)]);
  });
  await expect(failing).rejects.toThrow('This must not stand.');
  expect(await noted('undone')).toBe(0);
});

test('the reason is told even where whoever waits for a statement behind it hears of that one first', async () => {
  const failing = app.db.write(app.tenantId, (tx) => {
    const fails = tx.rows(sql`select refuse('The reason.', 'OT999')`).then(() => undefined, (error: unknown) => new Promise((_, reject) => setImmediate(reject, error)));
    return Promise.all([fails, tx.rows(sql`select 'behind'`)]);
  });
  await expect(failing).rejects.toMatchObject({ message: 'The reason.', code: 'OT999' });
});

test('work that fails in the turn in which it asks for the end commits nothing', async () => {
  const failing = app.db.write(app.tenantId, async (tx) => {
    const asked = tx.execute(note(tx, 'refused'));
    tx.lastly();
    await Promise.all([asked, Promise.reject(new Error('refused'))]);
  });
  await expect(failing).rejects.toThrow('refused');
  expect(await noted('refused')).toBe(0);
});

test('work that fails when its COMMIT has gone may be done: that is what is told', async () => {
  const failing = app.db.write(app.tenantId, async (tx) => {
    tx.lastly();
    await tx.execute(note(tx, 'stands'));
    throw new Error('too late');
  });
  await expect(failing).rejects.toThrow(CommitUnknown);
  await expect(failing).rejects.toMatchObject({ cause: { message: 'too late' } });
  expect(await noted('stands')).toBe(1);
});

test('nothing is asked behind the end, and a beginning that fails is told to whoever waits for it', async () => {
  await expect(app.db.write(app.tenantId, async (tx) => {
    tx.lastly();
    await tx.rows(sql`select 1`);
    await tx.execute(note(tx, 'late'));
  })).rejects.toThrow(CommitUnknown);
  expect(await noted('late')).toBe(0);
  await expect(app.db.open('ten_none', ({ begun }) => begun)).rejects.toThrow('No such tenant');
  await expect(app.db.open('ten_none', (opening) => opening.rows(sql`select 1`))).rejects.toThrow('No such tenant');
});

test('short reads that are all asked for at once are one trip, whoever shares them', async () => {
  const reads = [1, 2, 3].map((which) => app.db.readShared(app.tenantId, (opening) => {
    opening.lastly();
    return opening.rows<{ which: number }>(sql`select ${which}::int as which`);
  }));
  expect((await Promise.all(reads)).map(([row]) => row?.which)).toEqual([1, 2, 3]);
  expect(groups).toEqual([['begin read', 'select set_config(\'app.tenant_id\',', 'select tenant_id', ...Array.from({ length: 3 }, () => 'select $1::int'), 'commit']]);
});
