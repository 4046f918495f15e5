import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { schemaFaults } from '#tests/support/schema-lint.ts';
import { withConnection } from '#tests/support/test-server.ts';

/** Tables of all tenants, which hold nothing of a tenant's business, and why they stand outside. */
const sharedTables = {
  account_directory: 'numbers of the operator\'s bank are unique over all tenants',
  books_check: 'about the books of all tenants',
  inbound_session: 'a session id of a rail belongs to one tenant for ever, and arrives before its tenant is known',
  member: 'a person belongs to an organization, which has two tenants',
  member_invitation: 'a person is invited to an organization',
  member_passkey: 'a member\'s, as the member',
  member_recovery_code: 'a member\'s, as the member',
  member_session: 'a member\'s, as the member',
  migration: 'the schema itself',
  organization: 'has two tenants',
  passkey_challenge: 'waits for an answer of whoever is not known yet',
  rail_cursor: 'where the worker stands in a rail\'s feed',
  rail_institution: 'which banks a rail reaches is the same for all',
};
/** What the program may insert and read, and never change or remove. */
const appendOnly = ['account_directory', 'audit_entry', 'event', 'inbound_credit', 'inbound_session', 'kyc_check', 'kyc_review_vote', 'ledger_entry', 'name_enquiry', 'organization', 'receipt', 'tenant_key'];
/** What may be removed: requests that were released, tokens past their life, words that no longer find a customer, attempts of old deliveries, marks of a list's former name, sessions and recovery codes of the past, and what an erasure takes. */
const removable = ['access_token', 'api_call', 'bank_answer', 'beneficiary', 'customer_word', 'identity_shadow', 'kyc_likeness', 'kyc_check_number', 'list_mark', 'member_passkey', 'member_recovery_code', 'member_session', 'passkey_challenge', 'request', 'webhook_attempt'];

let database: TestDatabase;
let tables: { name: string; hasTenant: boolean }[];

beforeAll(async () => {
  database = await createTestDatabase();
  await asOwner(async (client) => {
    const { rows } = await client.query<{ name: string; hasTenant: boolean }>(`
      select c.relname as name, exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as "hasTenant"
      from pg_class c where c.relnamespace = 'openteller'::regnamespace and c.relkind = 'r' order by 1`);
    tables = rows;
    for (const tenant of ['ten_a', 'ten_b']) await client.query(rowsOf(tenant));
  });
});
afterAll(() => database.drop());

const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => withConnection({ ...database.connection, options: '-c search_path=openteller' }, work);
const asProgram = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => withConnection(database.appConnection, work);

/** One organization with one tenant, and a row in tables of each kind. */
const rowsOf = (tenant: string): string => `
  insert into openteller.organization values ('org_${tenant}', 'Synthetic', now());
  insert into openteller.tenant values ('${tenant}', 'org_${tenant}', 'sandbox', 0, now());
  insert into openteller.ledger_account (tenant_id, ledger_account_id, kind, stores_balance, created_at) values ('${tenant}', 'a', 'rail_clearing', false, now()), ('${tenant}', 'b', 'fee_income', false, now());
  insert into openteller.ledger_entry (tenant_id, ledger_entry_id, kind, debit_account, credit_account, amount_kobo, code, reference, narration, created_at) values ('${tenant}', 'e', 'single', 'a', 'b', 1, 'fee', 'r', '', now());
  insert into openteller.event (tenant_id, event_id, kind, subject, sequence, body, created_at) values ('${tenant}', 'v', 'webhook.test', 's', 1, '{}', now());
  insert into openteller.audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at) values ('${tenant}', 'u', 'x', 'y', 'z', '{}', now());`;

/** SQLSTATE of a refused statement, or 'done'. */
async function tryOut(client: pg.Client, settings: string, statement: string): Promise<string> {
  await client.query(`begin; ${settings}`);
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof pg.DatabaseError ? String(error.code) : String(error);
  } finally {
    await client.query('rollback');
  }
}

