/**
 * A fresh sandbox in the place of the present one. Nothing is deleted: what was written stays in the tenant it was written in, which is set aside; a new tenant is furnished, and then put
 * in its place in one transaction, with the credentials, their tokens and the webhooks. The answer is stored there, so that the same request finds it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '#src/app.ts';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { trustMs } from '#src/organizations/authenticate.ts';
import { createTenant } from '#src/organizations/create-organization.ts';
import { countLately, enterCredentials, leaveCredentials, readSandbox, retireTenant, takePlace } from '#src/organizations/replace-tenant.ts';
import { enterEndpoints, leaveEndpoints } from '#src/webhooks/move-endpoints.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { loadStored, replay, type RequestKey, requestKey, retrying, storeAnswers } from '#src/work/requests.ts';
import { furnishSandbox } from './furnish.ts';

/** Every reset leaves a tenant behind, for ever. */
export const resetsADay = 100;

/** @throws Failure sandbox_reset_meanwhile when another one came first, rate_limited, request_in_progress, request_id_reused */
export async function resetSandbox({ ctx, lanes }: Pick<App, 'ctx' | 'lanes'>, request: RouteRequest): Promise<Answer> {
  const { tenantId: from, organizationId } = request.caller;
  return ctx.requests.exclusively(await keyIn(ctx, from, request), async () => {
    const present = await readSandbox(ctx.db, organizationId);
    const before = (await storedIn(ctx, from, request)) ?? (present.tenantId === from ? null : await storedIn(ctx, present.tenantId, request));
    if (before !== null) return before;
    if (present.tenantId !== from) throw fail('sandbox_reset_meanwhile');
    if ((await countLately(ctx.db, organizationId)) >= resetsADay) throw fail('rate_limited', { message: `A sandbox is reset at most ${resetsADay} times a day.`, retryAfterSeconds: 3_600 });
    const to = ctx.ids.newId('ten');
    await createTenant(ctx.db, ctx.config.masterKey, { tenantId: to, organizationId, environment: 'sandbox', retired: true });
    const accountNumber = await furnishSandbox({ ctx, lanes }, to, `${present.name.slice(0, 80)} Collections`);
    crashPoint('reset.furnished');
    const done = await retrying(() => putInPlace(ctx, request, { from, to, accountNumber }));
    crashPoint('reset.committed');
    // Every process believes for so long what a token belonged to: after the answer, all of them are in the fresh one.
    await pause(trustMs);
    return done;
  });
}

type Step = { from: string; to: string; accountNumber: string };

async function putInPlace(ctx: Context, request: RouteRequest, { from, to, accountNumber }: Step): Promise<Answer> {
  const { organizationId, credentialId: actor } = request.caller;
  const key = await keyIn(ctx, to, request);
  const [oldKeys, keys] = await Promise.all([ctx.keyring.of(from), ctx.keyring.of(to)]);
  const done = await ctx.db.writeAcross(
    from,
    to,
    async (tx) => {
      if (!(await retireTenant(tx))) return null;
      await recordAudit(tx, ctx.ids, { actor, action: 'sandbox.retired', subject: from, details: { replacedBy: to } });
      return { credentials: await leaveCredentials(tx), endpoints: await leaveEndpoints(tx, oldKeys) };
    },
    async (tx, left) => {
      if (left === null) return null;
      await takePlace(tx, organizationId);
      await enterCredentials(tx, left.credentials);
      await enterEndpoints(tx, keys, left.endpoints);
      const kept = { keptCredentials: left.credentials.count, keptEndpoints: left.endpoints.length };
      await recordAudit(tx, ctx.ids, { actor, action: 'sandbox.reset', subject: to, details: { replaces: from, ...kept } });
      const answer = success({ accountNumber, ...kept, resetAt: isoMillis(tx.now) }, { message: 'Sandbox reset' });
      await storeAnswers(tx, keys, [{ key, answer }]);
      crashPoint('reset.answer_stored');
      return answer;
    },
  );
  if (done !== null) return done;
  // Another reset came first; or this one did, and the answer to its COMMIT was lost.
  const present = await readSandbox(ctx.db, organizationId);
  const stored = await storedIn(ctx, present.tenantId, request);
  if (stored === null) throw fail('sandbox_reset_meanwhile');
  return stored;
}

async function storedIn(ctx: Context, tenantId: string, request: RouteRequest): Promise<Answer | null> {
  const key = await keyIn(ctx, tenantId, request);
  const stored = (await ctx.db.read(tenantId, (tx) => loadStored(tx, [key]))).get(key.requestId);
  return stored === undefined ? null : replay(stored, key, await ctx.keyring.of(tenantId));
}

/** Each tenant has its own key for fingerprints. */
async function keyIn(ctx: Context, tenantId: string, request: RouteRequest): Promise<RequestKey> {
  return { ...requestKey(await ctx.keyring.of(tenantId), request, {}), tenantId };
}
