/** `npm run rotate-master-key` beside a running program, as an operator types it; and cut off in the middle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl, type Ended, inherited, runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { openCustomer, succeed } from './journeys/payer.ts';

/** Each command is a program of its own, and starts as one. */
const patienceMs = 120_000;
const [first, second] = ['a1'.repeat(32), 'b2'.repeat(32)] as const;

let app: TestApp;
const others: { tenant: TestTenant; customerId: string }[] = [];
let owner: pg.Client;
beforeAll(async () => {
  // As a program stands while its key is replaced: it has both.
  app = await startTestApp({ env: { MASTER_KEY: first, PREVIOUS_MASTER_KEY: second } });
  for (let count = 0; count < 8; count += 1) {
    const tenant = await app.addTenant();
    others.push({ tenant, customerId: await openCustomer(tenant) });
  }
  owner = new pg.Client(app.database.connection);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const rotate = (env: Record<string, string>, ...args: string[]): Promise<Ended> => runProgram('src/cli/rotate-master-key.ts', args, app.database.connection, env);

/** Tenants by the fingerprint their keys are under. */
async function standing(): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ id: string; tenants: number }>('select wrapped_by as id, count(distinct tenant_id)::int as tenants from openteller.tenant_key group by 1');
  return new Map(rows.map(({ id, tenants }) => [id, tenants]));
}

const readEverybody = () => Promise.all(others.map(({ tenant, customerId }) => succeed(tenant.call('GET', `/customer/profile/${customerId}`))));

test('without a second key, with the same one, or with a damaged one it says what to set, and never repeats a key', async () => {
  for (const env of [{ MASTER_KEY: first }, { MASTER_KEY: first, NEXT_MASTER_KEY: first }, { MASTER_KEY: first, NEXT_MASTER_KEY: second.slice(2) }, { MASTER_KEY: 'c3'.repeat(32), NEXT_MASTER_KEY: 'd4'.repeat(32) }]) {
    const { exitCode, stdout, stderr } = await rotate(env);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/NEXT_MASTER_KEY|next key|under neither/);
    expect(stderr).not.toMatch(/(a1|b2|c3|d4){20}/);
  }
  expect((await standing()).size).toBe(1);
}, patienceMs);

test('a dry run says how many, and changes nothing', async () => {
  const before = await standing();
  const tenants = 2 * (others.length + 1);
  const { exitCode, stdout } = await rotate({ MASTER_KEY: first, NEXT_MASTER_KEY: second }, '--dry-run');
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^Under the present key \\(\\w{16}\\): ${tenants} tenants\\. Under the next one \\(\\w{16}\\): 0\\.\nNothing was changed\\.`))]);
  expect(await standing()).toEqual(before);
}, patienceMs);

test('killed in the middle, it goes on where it was cut off, and the program reads everybody throughout', async () => {
  const [present = ''] = (await standing()).keys();
  // It waits at a tenant in the middle, whose keys somebody holds.
  await owner.query('begin');
  await owner.query('select 1 from openteller.tenant_key where tenant_id = (select tenant_id from openteller.tenant_key group by 1 order by 1 offset 8 limit 1) for update');
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-rotation-'));
  const child = spawn(process.execPath, ['src/cli/rotate-master-key.ts'], {
    env: { ...inherited, DATA_DIR: dataDir, DATABASE_URL: databaseUrl(app.database.connection), MASTER_KEY: first, NEXT_MASTER_KEY: second }, stdio: 'ignore',
  });
  try {
    await expect.poll(async () => (await standing()).size).toBe(2);
    await expect.poll(async () => (await standing()).get(present)).toBe(10);
    await readEverybody();
    child.kill('SIGKILL');
    await once(child, 'exit');
  } finally {
    await owner.query('rollback');
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect((await standing()).get(present)).toBe(10);
  // Under either alone no program would start, and no organization is made.
  const create = (env: Record<string, string>) => runProgram('src/cli/organizations.ts', ['create', 'Late', '--owner', 'late@example.com'], app.database.connection, env);
  expect(await create({ MASTER_KEY: second })).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('PREVIOUS_MASTER_KEY') });
  // Now in the environment that programs have in the end: the new key, and the one before.
  const [{ exitCode, stdout }] = await Promise.all([rotate({ MASTER_KEY: second, PREVIOUS_MASTER_KEY: first }), ...Array.from({ length: 5 }, readEverybody)]);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/The keys of 10 tenants were wrapped anew; none is under the key before\. Next:\n {2}1\. Restart every program/)]);
  expect([...(await standing()).values()]).toEqual([2 * (others.length + 1)]);
  await readEverybody();
  expect(await create({ MASTER_KEY: second })).toMatchObject({ exitCode: 0 });
}, patienceMs);
