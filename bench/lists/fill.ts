/** A program of its own with one tenant, filled. */
import pg from 'pg';
import { readConfig } from '#src/config.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { checkBooks } from '#src/cli/books.ts';
import { createDatabase } from '#src/db/database.ts';
import { createKeyring } from '#src/organizations/keyring.ts';
import { writeCustomers } from '#tests/models/many-customers.ts';
import { railBookOf, writeTransfers } from '#tests/models/many-transfers.ts';
import { call, createTenants, type Tenant } from '../prepare.ts';
import { type Program, startProgram } from '../program.ts';
import type { Filled } from './cases.ts';

export type Side = Filled & { program: Program; tenant: Tenant };

/** Transfers that are not over are among the newest, as many in both sizes. */
const openTransfers = 1_000;
const busyEvery = 20;

export async function startFilled(dataDir: string, size: { transfers: number; customers: number }): Promise<Side> {
  const program = await startProgram(dataDir);
  const [tenant] = await createTenants(program, dataDir, 1);
  if (tenant === undefined) throw new Error('There is no tenant.');
  const endpoint = await call(program.port, 'POST', '/webhooks', tenant.token, { url: 'http://127.0.0.1:9/events', events: ['payment.success'] });
  const endpointId = String(endpoint['id']);
  const { masterKey } = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
  const db = createDatabase(program.connection, { poolSize: 1, onError: () => undefined });
  const client = new pg.Client({ ...program.connection, options: '-c search_path=openteller' });
  await client.connect();
  try {
    const keys = await createKeyring(db, masterKey).of(tenant.tenantId);
    await writeTransfers(client, tenant.tenantId, size.transfers, { openFrom: size.transfers - openTransfers, busyEvery });
    await writeCustomers(client, tenant.tenantId, keys, size.customers, endpointId);
  } finally {
    await client.end();
    await db.close();
  }
  return { ...size, endpointId, program, tenant };
}

/** One line for each difference. */
export async function booksOfFilled({ program, transfers }: Side): Promise<string[]> {
  const db = createDatabase(program.connection, { poolSize: 1, onError: () => undefined });
  try {
    return await checkBooks(db, railBookOf(transfers));
  } finally {
    await db.close();
  }
}

