import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { EnvelopeError } from '#src/lib/envelope.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { countWrapped } from './count-wrapped.ts';
import { createOrganization } from './create-organization.ts';
import { createKeyring, type Place } from './keyring.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { wrappingBy } from './wrapping.ts';

const [before, after, another] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8), Buffer.alloc(32, 9)] as const;
const [present, next] = [wrappingBy(before), wrappingBy(after)];
const place: Place = { table: 'customer', column: 'bvn_sealed', row: '4821907365' };
const ids = systemIds();

let database: TestDatabase;
let db: Database;
let sealed: { tenantId: string; bytes: Buffer }[];
beforeEach(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.appConnection, { poolSize: 6, onError: () => undefined });
  sealed = await grown(before);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

/** Three organizations under a key, and something sealed in each of their tenants. */
async function grown(masterKey: Buffer): Promise<{ tenantId: string; bytes: Buffer }[]> {
  const keyring = createKeyring(db, masterKey);
  const organizations = await Promise.all(['Ada', 'Bayo', 'Chidi'].map((name) => createOrganization(db, ids, masterKey, name)));
  return Promise.all(organizations.flatMap(({ tenants }) => [tenants.sandbox, tenants.live]).map(async (tenantId) => ({ tenantId, bytes: (await keyring.of(tenantId)).seal(place, tenantId) })));
}

/** Opens what was sealed in each tenant, from nothing. */
async function readable(masterKey: Buffer, previous: Buffer | null = null): Promise<string[]> {
  const keyring = createKeyring(db, masterKey, previous);
  return Promise.all(sealed.map(async ({ tenantId, bytes }) => (await keyring.of(tenantId)).open(place, bytes)));
}

const rotate = () => rotateMasterKey({ db, ids, actor: 'operator' }, present, next);

test('everything opens under the next key, nothing under the one before, and each tenant\'s audit log says so', async () => {
  const everything = sealed.map(({ tenantId }) => tenantId);
  expect(await countWrapped(db, [present, next])).toEqual({ under: new Map([[present.id, 6], [next.id, 0]]), elsewhere: 0 });
  expect(await rotate()).toBe(6);
  expect(await readable(after)).toEqual(everything);
  await expect(readable(before)).rejects.toThrow(EnvelopeError);
  expect(await countWrapped(db, [present, next])).toEqual({ under: new Map([[present.id, 0], [next.id, 6]]), elsewhere: 0 });
  expect(await countWrapped(db, [wrappingBy(another)])).toEqual({ under: new Map([[wrappingBy(another).id, 0]]), elsewhere: 6 });
  for (const tenantId of everything) {
    const entries = await db.read(tenantId, (tx) => tx.rows(sql`select actor, action, subject, details from audit_entry where tenant_id = ${tx.tenantId}`));
    expect(entries).toEqual([{ actor: 'operator', action: 'tenant.keys_rewrapped', subject: tenantId, details: { keys: 3, from: present.id, to: next.id } }]);
  }
  expect(await rotate()).toBe(0);
});

test('keys from before there were fingerprints rotate too', async () => {
  for (const { tenantId } of sealed) await db.write(tenantId, (tx) => tx.execute(sql`update tenant_key set wrapped_by = null where tenant_id = ${tx.tenantId}`));
  expect(await readable(before)).toHaveLength(6);
  expect(await countWrapped(db, [next, present])).toEqual({ under: new Map([[next.id, 0], [present.id, 6]]), elsewhere: 0 });
  expect(await rotate()).toBe(6);
  expect(await readable(after)).toHaveLength(6);
});

test('a program with both keys reads everything throughout, and makes organizations that the rotation finds', async () => {
  const everything = sealed.map(({ tenantId }) => tenantId);
  const rotation = rotate();
  let over = false;
  void rotation.finally(() => {
    over = true;
  });
  let reads = 0;
  while (!over || reads === 0) {
    expect(await readable(after, before)).toEqual(everything);
    expect(await readable(before, after)).toEqual(everything);
    reads += 1;
  }
  expect(await rotation).toBe(6);
  sealed.push(...await grown(before));
  expect(await rotate()).toBe(6);
  expect(await readable(after)).toHaveLength(12);
});

test('a key that is under neither stops it there, and what was done stays and is readable', async () => {
  const strange = await grown(another);
  await expect(rotate()).rejects.toThrow(EnvelopeError);
  expect(await readable(after, before)).toEqual(sealed.map(({ tenantId }) => tenantId));
  sealed = strange;
  expect(await readable(another)).toHaveLength(6);
});
