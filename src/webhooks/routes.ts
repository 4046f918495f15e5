import { z } from 'zod';
import { eventKinds } from '#src/events/kinds.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { createWebhook, maxEndpoints } from './create-webhook.ts';
import { type EventStreams, maxOfCredential, streamMedia } from './event-stream.ts';
import { goLiveRoutes } from './go-live-routes.ts';
import { listEvents } from './pull-events.ts';
import { getDeliveries, getDelivery, getWebhook, listWebhooks } from './read-webhooks.ts';
import { postEvent } from './post-event.ts';
import { postedEventData, postEventBody } from './post-event-wire.ts';
import { maxOnce, maxReplayed, replayRange } from './replay.ts';
import { replayBody, replayedData } from './replay-wire.ts';
import { activateSecret, rotateSecret } from './rotate-secret.ts';
import { sampleOf } from './samples.ts';
import { replayDelivery, testWebhook } from './start-delivery.ts';
import { deleteWebhook, updateWebhook } from './update-webhook.ts';
import { diagnosisData, verifySignatureBody, verifySignatureOf } from './verify-signature.ts';
import type { WebhookContext } from './webhook-context.ts';
import {
  createdWebhookData, createWebhookBody, cursorEnvelope, deletedWebhookData, deliveryData, deliveryParams, deliveryWithAttempts, eventData, listDeliveriesQuery, listEventsQuery,
  rotateSecretBody, startedDeliveryData, streamEventsQuery, testWebhookBody, updateWebhookBody, webhookData, webhookParams,
} from './wire.ts';

const tag = 'Webhooks';
const scope = 'webhook:manage';
const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const webhook = {
  id: `whk_${hex}`, url: 'https://hooks.example.com/openteller', events: ['payment.*'], filter: null, status: 'active', pausedReason: null,
  health: { state: 'healthy', failuresInRow: 0, failingSince: null, waitsUntil: null }, description: null, signed: true, nextSecretAt: null,
  createdAt: '2026-11-21T09:30:00.123Z', updatedAt: '2026-11-21T09:30:00.123Z',
};
const started = { deliveryId: `dlv_${hex}_${hex}`, eventId: `evt_${hex}`, status: 'pending' };
const delivery = {
  ...started, event: 'payment.success', status: 'delivered', attempts: 1, httpStatus: 200, error: null, latencyMs: 84, nextAttemptAt: null,
  deliveredAt: '2026-11-21T09:30:01.004Z', createdAt: '2026-11-21T09:30:00.123Z',
};
const event = {
  event: 'payment.success', data: sampleOf('payment.success'), id: `evt_${hex}`, createdAt: '2026-11-21T09:30:00.123Z', environment: 'sandbox', apiVersion: 'v1', sequence: 4,
};
const kindList = Object.entries(eventKinds).map(([kind, sentence]) => `\`${kind}\`: ${sentence}`).join(' ');

export function webhookRoutes(ctx: WebhookContext, streams: EventStreams): Route[] {
  return [...endpointRoutes(ctx), ...secretRoutes(ctx), ...deliveryRoutes(ctx), ...goLiveRoutes(ctx), ...eventRoutes(ctx), streamRoute(streams)];
}

