/**
 * Everything a transfer needs before it can be initiated. Organizations and credentials are written by the program's own
 * functions; accounts and money come over HTTP; name-enquiry sessions are inserted in bulk, since the enquiry is the other
 * bank's time and not ours. The accounts are collection accounts: a customer's may send 500 transfers a day at most.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { createDatabase } from '#src/db/database.ts';
import { isRecord } from '#src/lib/assert.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { storeCredential } from '#src/organizations/credentials.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import type { BenchOptions } from './options.ts';
import type { Program } from './program.ts';

/** One caller: its account, and the sessions it uses up one by one. */
export type BenchClient = {
  token: string;
  accountNumber: string;
  sessionId(turn: number): string;
  sessions: number;
  /** How many of them are used up. */
  turn: number;
};

export const beneficiary = { accountNumber: '0123456789', bankCode: '058', nipCode: '000013', accountName: 'CHIOMA KELECHI OKAFOR' } as const;

export type Tenant = { tenantId: string; token: string; /** What a token is asked with. */ credentials: string };

/** Sessions of one client, enough for this many transfers a second of all clients together. */
const mostPerSecond = 8_000;
const fundingNaira = 90_000_000;

export async function prepareClients(program: Program, dataDir: string, options: BenchOptions, seconds: number): Promise<BenchClient[]> {
  const tenants = await createTenants(program, dataDir, options.tenants);
  const sessions = Math.ceil((mostPerSecond * seconds) / options.clients);
  const clients = await Promise.all(Array.from({ length: options.clients }, async (_, index): Promise<BenchClient> => {
    const tenant = tenants[index % tenants.length];
    if (tenant === undefined) throw new Error('There is no tenant.');
    const accountNumber = await createFundedAccount(program.port, tenant.token, index);
    return { token: tenant.token, accountNumber, sessions, turn: 0, sessionId: (turn) => `990001${String(index).padStart(12, '0')}${String(turn).padStart(12, '0')}` };
  }));
  await insertSessions(program.connection, tenants, options.clients, sessions);
  return clients;
}

export async function createTenants(program: Program, dataDir: string, count: number): Promise<Tenant[]> {
  const { masterKey } = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
  const ids = systemIds();
  const db = createDatabase(program.connection, { poolSize: 2, onError: () => undefined });
  const created: Tenant[] = [];
  for (let at = 0; at < count; at += 1) {
    const { tenants } = await createOrganization(db, ids, masterKey, `Bench ${at + 1}`);
    const [clientId, clientSecret] = [ids.clientId('sandbox'), ids.clientSecret('sandbox')];
    await db.write(tenants.sandbox, (tx) => storeCredential(tx, { credentialId: ids.newId('crd'), clientId, clientSecret, name: 'bench', scopes: defaultScopes }));
    await asOwner(program.connection, 'update credential set rate_per_second = 1000000, rate_burst = 1000000, kyc_per_minute = 1000000 where client_id = $1', [clientId]);
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const data = await call(program.port, 'GET', '/auth/token', credentials);
    created.push({ tenantId: tenants.sandbox, token: String(data['accessToken']), credentials });
  }
  await db.close();
  return created;
}

export async function createFundedAccount(port: number, token: string, index: number): Promise<string> {
  const account = await call(port, 'POST', '/account/collection', token, { name: `Bench Collections ${index + 1}`, phone: `0803${String(index).padStart(7, '0')}` });
  const accountNumber = String(account['accountNumber']);
  await call(port, 'POST', '/sandbox/credit', token, { accountNumber, amount: fundingNaira });
  return accountNumber;
}

/** Session n of client c is `990001`, c and n in 12 digits each; client c belongs to tenant c modulo their number. */
async function insertSessions(connection: pg.ClientConfig, tenants: readonly Tenant[], clients: number, sessions: number): Promise<void> {
  await asOwner(connection, `
    insert into name_enquiry (tenant_id, session_id, rail_session_id, account_number, bank_code, account_name, on_us, created_at, expires_at)
    select ($1::text[])[1 + c % $2], s.id, s.id, $3, $4, $5, false, now(), now() + interval '1 day'
    from generate_series(0, $6 - 1) c, generate_series(0, $7 - 1) n,
      lateral (select '990001' || lpad(c::text, 12, '0') || lpad(n::text, 12, '0') as id) s`,
  [tenants.map((tenant) => tenant.tenantId), tenants.length, beneficiary.accountNumber, beneficiary.nipCode, beneficiary.accountName, clients, sessions]);
}

/** What the autovacuum does once a minute: gives the planner the sizes of the tables. Waiting for it would take that minute. */
export function analyze(connection: pg.ClientConfig): Promise<void> {
  return asOwner(connection, 'analyze', []);
}

/** One statement as the database's owner, past row-level security. */
export async function asOwner(connection: pg.ClientConfig, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ ...connection, options: '-c search_path=openteller' });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

export async function call(port: number, method: string, path: string, token: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, requestid: randomUUID(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = JSON.parse(text);
  if (response.status !== 200 || !isRecord(json) || !isRecord(json['data'])) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return json['data'];
}
