/** Deliveries that a tenant asks for: a test of one endpoint, and an event sent once more. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { isCustomKind } from '#src/events/custom-event.ts';
import { apiVersion } from '#src/events/emit.ts';
import { eventKinds } from '#src/events/kinds.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { deliveryId, parseDeliveryId } from './delivery-id.ts';
import { insertTest, restartDelivery } from './delivery-store.ts';
import { dataRefusal } from './event-data.ts';
import { isEventKind, sampleOf } from './samples.ts';
import { lockEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { deliveryParams, testWebhookBody, webhookParams } from './wire.ts';

/**
 * Sends an invented event to this endpoint alone, whatever it selected, by the same path and under the same guard as a real one. The
 * body carries `test: true`; neither other endpoints nor GET /events see it.
 * @throws Failure invalid_field, record_not_found
 */
export async function testWebhook(ctx: WebhookContext, request: RouteRequest<z.output<typeof testWebhookBody>, z.output<typeof webhookParams>>): Promise<Answer> {
  const { event } = request.body;
  const data = testData(request.body);
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const endpoint = await lockEndpoint(tx, request.params.id);
    if (endpoint === null) throw fail('record_not_found');
    const key = { eventId: ctx.ids.newId('evt'), endpointId: endpoint.endpointId };
    const body = JSON.stringify({
      event, data, id: key.eventId, createdAt: isoMillis(tx.now), environment: request.caller.environment, apiVersion, sequence: 1, test: true,
    });
    await insertTest(tx, { ...key, body, hold: endpoint.status === 'paused' });
    return success({ deliveryId: deliveryId(key), eventId: key.eventId, status: 'pending' }, { message: 'Test event queued' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** What the caller sent in place of the sample; of the caller's own kinds there is no sample. */
function testData({ event, data }: z.output<typeof testWebhookBody>): object {
  const refusal = data === undefined ? null : dataRefusal(data);
  if (refusal !== null) throw refusal;
  if (isEventKind(event)) return data ?? sampleOf(event);
  if (!isCustomKind(event)) throw fail('invalid_field', { field: '/event', message: 'There is no such event kind.', details: { known: Object.keys(eventKinds) } });
  return data ?? {};
}

/** The same event under the same id, with a new time and signature, from its first attempt. @throws Failure record_not_found */
export async function replayDelivery(ctx: WebhookContext, request: RouteRequest<unknown, z.output<typeof deliveryParams>>): Promise<Answer> {
  const key = parseDeliveryId(request.params.deliveryId);
  if (key === null) throw fail('record_not_found');
  const answer = await ctx.requests.once(request, null, async (tx) => {
    const endpoint = await lockEndpoint(tx, key.endpointId);
    if (endpoint === null || !(await restartDelivery(tx, key, endpoint.status === 'paused'))) throw fail('record_not_found');
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'webhook.replayed', subject: key.endpointId, details: { eventId: key.eventId } });
    return success({ deliveryId: deliveryId(key), eventId: key.eventId, status: 'pending' }, { message: 'Delivery queued' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