async function countRows(client: pg.Client, settings: string, table: string): Promise<number> {
  await client.query(`begin; ${settings}`);
  const { rowCount } = await client.query(`select 1 from ${table}`);
  await client.query('rollback');
  return rowCount ?? 0;
}

describe('every table', () => {
  test('of a tenant can be distributed by tenant and hides behind row-level security', async () => {
    expect(await asOwner(schemaFaults)).toEqual([]);
  });

  test('without a tenant_id is a known one', () => {
    expect(tables.filter(({ hasTenant }) => !hasTenant).map(({ name }) => name)).toEqual(Object.keys(sharedTables));
    expect(tables.length).toBeGreaterThan(20);
  });
});

test('the lint names each thing it refuses', async () => {
  const broken = await createTestDatabase();
  try {
    const faults = await withConnection({ ...broken.connection, options: '-c search_path=openteller' }, async (client) => {
      await client.query(`
        create table no_key (tenant_id text);
        create table late (tenant_id text not null, id bigserial, next_at timestamptz, primary key (id, tenant_id),
          foreign key (tenant_id) references tenant on delete cascade deferrable);
        create table crossing (tenant_id text not null, id text, other text references organization, entry text, primary key (tenant_id, id), unique (other));
        create function nothing() returns trigger language plpgsql as 'begin return null; end';
        create trigger t before insert on crossing for each row execute function nothing();
        create policy by_row on crossing using (tenant_id = current_setting('app.tenant_id', true));
        create rule r as on insert to late do also select 1;`);
      return schemaFaults(client);
    });
    expect(faults).toEqual([
      'crossing: crossing_other_key does not begin with tenant_id',
      'crossing: policy by_row asks for each row what it could ask once, as a subselect',
      'crossing: row-level security is not enabled and forced',
      'crossing: trigger t',
      'late: has next_at without lease_version, or without an index of what is due',
      'late: late_pkey does not begin with tenant_id',
      'late: late_tenant_id_fkey changes rows by itself, or later',
      'late: row-level security is not enabled and forced',
      'late: rule r',
      'late_id_seq: a sequence',
      'no_key: has no primary key',
      'no_key: row-level security is not enabled and forced',
      'no_key: tenant_id may be null or is not text',
    ]);
  } finally {
    await broken.drop();
  }
});

describe('the role of the program', () => {
  test('is no superuser, cannot log in or pass row-level security, and owns nothing', async () => {
    await asOwner(async (client) => {
      const { rows } = await client.query(`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, (select count(*)::int from pg_class where relowner = r.oid) as owned
        from pg_roles r where rolname = 'openteller_app'`);
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false, owned: 0 }]);
    });
  });

  test('can neither change nor remove what is append-only', async () => {
    await asProgram(async (client) => {
      for (const table of appendOnly) {
        const column = table === 'organization' ? 'name' : table === 'account_directory' || table === 'inbound_session' ? 'owner_tenant' : 'created_at';
        expect(await tryOut(client, `set local app.tenant_id = 'ten_a'`, `update ${table} set ${column} = ${column}`), table).toBe('42501');
        expect(await tryOut(client, `set local app.tenant_id = 'ten_a'`, `delete from ${table}`), table).toBe('42501');
      }
    });
  });

  test('removes rows of requests and tokens, and of no other table', async () => {
    await asProgram(async (client) => {
      for (const { name } of tables) {
        expect(await tryOut(client, `set local app.tenant_id = 'ten_a'`, `delete from ${name} where false`), name).toBe(removable.includes(name) ? 'done' : '42501');
      }
    });
  });

  test('changes nothing of the schema, and truncates nothing', async () => {
    await asProgram(async (client) => {
      for (const statement of ['create table mine (id int)', 'alter table transfer disable row level security', 'drop policy own_rows on transfer', 'truncate ledger_entry', 'insert into migration values (1, 2)']) {
        expect(await tryOut(client, `set local app.tenant_id = 'ten_a'`, statement), statement).toBe('42501');
      }
    });
  });
});

