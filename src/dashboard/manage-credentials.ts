/** Settings → Manage API Credentials. A secret is in one answer, and nowhere else but as a hash. */
import type { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { revokeCredential, storeCredential } from '#src/organizations/credentials.ts';
import { readOrganization } from '#src/organizations/list-organizations.ts';
import { changeCredential, countWorking, type ListedCredential, listCredentials, lockCredential, readCredential, rotateSecret } from '#src/organizations/manage-credentials.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import { holdTenant, lockTenant } from '#src/organizations/standing-tenant.ts';
import type { changeCredentialBody, createCredentialBody, credentialParams, rotateCredentialBody } from './credential-wire.ts';
import type { DashboardContext } from './dashboard-context.ts';

type Environment = 'sandbox' | 'live';
type About = z.output<typeof credentialParams>;

const mostWorking = 50;
const mostListed = 200;

export async function readCredentials(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const list = (environment: Environment) => ctx.db.read(session.tenants[environment], (tx) => listCredentials(tx, mostListed));
  const [test, live, organization] = await Promise.all([list('sandbox'), list('live'), ctx.db.across('directory', (tx) => readOrganization(tx, session.organizationId))]);
  return success({ test: test.map(shown), live: live.map(shown), liveApproved: organization.liveApprovedAt !== null, liveConfigured: ctx.adapters.live !== null });
}

export async function createCredential(ctx: DashboardContext, environment: Environment, { session, body }: SessionRequest<z.output<typeof createCredentialBody>>): Promise<Answer> {
  const credentialId = ctx.ids.newId('crd');
  const clientId = ctx.ids.clientId(environment);
  const clientSecret = ctx.ids.clientSecret(environment);
  const scopes = body.scopes ?? defaultScopes;
  return ctx.db.write(session.tenants[environment], async (tx) => {
    await refuseUnapproved(tx, environment, session.organizationId);
    // Of two at once the second one counts the first.
    await lockTenant(tx);
    if ((await countWorking(tx)) >= mostWorking) throw fail('limit_exceeded', { message: `There are ${mostWorking} credentials already.`, fix: 'Revoke those that are not used.' });
    await storeCredential(tx, { credentialId, clientId, clientSecret, name: body.name, scopes, allowedCidrs: body.networks });
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'credential.added', subject: credentialId, details: { clientId, scopes, networks: body.networks } });
    return withSecret(tx, credentialId, clientSecret);
  });
}

/** The secret before works beside the new one for the overlap. A second rotation within it ends the oldest secret. */
export async function rotateCredential(ctx: DashboardContext, environment: Environment, { session, params, body }: SessionRequest<z.output<typeof rotateCredentialBody>, About>): Promise<Answer> {
  const clientSecret = ctx.ids.clientSecret(environment);
  return ctx.db.write(session.tenants[environment], async (tx) => {
    await refuseUnapproved(tx, environment, session.organizationId);
    await holdTenant(tx);
    const { clientId } = await lockWorking(tx, params.credentialId);
    await rotateSecret(tx, params.credentialId, clientSecret, body.overlapHours);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'credential.rotated', subject: params.credentialId, details: { clientId, overlapHours: body.overlapHours } });
    return withSecret(tx, params.credentialId, clientSecret);
  });
}

export async function updateCredential(ctx: DashboardContext, environment: Environment, { session, params, body }: SessionRequest<z.output<typeof changeCredentialBody>, About>): Promise<Answer> {
  return ctx.db.write(session.tenants[environment], async (tx) => {
    await holdTenant(tx);
    const before = await lockWorking(tx, params.credentialId);
    const { name = before.name, scopes = before.scopes, networks = before.networks, requestsPerSecond = before.requestsPerSecond, kycPerMinute = before.kycPerMinute } = body;
    await changeCredential(tx, params.credentialId, { name, scopes, networks, requestsPerSecond, kycPerMinute });
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'credential.changed', subject: params.credentialId, details: { clientId: before.clientId, ...body } });
    return success(shown(await lockWorking(tx, params.credentialId)));
  });
}

/** Its tokens stop within a second on every node. A live one can be ended without an approval, too. */
export async function endCredential(ctx: DashboardContext, environment: Environment, { session, params }: SessionRequest<unknown, About>): Promise<Answer> {
  return ctx.db.write(session.tenants[environment], async (tx) => {
    await holdTenant(tx);
    const { clientId } = await lockWorking(tx, params.credentialId);
    await revokeCredential(tx, params.credentialId);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'credential.revoked', subject: params.credentialId, details: { clientId } });
    return success(shown(await existing(readCredential(tx, params.credentialId))));
  });
}

async function refuseUnapproved(tx: Tx, environment: Environment, organizationId: string): Promise<void> {
  if (environment === 'live' && (await readOrganization(tx, organizationId)).liveApprovedAt === null) throw fail('live_not_approved');
}

async function existing(found: Promise<ListedCredential | null>): Promise<ListedCredential> {
  const credential = await found;
  if (credential === null) throw fail('record_not_found');
  return credential;
}

async function lockWorking(tx: Tx, credentialId: string): Promise<ListedCredential> {
  const credential = await existing(lockCredential(tx, credentialId));
  if (credential.revokedAt !== null) throw fail('credential_revoked');
  return credential;
}

async function withSecret(tx: Tx, credentialId: string, clientSecret: string): Promise<Answer> {
  return success({ ...shown(await existing(readCredential(tx, credentialId))), clientSecret });
}

function shown({ rotatedAt, previousUntil, previousUsedAt, createdAt, lastUsedAt, revokedAt, ...rest }: ListedCredential): Record<string, unknown> {
  return {
    ...rest, status: revokedAt === null ? 'active' : 'revoked', createdAt: isoMillis(createdAt), lastUsedAt: isoMillisOrNull(lastUsedAt), revokedAt: isoMillisOrNull(revokedAt),
    rotation: rotatedAt === null ? null : { rotatedAt: isoMillis(rotatedAt), previousSecretUntil: isoMillisOrNull(previousUntil), previousSecretUsedAt: isoMillisOrNull(previousUsedAt) },
  };
}
