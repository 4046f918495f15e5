/**
 * What the sandbox holds on first start: one organization with a login, a credential and a funded collection account.
 * Every step looks first, so a start that was killed half-way is completed by the next one.
 */
import type { App } from '#src/app.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { storeCredential } from '#src/organizations/credentials.ts';
import { createMember, findMembersByEmail } from '#src/organizations/members.ts';
import { makeOperator } from '#src/organizations/operators.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { furnishSandbox } from './furnish.ts';

/** What was generated now, to be shown once; null where it was there before. */
export type Seeded = {
  login: { email: string; password: string | null } | null;
  credential: { clientId: string; clientSecret: string | null } | null;
  clientId: string;
  accountNumber: string;
};

const demo = {
  organization: 'Demo Fintech',
  email: 'owner@demo.example',
  account: 'Demo Fintech Collections',
} as const;

/** Any number, as long as nothing else in this database locks it. */
const seedLock = 7_305_411_942;

/** Of processes that start at once on one database, one seeds and the others find what it made. */
export function seedSandbox(app: App): Promise<Seeded> {
  return app.ctx.db.across('directory', async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock}::bigint)`);
    return seed(app);
  });
}

async function seed({ ctx, lanes }: App): Promise<Seeded> {
  const { db, ids, config } = ctx;
  const found = await db.across('directory', (tx) => findFirstOrganization(tx));
  const { organizationId, tenantId } = found ?? (await createDemo());
  crashPoint('seed.organization_created');
  const login = await seedLogin(ctx, organizationId);
  crashPoint('seed.login_created');
  const credential = await seedCredential(ctx, tenantId);
  crashPoint('seed.credential_created');
  const accountNumber = await furnishSandbox({ ctx, lanes }, tenantId, demo.account);
  return { login, credential, clientId: credential?.clientId ?? (await db.read(tenantId, firstClientId)), accountNumber };

  async function createDemo(): Promise<{ organizationId: string; tenantId: string }> {
    const created = await createOrganization(db, ids, config.masterKey, demo.organization);
    return { organizationId: created.organizationId, tenantId: created.tenants.sandbox };
  }
}

async function findFirstOrganization(tx: Tx): Promise<{ organizationId: string; tenantId: string } | undefined> {
  const [row] = await tx.rows<{ organizationId: string; tenantId: string }>(sql`
    select o.organization_id as "organizationId", t.tenant_id as "tenantId"
    from organization o join tenant t on t.organization_id = o.organization_id and t.environment = 'sandbox' and t.retired_at is null
    order by o.created_at, o.organization_id limit 1`);
  return row;
}

async function seedLogin(ctx: App['ctx'], organizationId: string): Promise<Seeded['login']> {
  const members = await ctx.db.across('directory', (tx) => tx.rows(sql`select 1 from member where organization_id = ${organizationId} limit 1`));
  if (members.length > 0) return null;
  const { email, password } = ctx.config.seed;
  const generated = password === null ? ctx.ids.token('pw').slice(3, 23) : null;
  const login = { organizationId, email: email ?? demo.email, password: password ?? generated ?? '', role: 'owner' } as const;
  await createMember(ctx.db, ctx.ids, login);
  // Whoever starts the service first runs it.
  const owner = (await findMembersByEmail(ctx.db, login.email)).find((member) => member.organizationId === organizationId);
  if (owner !== undefined) await ctx.db.write(owner.liveTenantId, (tx) => makeOperator(tx, owner));
  return { email: login.email, password: generated };
}

/** The given credential if it is not there yet, or a generated one if there is none at all. */
async function seedCredential(ctx: App['ctx'], tenantId: string): Promise<Seeded['credential']> {
  const { clientId, clientSecret } = ctx.config.seed;
  const known = await ctx.db.read(tenantId, (tx) => tx.rows<{ client_id: string }>(sql`select client_id from credential where tenant_id = ${tenantId}`));
  if (clientId === null ? known.length > 0 : known.some((row) => row.client_id === clientId)) return null;
  const generated = clientSecret === null ? ctx.ids.clientSecret('sandbox') : null;
  const credential = {
    credentialId: ctx.ids.newId('crd'),
    clientId: clientId ?? ctx.ids.clientId('sandbox'),
    clientSecret: clientSecret ?? generated ?? '',
    name: 'First sandbox credential',
    scopes: defaultScopes,
  };
  await ctx.db.write(tenantId, (tx) => storeCredential(tx, credential));
  return { clientId: credential.clientId, clientSecret: generated };
}

async function firstClientId(tx: ReadTx): Promise<string> {
  const [row] = await tx.rows<{ client_id: string }>(sql`
    select client_id from credential where tenant_id = ${tx.tenantId} and revoked_at is null order by created_at, credential_id limit 1`);
  return row?.client_id ?? '';
}