function endpointRoutes(ctx: WebhookContext): Route[] {
  return [
    route({
      method: 'POST', path: '/webhooks', operationId: 'createWebhook', tag, scope,
      summary: 'Create a webhook',
      description: `Adds an address to which events are posted; at most ${maxEndpoints}. Unless \`secret\` is null, each request is signed: X-Service-Signature is sha256= and the HMAC-SHA256 of the raw body in hex; webhook-id, webhook-timestamp and webhook-signature follow Standard Webhooks and protect against replays as well. Any 2xx answer within 15 seconds acknowledges; 410 pauses the webhook; anything else is tried again (sandbox: after 5 s, 30 s, 2 min, 10 min; live: ten attempts over 75 hours). ${kindList}`,
      body: createWebhookBody, data: createdWebhookData,
      requestExample: { summary: 'All payments', value: { url: webhook.url, events: ['payment.*'] } },
      responseExample: { summary: 'Created', value: { ...webhook, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' } },
      errors: ['limit_exceeded', 'sandbox_reset_meanwhile'],
      handle: (request) => createWebhook(ctx, request),
    }),
    route({
      method: 'GET', path: '/webhooks', operationId: 'listWebhooks', tag, scope,
      summary: 'List webhooks',
      description: 'Every webhook of the environment, oldest first, without its secret.',
      data: z.array(webhookData),
      responseExample: { summary: 'One webhook', value: [webhook] },
      errors: [],
      handle: (request) => listWebhooks(ctx, request),
    }),
    route({
      method: 'GET', path: '/webhooks/{id}', operationId: 'getWebhook', tag, scope,
      summary: 'Read a webhook',
      description: 'One webhook without its secret.',
      params: webhookParams, data: webhookData,
      responseExample: { summary: 'A webhook', value: webhook },
      errors: [],
      handle: (request) => getWebhook(ctx, request),
    }),
    route({
      method: 'PATCH', path: '/webhooks/{id}', operationId: 'updateWebhook', tag, scope,
      summary: 'Change, pause or resume a webhook',
      description: 'Changes the fields that are sent. A paused webhook keeps its events; they are delivered when its status is active again.',
      params: webhookParams, body: updateWebhookBody, data: webhookData,
      requestExample: { summary: 'Pause', value: { status: 'paused' } },
      responseExample: { summary: 'Paused', value: { ...webhook, status: 'paused', pausedReason: 'requested' } },
      errors: ['sandbox_reset_meanwhile'],
      handle: (request) => updateWebhook(ctx, request),
    }),
    route({
      method: 'DELETE', path: '/webhooks/{id}', operationId: 'deleteWebhook', tag, scope,
      summary: 'Delete a webhook',
      description: 'Deliveries that were still to be made end as failed. The events stay readable through GET /events.',
      params: webhookParams, data: deletedWebhookData,
      responseExample: { summary: 'Deleted', value: { id: webhook.id, status: 'deleted' } },
      errors: ['sandbox_reset_meanwhile'],
      handle: (request) => deleteWebhook(ctx, request),
    }),
  ];
}

function secretRoutes(ctx: WebhookContext): Route[] {
  return [
    route({
      method: 'POST', path: '/webhooks/{id}/rotate-secret', operationId: 'rotateWebhookSecret', tag, scope,
      summary: 'Replace the secret of a webhook',
      description: 'Shows the new secret, this once. During the overlap webhook-signature carries the signatures of both secrets, old and new; X-Service-Signature stays with the old one until it ends or POST /webhooks/{id}/activate-secret. A second rotation within the overlap replaces the new secret.',
      params: webhookParams, body: rotateSecretBody, data: createdWebhookData,
      requestExample: { summary: 'Both for a day', value: { overlapHours: 24 } },
      responseExample: { summary: 'Replaced', value: { ...webhook, nextSecretAt: '2026-11-22T09:30:00.123Z', secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' } },
      errors: ['sandbox_reset_meanwhile'],
      handle: (request) => rotateSecret(ctx, request),
    }),
    route({
      method: 'POST', path: '/webhooks/{id}/activate-secret', operationId: 'activateWebhookSecret', tag, scope,
      summary: 'Let the new secret sign alone',
      description: 'Ends the overlap of a rotation now; the old secret is forgotten. Nothing changes where no secret is being replaced.',
      params: webhookParams, data: webhookData,
      responseExample: { summary: 'Activated', value: webhook },
      errors: ['sandbox_reset_meanwhile'],
      handle: (request) => activateSecret(ctx, request),
    }),
    route({
      method: 'POST', path: '/webhooks/verify-signature', operationId: 'verifyWebhookSignature', tag, scope,
      summary: 'Find out why a signature is refused',
      description: 'Send what your receiver saw: headers, body, the secret it uses, or the id of the webhook, whose own secrets are then tried. It names the mistake and its remedy: a body that was parsed and written anew, another secret or an old one, hex for base64, a prefix or header that is missing, white space, a clock that is off. The secret is neither logged nor kept.',
      body: verifySignatureBody, data: diagnosisData,
      requestExample: { summary: 'A body written anew', value: { headers: { 'X-Service-Signature': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }, body: '{ "event": "webhook.test" }', secret: 'a-secret-of-my-own' } },
      responseExample: { summary: 'Why', value: { valid: false, findings: [{ code: 'body_reserialised', message: 'The body was parsed and written anew before it was checked.', fix: 'Check the raw bytes, before any JSON parser sees them.' }] } },
      errors: [],
      handle: (request) => verifySignatureOf(ctx, request),
    }),
  ];
}

function deliveryRoutes(ctx: WebhookContext): Route[] {
  return [
    route({
      method: 'POST', path: '/webhooks/{id}/test', operationId: 'testWebhook', tag, scope,
      summary: 'Send a test event',
      description: 'Sends an invented event of the kind to this webhook alone, whatever it selected, signed and retried like a real one. Its body carries `test: true`. It does not show in GET /events.',
      params: webhookParams, body: testWebhookBody, data: startedDeliveryData,
      requestExample: { summary: 'A sample payment', value: { event: 'payment.success' } },
      responseExample: { summary: 'Queued', value: started },
      errors: [],
      handle: (request) => testWebhook(ctx, request),
    }),
    route({
      method: 'POST', path: '/webhooks/{id}/replay', operationId: 'replayWebhook', tag, scope,
      summary: 'Send many events again',
      description: `Sends what this webhook got, or failed to get, again: the same bodies under the same event ids, with new timestamps and signatures; at most ${maxReplayed} in one call, oldest first. To the webhook itself, to another of yours, or to an address of this replay alone, which is judged and signed for like the webhook's own; at most ${maxOnce} of those at a time.`,
      params: webhookParams, body: replayBody, data: replayedData,
      requestExample: { summary: 'All that failed since this morning', value: { from: '2026-11-21T06:00:00Z', state: 'failed' } },
      responseExample: { summary: 'Queued', value: { webhookId: webhook.id, queued: 132, more: false, nextFrom: null } },
      errors: ['limit_exceeded'],
      handle: (request) => replayRange(ctx, request),
    }),
    route({
      method: 'GET', path: '/webhooks/{id}/deliveries', operationId: 'listWebhookDeliveries', tag, scope,
      summary: 'List the deliveries of a webhook',
      description: 'What was sent and what came back, newest event first. Answer headers and bodies are not kept.',
      params: webhookParams, query: listDeliveriesQuery, data: z.array(deliveryData), envelope: pageEnvelope,
      responseExample: { summary: 'One delivery', value: onePageExample([delivery]) },
      errors: [],
      handle: (request) => getDeliveries(ctx, request),
    }),
    route({
      method: 'GET', path: '/webhooks/deliveries/{deliveryId}', operationId: 'getWebhookDelivery', tag, scope,
      summary: 'Read a delivery with its attempts',
      description: 'Each call that was made, with its status or the class of its trouble, how long it took, and when the next one was planned. Attempts are kept for 30 days.',
      params: deliveryParams, data: deliveryWithAttempts,
      responseExample: { summary: 'Delivered at the first attempt', value: { ...delivery, attemptLog: [{ attempt: 1, at: delivery.deliveredAt, httpStatus: 200, error: null, latencyMs: 84, nextAttemptAt: null }] } },
      errors: [],
      handle: (request) => getDelivery(ctx, request),
    }),
    route({
      method: 'POST', path: '/webhooks/deliveries/{deliveryId}/replay', operationId: 'replayWebhookDelivery', tag, scope,
      summary: 'Send an event again',
      description: 'Sends the same body under the same event id, with a new timestamp and signature, from the first attempt. Works for delivered and failed deliveries alike.',
      params: deliveryParams, data: startedDeliveryData,
      responseExample: { summary: 'Queued', value: started },
      errors: [],
      handle: (request) => replayDelivery(ctx, request),
    }),
  ];
}

function eventRoutes(ctx: WebhookContext): Route[] {
  return [
    route({
      method: 'POST', path: '/events', operationId: 'postEvent', tag: 'Events', scope: 'event:write',
      summary: 'Send an event of your own',
      description: 'Goes to every webhook that selected its kind, `custom.*` or `*`, signed and retried like any other event, and shows in GET /events. Its body has the same form; nothing here reads `data`.',
      body: postEventBody, data: postedEventData,
      requestExample: { summary: 'An order was paid', value: { event: 'custom.order.paid', data: { orderId: 'A-1001', total: 2500 }, subject: 'order:A-1001' } },
      responseExample: { summary: 'Accepted', value: { id: event.id, event: 'custom.order.paid', createdAt: event.createdAt } },
      errors: [],
      handle: (request) => postEvent(ctx, request),
    }),
    route({
      method: 'GET', path: '/events', operationId: 'listEvents', tag: 'Events', scope: 'event:read',
      summary: 'Pull events',
      description: 'The events that webhooks carry, oldest first, for whoever prefers to ask. Keep `nextCursor` and send it as `after`. An event written within the last second makes the call wait until it is a second old, so that a cursor never passes an event that is still being written.',
      query: listEventsQuery, data: z.array(eventData), envelope: cursorEnvelope,
      responseExample: { summary: 'One event', value: { statusCode: '00', message: 'Successful', data: [event], errors: [], nextCursor: event.id, hasMore: false } },
      errors: [],
      handle: (request) => listEvents(ctx, request),
    }),
  ];
}

function streamRoute(streams: EventStreams): Route {
  return route({
    method: 'GET', path: '/events/stream', operationId: 'streamEvents', tag: 'Events', scope: 'event:read',
    summary: 'Stream events',
    description: `With \`Accept: text/event-stream\`: the events of GET /events as they happen, a second after they were written, as server-sent events. \`id\` is the event id, \`event\` its kind, \`data\` the body that webhooks carry. Send \`Last-Event-ID\`, or \`after\`, to go on where you stopped. A comment comes every second when nothing else does. The stream ends when the token runs out or is revoked; at most ${maxOfCredential} for each credential. Without that header the first 100 events come as one page.`,
    query: streamEventsQuery, data: z.array(eventData), envelope: cursorEnvelope, otherMedia: [streamMedia],
    headers: { 'Last-Event-ID': 'Id of the last event that was read; stronger than `after`.' },
    responseExample: { summary: 'Without the header: one page', value: { statusCode: '00', message: 'Successful', data: [event], errors: [], nextCursor: event.id, hasMore: false } },
    errors: [],
    handle: (request) => streams.answer(request),
  });
}
