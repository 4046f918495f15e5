/** A request that calls a provider between two transactions, with the connection broken at the COMMIT of either. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, type Database } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { RouteRequest } from '#src/http/route.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createKeyring } from '#src/organizations/keyring.ts';
import { createRequests, type Requests } from '#src/work/requests.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { commitFaults, type CommitFault, type CommitProxy, startCommitProxy } from './commit-proxy.ts';

const masterKey = Buffer.alloc(32, 7);
const ids = systemIds();
let database: TestDatabase;
let proxy: CommitProxy;
let db: Database;
let requests: Requests;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const server = inject('testServer');
  if ('problem' in server) throw new Error(server.problem);
  proxy = await startCommitProxy(server.admin.host);
  db = createDatabase({ ...database.connection, host: '127.0.0.1', port: proxy.port }, { poolSize: 4, onError: () => undefined });
  tenantId = (await createOrganization(db, ids, masterKey, 'Specimen')).tenants.sandbox;
  requests = createRequests(db, createKeyring(db, masterKey), 'http://127.0.0.1');
});

afterAll(async () => {
  await db.close();
  proxy.close();
  await database.drop();
});

/** Breaks the n-th COMMIT from now on in this way, and no other. */
function breakCommit(nth: number, fault: CommitFault): void {
  let left = nth;
  proxy.draw = () => {
    left -= 1;
    return left === 0 ? fault : null;
  };
}

function newRequest(): RouteRequest {
  const caller = { tenantId, organizationId: 'org_1', environment: 'sandbox', credentialId: 'crd_1', scopes: [] } as const;
  return { caller, requestId: ids.newId('req'), operation: 'specimen', body: {}, params: {}, query: {}, headers: {}, ip: '127.0.0.1' };
}

test.each(commitFaults.flatMap((fault) => [1, 2].map((nth) => [nth, fault] as const)))('COMMIT number %i broken by %s: the provider is called once, and the request is answered', async (nth, fault) => {
  const request = newRequest();
  let calls = 0;
  const run = (): Promise<{ body: string }> => requests.around(request, {}, async () => (calls += 1), async (_tx, call) => success({ call }));
  breakCommit(nth, fault);
  const { body } = await run();
  expect(JSON.parse(body)).toMatchObject({ data: { call: 1 } });
  expect((await run()).body).toBe(body);
  expect(calls).toBe(1);
});

test.each(commitFaults)('a request that was refused and not stored is free again at once, though its release was broken by %s', async (fault) => {
  const request = newRequest();
  const refused = (): Promise<unknown> => requests.around(request, {}, () => Promise.reject(fail('service_unavailable', { retryAfterSeconds: 1 })), async () => success({}));
  breakCommit(2, fault);
  await expect(refused()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect((await requests.around(request, {}, async () => 0, async () => success({ free: true }))).httpStatus).toBe(200);
});
