import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { EnvelopeError } from '#src/lib/envelope.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createOrganization } from './create-organization.ts';
import { createKeyring, type Place, type TenantKeys } from './keyring.ts';

const masterKey = Buffer.alloc(32, 7);
const number = '22200000001';

let database: TestDatabase;
let db: Database;
let tenants: { sandbox: string; live: string };
let keys: TenantKeys;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.appConnection, { poolSize: 2, onError: () => undefined });
  ({ tenants } = await createOrganization(db, systemIds(), masterKey, 'Specimen Ltd'));
  keys = await createKeyring(db, masterKey).of(tenants.sandbox);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const place: Place = { table: 'customer', column: 'bvn_sealed', row: '4821907365' };
const elsewhere: readonly (readonly [string, Place])[] = [
  ['row', { ...place, row: '4821907366' }], ['column', { ...place, column: 'nin_sealed' }], ['table', { ...place, table: 'account' }],
];

test.each(elsewhere)('a sealed value that was moved to another %s does not open, under the tenant\'s key or under one of its own', (_, other) => {
  const keyPlace: Place = { ...place, column: 'key_sealed' };
  const own = keys.inner(keyPlace, keys.newInnerKey(keyPlace));
  for (const sealer of [keys, own]) {
    const sealed = sealer.seal(place, number);
    expect(sealer.open(place, sealed)).toBe(number);
    expect(() => sealer.open(other, sealed)).toThrow(EnvelopeError);
  }
});

test('a sealed value that was moved to another tenant does not open, and neither does a customer\'s key', async () => {
  const theirs = await createKeyring(db, masterKey).of(tenants.live);
  expect(() => theirs.open(place, keys.seal(place, number))).toThrow(EnvelopeError);
  expect(() => theirs.inner(place, keys.newInnerKey(place))).toThrow(EnvelopeError);
});

test('with another MASTER_KEY nothing opens', async () => {
  await expect(createKeyring(db, Buffer.alloc(32, 8)).of(tenants.sandbox)).rejects.toThrow(EnvelopeError);
});

test('a blind index is found again with the key, and by no hash of anything that stands in the database', async () => {
  const index = keys.index('customer.bvn', number).toString('hex');
  expect((await createKeyring(db, masterKey).of(tenants.sandbox)).index('customer.bvn', number).toString('hex')).toBe(index);
  expect(keys.index('customer.nin', number).toString('hex')).not.toBe(index);
  expect((await createKeyring(db, masterKey).of(tenants.live)).index('customer.bvn', number).toString('hex')).not.toBe(index);
  const rows = await db.read(tenants.sandbox, (tx) => tx.rows<{ wrapped: Buffer }>(sql`select wrapped from tenant_key where tenant_id = ${tx.tenantId}`));
  const inDatabase = [tenants.sandbox, ...rows.map(({ wrapped }) => wrapped), ...rows.map(({ wrapped }) => wrapped.subarray(13, 45))];
  expect(rows.length).toBe(3);
  for (const text of [number, `customer.bvn:${number}`]) {
    expect(createHash('sha256').update(text).digest('hex')).not.toBe(index);
    for (const guess of inDatabase) expect(createHmac('sha256', guess).update(text).digest('hex')).not.toBe(index);
  }
});
