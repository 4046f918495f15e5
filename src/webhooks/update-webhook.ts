/** Changes, pauses, resumes and deletes endpoints. Events of a paused endpoint are kept, and released when it is resumed. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { type Endpoint, failPending, lockEndpoint, markDeleted, releaseKept, updateEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { readSelection, readUrl, toWebhookData, type updateWebhookBody, type webhookParams } from './wire.ts';

type Params = z.output<typeof webhookParams>;

/** @throws Failure invalid_field, record_not_found */
export async function updateWebhook(ctx: WebhookContext, request: RouteRequest<z.output<typeof updateWebhookBody>, Params>): Promise<Answer> {
  const { body, caller } = request;
  const url = body.url === undefined ? undefined : readUrl(body.url, caller.environment);
  const events = body.events === undefined ? undefined : readSelection(body.events);
  const answer = await ctx.requests.once(request, body, async (tx) => {
    const before = await lockEndpoint(tx, request.params.id);
    if (before === null) throw fail('record_not_found');
    const after: Endpoint = {
      ...before,
      url: url ?? before.url,
      events: events ?? before.events,
      description: body.description === undefined ? before.description : body.description,
      status: body.status ?? before.status,
      updatedAt: tx.now,
    };
    await updateEndpoint(tx, after);
    if (before.status === 'paused' && after.status === 'active') await releaseKept(tx, after.endpointId);
    await recordAudit(tx, ctx.ids, {
      actor: caller.credentialId,
      action: 'webhook.updated',
      subject: after.endpointId,
      details: { from: { url: before.url, events: before.events, status: before.status }, to: { url: after.url, events: after.events, status: after.status } },
    });
    return success(toWebhookData(after), { message: 'Webhook updated' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** Deliveries that were still to be made end as failed. @throws Failure record_not_found */
export async function deleteWebhook(ctx: WebhookContext, request: RouteRequest<unknown, Params>): Promise<Answer> {
  const { id } = request.params;
  return ctx.requests.once(request, null, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint === null) throw fail('record_not_found');
    await markDeleted(tx, id);
    const undelivered = await failPending(tx, id);
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'webhook.deleted', subject: id, details: { url: endpoint.url, undelivered } });
    return success({ id, status: 'deleted' }, { message: 'Webhook deleted' });
  });
}
