/** Changes, pauses, resumes and deletes endpoints. Events of a paused endpoint are kept, and released when it is resumed. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { holdTenant } from '#src/organizations/standing-tenant.ts';
import { takeUp } from './due-deliveries.ts';
import { healthy } from './health.ts';
import { type Endpoint, failPending, lockEndpoint, lockForDeletion, markDeleted, releaseKept, updateEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { readFilter, readSelection, readUrl, toWebhookData, type updateWebhookBody, type webhookParams } from './wire.ts';

type Params = z.output<typeof webhookParams>;

/** @throws Failure invalid_field, record_not_found */
export async function updateWebhook(ctx: WebhookContext, request: RouteRequest<z.output<typeof updateWebhookBody>, Params>): Promise<Answer> {
  const { body, caller } = request;
  const url = body.url === undefined ? undefined : readUrl(body.url, caller.environment);
  const events = body.events === undefined ? undefined : readSelection(body.events);
  const answer = await ctx.requests.once(request, body, async (tx) => {
    await holdTenant(tx);
    const before = await lockEndpoint(tx, request.params.id);
    if (before === null) throw fail('record_not_found');
    const status = body.status ?? before.status;
    const after: Endpoint = {
      ...before,
      url: url ?? before.url,
      events: events ?? before.events,
      filter: body.filter === undefined ? before.filter : readFilter(body.filter),
      description: body.description === undefined ? before.description : body.description,
      status,
      pausedReason: status === 'active' ? null : (before.pausedReason ?? 'requested'),
      // Whoever resumes it, or moves it, says that it works now.
      health: (before.status === 'paused' && status === 'active') || (url ?? before.url) !== before.url ? healthy : before.health,
      updatedAt: tx.now,
    };
    await updateEndpoint(tx, after);
    if (before.status === 'paused' && after.status === 'active') await releaseKept(tx, after.endpointId);
    else if (after.health === healthy && before.health.waitUntil !== null) await takeUp(tx, after.endpointId, before.health.waitUntil);
    await recordAudit(tx, ctx.ids, {
      actor: caller.credentialId,
      action: 'webhook.updated',
      subject: after.endpointId,
      details: { from: shownInAudit(before), to: shownInAudit(after) },
    });
    return success(toWebhookData(after, tx.now), { message: 'Webhook updated' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

function shownInAudit({ url, events, filter, status }: Endpoint): Record<string, unknown> {
  return { url, events, filter, status };
}

/** Deliveries that were still to be made end as failed. @throws Failure record_not_found */
export async function deleteWebhook(ctx: WebhookContext, request: RouteRequest<unknown, Params>): Promise<Answer> {
  const { id } = request.params;
  return ctx.requests.once(request, null, async (tx) => {
    await holdTenant(tx);
    const url = await lockForDeletion(tx, id);
    if (url === null) throw fail('record_not_found');
    await markDeleted(tx, id);
    const undelivered = await failPending(tx, id);
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'webhook.deleted', subject: id, details: { url, undelivered } });
    return success({ id, status: 'deleted' }, { message: 'Webhook deleted' });
  });
}
