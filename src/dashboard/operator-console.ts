/** What the operator's console shows of the whole service: health, late transfers, limits and charges, the audit logs. */
import type { z } from 'zod';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis, lagosDay } from '#src/lib/time.ts';
import type { LimitSet } from '#src/limits/policy.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { nameTenants, searchAudit } from '#src/organizations/operator-list.ts';
import type { OperatorContext } from './operator-context.ts';
import type { auditSearchQuery } from './operator-wire.ts';

const environments = ['sandbox', 'live'] as const;
const wordOf = (environment: 'sandbox' | 'live'): 'test' | 'live' => (environment === 'sandbox' ? 'test' : 'live');

export async function readHealth({ adapters, sources }: OperatorContext): Promise<Answer> {
  const [figures, ages] = await Promise.all([sources.pendingFigures(), sources.institutionAges()]);
  return success({
    environments: environments.map((environment) => ({
      environment: wordOf(environment),
      configured: adapters[environment] !== null,
      rail: adapters[environment]?.rail.name ?? null,
      identity: adapters[environment]?.identity.name ?? null,
      institutionsAgeSeconds: ages.find((age) => age.environment === environment)?.ageSeconds ?? null,
      pending: figures.filter((figure) => figure.environment === environment).map(({ olderThan, transfers }) => ({ olderThan, transfers })),
    })),
    identityProviders: sources.identityHealth().map(({ provider, question, state }) => ({ provider, question, state })),
  });
}

/** As in src/transfers/watch-deadlines.ts: 60 s, 4 min, 10 min, 23 h. */
const clocks = [['23h', 23 * 3600], ['10m', 600], ['4m', 240], ['60s', 60]] as const;

/** The oldest 200. */
export async function listLateTransfers(ctx: OperatorContext): Promise<Answer> {
  const rows = await ctx.db.across('audit', async (tx) => {
    const pending = await ctx.sources.pending(tx, 60, 200);
    const tenants = new Map((await nameTenants(tx, [...new Set(pending.map(({ tenantId }) => tenantId))])).map((tenant) => [tenant.tenantId, tenant]));
    return pending.flatMap((transfer) => {
      const tenant = tenants.get(transfer.tenantId);
      return tenant === undefined ? [] : [{ transfer, tenant }];
    });
  });
  return success(rows.map(({ transfer: { transactionId, state, amountKobo, authorisedAt, ageSeconds, onUs }, tenant: { organizationId, name, environment } }) => ({
    organizationId, organization: name, environment: wordOf(environment), transactionId, state, amount: nairaNumber(amountKobo), confirmedAt: isoMillis(authorisedAt), ageSeconds: Math.floor(ageSeconds),
    past: clocks.find(([, seconds]) => ageSeconds >= seconds)?.[0] ?? '60s', onUs,
  })));
}

export async function readPolicies(ctx: OperatorContext): Promise<Answer> {
  const { policies, chargeSchedules } = ctx.sources;
  const today = lagosDay(ctx.clock.now());
  const inForce = (all: readonly { from: string }[], from: string): boolean => (all.findLast((each) => each.from <= today) ?? all[0])?.from === from;
  const own = await ctx.db.across('audit', async (tx) => {
    const limits = await ctx.sources.ownLimits(tx, 200);
    const tenants = new Map((await nameTenants(tx, limits.map(({ tenantId }) => tenantId))).map((tenant) => [tenant.tenantId, tenant]));
    return limits.flatMap((limit) => {
      const tenant = tenants.get(limit.tenantId);
      return tenant === undefined ? [] : [{ limit, tenant }];
    });
  });
  return success({
    policies: policies.map(({ version, from, source, tiers, collection, railPerTransferKobo, newBeneficiaryPerTransferKobo, tier2NeedsNin }) => ({
      version, from, inForce: inForce(policies, from), source, tiers: { 1: shown(tiers['1']), 2: shown(tiers['2']), 3: shown(tiers['3']) }, collection: shown(collection),
      railPerTransfer: nairaNumber(railPerTransferKobo), newBeneficiaryPerTransfer: orNull(newBeneficiaryPerTransferKobo), tier2NeedsNin,
    })).toReversed(),
    charges: chargeSchedules.map(({ from, feeBands, vatBasisPoints, senderDuty }) => ({
      from, inForce: inForce(chargeSchedules, from), feeBands: feeBands.map(({ upToKobo, feeKobo }) => ({ upTo: orNull(upToKobo), fee: nairaNumber(feeKobo) })), vatPercent: Number(vatBasisPoints) / 100,
      senderDuty: senderDuty === null ? null : { fromAmount: nairaNumber(senderDuty.fromKobo), duty: nairaNumber(senderDuty.dutyKobo) },
    })).toReversed(),
    ownLimits: own.map(({ limit: { subject, perTransferKobo, perDayKobo, perDayTransfers, reason, createdAt }, tenant: { organizationId, name, environment } }) => ({
      organizationId, organization: name, environment: wordOf(environment), subject, perTransfer: orNull(perTransferKobo), perDay: orNull(perDayKobo), perDayTransfers, reason, since: isoMillis(createdAt),
    })),
  });
}

function shown({ perTransferKobo, perDayKobo, perDayTransfers, maxBalanceKobo }: LimitSet) {
  return { perTransfer: orNull(perTransferKobo), perDay: orNull(perDayKobo), perDayTransfers, maxBalance: orNull(maxBalanceKobo) };
}

function orNull(kobo: bigint | null): number | null {
  return kobo === null ? null : nairaNumber(kobo);
}

const auditPage = 50;
const dayMs = 24 * 3600_000;

/** What was searched for is written into the log of the operator's own organization, with each page: any place can be gone on from. */
export async function searchAuditLogs(ctx: OperatorContext, { session, query }: SessionRequest<unknown, unknown, z.output<typeof auditSearchQuery>>): Promise<Answer> {
  const { organizationId, actor, action, subject, from, before } = query;
  const filter = { ...(organizationId === undefined ? {} : { organizationId }), ...(actor === undefined ? {} : { actor }), ...(action === undefined ? {} : { action }), ...(subject === undefined ? {} : { subject }) };
  const at = before === undefined ? { at: new Date('9999-12-31T00:00:00Z'), auditId: 'aud_g' } : { at: new Date(before.slice(0, before.indexOf('_'))), auditId: before.slice(before.indexOf('_') + 1) };
  const since = from === undefined ? new Date(ctx.clock.now().getTime() - 30 * dayMs) : new Date(from);
  const found = await ctx.db.across('audit', (tx) => searchAudit(tx, { ...filter, from: since, before: at }, auditPage + 1));
  await ctx.db.write(session.tenants.live, (tx) => recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'operator.audit_searched', subject: organizationId ?? 'all organizations', details: { ...filter, ...(from === undefined ? {} : { from }), ...(before === undefined ? {} : { before }) } }));
  const entries = found.slice(0, auditPage);
  const last = entries.at(-1);
  return success({
    entries: entries.map(({ auditId, at: moment, organizationId: whose, name, environment, actor: who, action: what, subject: of, details }) => ({
      auditId, at: isoMillis(moment), organizationId: whose, organization: name, environment: wordOf(environment), actor: who, action: what, subject: of, details,
    })),
    next: found.length > auditPage && last !== undefined ? `${isoMillis(last.at)}_${last.auditId}` : null,
  });
}
