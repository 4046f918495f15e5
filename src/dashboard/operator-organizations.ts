/** Organizations, as whoever runs the service sees them, and their approval for live. */
import type { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { listAudit, recordAudit } from '#src/organizations/audit.ts';
import { approveLive, withdrawLive } from '#src/organizations/manage-credentials.ts';
import { listMembers, readMember } from '#src/organizations/members.ts';
import { type OverseenOrganization, overseeOrganization, overseeOrganizations } from '#src/organizations/operator-list.ts';
import { readLists } from '#src/lists/marks.ts';
import type { OperatorContext } from './operator-context.ts';
import type { organizationParams, organizationsQuery, reasonBody } from './operator-wire.ts';

const approvalActions = ['organization.live_approved', 'organization.live_withdrawn'] as const;

export async function listAllOrganizations(ctx: OperatorContext, { query }: SessionRequest<unknown, unknown, z.output<typeof organizationsQuery>>): Promise<Answer> {
  const page = readPage(query);
  const { total, rows } = await ctx.db.across('audit', async (tx) => {
    const { total: all, organizations } = await overseeOrganizations(tx, query.search ?? null, page);
    return { total: all, rows: await withVolumes(ctx, tx, organizations) };
  });
  return success(rows, { extra: pagingFields(page, total) });
}

/** The look is written into the log of the organization that is looked at. */
export async function readOneOrganization(ctx: OperatorContext, { session, params }: SessionRequest<unknown, z.output<typeof organizationParams>>): Promise<Answer> {
  const { found, shown } = await ctx.db.across('audit', async (tx) => {
    const organization = await overseeOrganization(tx, params.organizationId);
    if (organization === null) throw fail('record_not_found');
    return { found: organization, shown: (await withVolumes(ctx, tx, [organization]))[0] };
  });
  const people = await ctx.db.across('directory', (tx) => listMembers(tx, found.organizationId));
  const { entries } = await readLists(ctx.db, found.liveTenantId, 'read', (tx) => listAudit(tx, { subject: found.organizationId, actions: approvalActions }, { limit: 20, offset: 0 }));
  await ctx.db.write(found.liveTenantId, (tx) => recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'operator.organization_read', subject: found.organizationId, details: {} }));
  return success({
    ...shown,
    people: people.map(({ memberId, email, name, role, secondFactor, passkeys, lastSignInAt }) => ({ memberId, email, name, role, secondFactor, passkeys, lastSignInAt: isoMillisOrNull(lastSignInAt) })),
    approvals: entries.map(({ at, action, actor, details }) => ({ at: isoMillis(at), action, actor, reason: reasonIn(details) })),
  });
}

type Reasoned = SessionRequest<z.output<typeof reasonBody>, z.output<typeof organizationParams>>;

/** Only with a second factor: this is what lets other people's money move. */
export async function approveOrganization(ctx: OperatorContext, request: Reasoned): Promise<Answer> {
  const self = await ctx.db.read(request.session.tenants.live, (tx) => readMember(tx, request.session));
  if (self === null || self.totpSealed === null) throw fail('second_factor_state', { message: 'Approving for live needs a second factor, and you have enrolled none.' });
  return decide(ctx, request, 'organization.live_approved', approveLive);
}

export async function withdrawApproval(ctx: OperatorContext, request: Reasoned): Promise<Answer> {
  return decide(ctx, request, 'organization.live_withdrawn', withdrawLive);
}

/** What is so already is not done, nor written down, again. */
async function decide(ctx: OperatorContext, { session, params, body }: Reasoned, action: (typeof approvalActions)[number], change: (tx: Tx, organizationId: string) => Promise<boolean>): Promise<Answer> {
  const { organizationId } = params;
  const organization = await ctx.db.across('audit', (tx) => overseeOrganization(tx, organizationId));
  if (organization === null) throw fail('record_not_found');
  await ctx.db.write(organization.liveTenantId, async (tx) => {
    if (await change(tx, organizationId)) await recordAudit(tx, ctx.ids, { actor: session.memberId, action, subject: organizationId, details: { reason: body.reason } });
  });
  const now = await ctx.db.across('audit', (tx) => overseeOrganization(tx, organizationId));
  return success({ organizationId, liveApprovedAt: isoMillisOrNull(now?.liveApprovedAt ?? null) });
}

async function withVolumes({ sources }: OperatorContext, tx: Tx, organizations: readonly OverseenOrganization[]) {
  const volumes = new Map((await sources.volumes(tx, organizations.flatMap(({ sandboxTenantId, liveTenantId }) => [sandboxTenantId, liveTenantId]))).map((volume) => [volume.tenantId, volume]));
  const of = (tenantId: string) => {
    const { transfers = 0, completed = 0, completedKobo = 0n } = volumes.get(tenantId) ?? {};
    return { transfers, completed, completedAmount: nairaNumber(completedKobo) };
  };
  return organizations.map(({ organizationId, name, createdAt, liveApprovedAt, members, testCredentials, liveCredentials, sandboxTenantId, liveTenantId }) => ({
    organizationId, name, createdAt: isoMillis(createdAt), liveApprovedAt: isoMillisOrNull(liveApprovedAt),
    members, credentials: { test: testCredentials, live: liveCredentials }, volume: { test: of(sandboxTenantId), live: of(liveTenantId) },
  }));
}

function reasonIn(details: unknown): string | null {
  return isRecord(details) && typeof details['reason'] === 'string' ? details['reason'] : null;
}