describe('row-level security', () => {
  const withTenant = (): string[] => tables.filter(({ hasTenant }) => hasTenant).map(({ name }) => name);

  test('shows nothing to a transaction without a tenant', async () => {
    await asProgram(async (client) => {
      for (const table of withTenant()) expect(await countRows(client, 'select 1', table), table).toBe(0);
    });
  });

  test('shows a tenant its own rows and nobody else\'s', async () => {
    await asProgram(async (client) => {
      for (const table of withTenant()) {
        await client.query(`begin; set local app.tenant_id = 'ten_a'`);
        const { rows } = await client.query<{ tenant_id: string }>(`select tenant_id from ${table}`);
        await client.query('rollback');
        expect(rows.filter((row) => row.tenant_id !== 'ten_a'), table).toEqual([]);
      }
      expect(await countRows(client, `set local app.tenant_id = 'ten_a'`, 'ledger_entry')).toBe(1);
    });
  });

  test('refuses rows written in another tenant\'s name, and changes of another\'s rows', async () => {
    await asProgram(async (client) => {
      const insert = `insert into ledger_account (tenant_id, ledger_account_id, kind, stores_balance, created_at) values ('ten_b', 'c', 'vat_payable', false, now())`;
      expect(await tryOut(client, `set local app.tenant_id = 'ten_a'`, insert)).toBe('42501');
      expect(await tryOut(client, `set local app.tenant_id = 'ten_b'`, insert)).toBe('done');
      await client.query(`begin; set local app.tenant_id = 'ten_a'`);
      expect((await client.query(`update ledger_account set posted_debit = 1 where tenant_id = 'ten_b'`)).rowCount).toBe(0);
      await client.query('rollback');
    });
  });

  test.each([
    ['directory', ['access_token', 'credential', 'receipt', 'tenant']],
    ['worker', ['message', 'rail_attempt', 'tenant', 'transfer', 'transfer_batch', 'transfer_batch_item', 'webhook_delivery']],
  ])('lets the scope %s read across tenants in its own tables only', async (scope, readable) => {
    await asOwner(async (client) => {
      const { rows } = await client.query<{ tablename: string }>(`select tablename from pg_policies where schemaname = 'openteller' and policyname = $1 order by 1`, [`${scope}_reads`]);
      expect(rows.map((row) => row.tablename)).toEqual(readable);
    });
    await asProgram(async (client) => {
      expect(await countRows(client, `set local app.scope = '${scope}'`, 'tenant')).toBe(2);
      expect(await countRows(client, `set local app.scope = '${scope}'`, 'ledger_entry')).toBe(0);
      await client.query(`begin; set local app.scope = '${scope}'`);
      expect((await client.query('update tenant set clock_offset_seconds = 1')).rowCount).toBe(0);
      await client.query('rollback');
    });
  });

  /** What statements that are marked read and write, as their texts name it. */
  function tablesOfJoinable(): string[] {
    const root = join(import.meta.dirname, '..');
    const texts = globSync('**/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts')).flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(/joinable\(sql`([^`]*)`/g)].map(([, text = '']) => text));
    const known = new Set(tables.map(({ name }) => name));
    return [...new Set(texts.flatMap((text) => [...text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].flatMap(([, name = '']) => (known.has(name) ? [name] : []))))].toSorted();
  }

  test('lets joined statements see tenants that travel together in the tables that they name, and in no other', async () => {
    await asOwner(async (client) => {
      const { rows } = await client.query<{ tablename: string }>(`select tablename from pg_policies where schemaname = 'openteller' and policyname = 'rows_together' order by 1`);
      expect(rows.map((row) => row.tablename)).toEqual(tablesOfJoinable());
    });
  });

  test('lets the scope audit read every table and write none', async () => {
    await asProgram(async (client) => {
      expect(await countRows(client, `set local app.scope = 'audit'`, 'ledger_entry')).toBe(2);
      await client.query(`begin; set local app.scope = 'audit'`);
      expect((await client.query('update ledger_account set posted_debit = 1')).rowCount).toBe(0);
      await client.query('rollback');
    });
  });
});
