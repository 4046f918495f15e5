import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#src/db/database.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createGatekeeper, type Gatekeeper } from './authenticate.ts';
import { createOrganization } from './create-organization.ts';
import { revokeCredential, storeCredential } from './credentials.ts';
import { defaultScopes } from './scopes.ts';

const ids = systemIds();
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 4, onError: () => undefined });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

type Lab = {
  gatekeeper: Gatekeeper;
  nowMs: number;
  /** Look-ups that reached the database. */
  lookUps: number;
  /** What a look-up waits for after it has read, as on a slow network. */
  network(): Promise<void>;
  onRead(): void;
  authenticate(): Promise<unknown>;
  revoke(): Promise<void>;
};

async function startLab(): Promise<Lab> {
  const { tenants } = await createOrganization(db, ids, randomBytes(32), 'Test organization');
  const tenantId = tenants.sandbox;
  const credential = { credentialId: ids.newId('crd'), clientId: ids.clientId('sandbox'), clientSecret: ids.clientSecret('sandbox'), name: 'Test', scopes: defaultScopes };
  await db.write(tenantId, (tx) => storeCredential(tx, credential));
  const watched: Database = {
    ...db,
    lookUpShared: async (scope, work) => {
      lab.lookUps += 1;
      const result = await db.lookUpShared(scope, work);
      lab.onRead();
      await lab.network();
      return result;
    },
  };
  const gatekeeper = createGatekeeper(watched, ids, { publicUrl: 'http://localhost', monotonicMs: () => lab.nowMs });
  const presented = { environment: 'sandbox', ip: '127.0.0.1' } as const;
  const lab: Lab = {
    gatekeeper, nowMs: 0, lookUps: 0, network: async () => undefined, onRead: () => undefined,
    authenticate: () => gatekeeper.authenticate({ ...presented, authorization: `Bearer ${token}` }),
    revoke: async () => void (await db.write(tenantId, (tx) => revokeCredential(tx, credential.credentialId))),
  };
  const pair = Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString('base64');
  const { accessToken: token } = await gatekeeper.issueToken({ ...presented, authorization: `Bearer ${pair}` });
  lab.lookUps = 0;
  return lab;
}

describe('a token', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await startLab();
  });

  test('is looked up once by all who present it at the same time, at first and whenever its trust ran out', async () => {
    await Promise.all(Array.from({ length: 64 }, () => lab.authenticate()));
    expect(lab.lookUps).toBe(1);
    lab.nowMs = 899;
    await lab.authenticate();
    expect(lab.lookUps).toBe(1);
    lab.nowMs = 900;
    await Promise.all(Array.from({ length: 64 }, () => lab.authenticate()));
    expect(lab.lookUps).toBe(2);
  });

  test('stops within a second of its revocation', async () => {
    await lab.authenticate();
    await lab.revoke();
    lab.nowMs = 900;
    await expect(lab.authenticate()).rejects.toMatchObject({ code: 'token_revoked' });
  });

  test('stops within a second also while a look-up from before the revocation is still under way', async () => {
    const network = Promise.withResolvers<void>();
    lab.network = () => network.promise;
    const read = Promise.withResolvers<void>();
    lab.onRead = read.resolve;
    const early = lab.authenticate();
    await read.promise;
    await lab.revoke();
    lab.network = async () => undefined;
    lab.nowMs = 900;
    await expect(lab.authenticate()).rejects.toMatchObject({ code: 'token_revoked' });
    network.resolve();
    await early;
    await expect(lab.authenticate()).rejects.toMatchObject({ code: 'token_revoked' });
  });

  test('that could not be looked up is looked up again by the next who presents it', async () => {
    lab.network = () => Promise.reject(new Error('The network is away.'));
    const refused = await Promise.allSettled([lab.authenticate(), lab.authenticate()]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    lab.network = async () => undefined;
    await lab.authenticate();
    expect(lab.lookUps).toBe(2);
  });
});
