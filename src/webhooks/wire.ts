/** Webhooks on the wire. */
import { z } from 'zod';
import type { Environment } from '#src/context.ts';
import { fail, Failure, type Refusal } from '#src/errors.ts';
import { eventKinds, isSelectable } from '#src/events/kinds.ts';
import { isoMillis } from '#src/lib/time.ts';
import { checkWebhookUrl, reachOf } from './address-guard.ts';
import { deliveryId } from './delivery-id.ts';
import type { Delivery } from './delivery-store.ts';
import type { Endpoint } from './store.ts';

const urlField = z.string().min(1).max(2048).describe('Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too.')
  .meta({ examples: ['https://hooks.example.com/openteller'] });
const eventsField = z.array(z.string().min(1).max(71)).min(1).max(50)
  .describe('Event kinds, families such as payment.* or custom.*, or * for all.').meta({ examples: [['payment.*', 'account.credited']] });
const descriptionField = z.string().trim().max(200).nullable().describe('A note for yourself.').meta({ examples: ['Ledger of the shop'] });
const secretField = z.string().min(16).max(256).regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces').nullable()
  .describe('Key of the signatures, 16 to 256 characters. Left out, one is generated; null means that nothing is signed.');
const statusField = z.enum(['active', 'paused']).describe('paused keeps new deliveries until the endpoint is active again.');

export const createWebhookBody = z.strictObject({ url: urlField, events: eventsField, secret: secretField.optional(), description: descriptionField.optional() });
export const updateWebhookBody = z.strictObject({ url: urlField.optional(), events: eventsField.optional(), description: descriptionField.optional(), status: statusField.optional() });
export const testWebhookBody = z.strictObject({
  event: z.string().max(64).default('webhook.test').describe('Kind of the sample to send; webhook.test unless given.').meta({ examples: ['payment.success'] }),
});

export const webhookParams = z.strictObject({ id: z.string().max(64).describe('Id of the webhook.').meta({ examples: ['whk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f'] }) });
export const deliveryParams = z.strictObject({ deliveryId: z.string().max(128).describe('Id of the delivery.') });

const wholeNumber = (max: number) => z.string().regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1').refine((text) => Number(text) <= max, `must be at most ${max}`);
export const listDeliveriesQuery = z.strictObject({
  page: wholeNumber(1_000_000).default('1').describe('Page number, from 1.'),
  pageSize: wholeNumber(100).default('20').describe('Deliveries on a page, 1 to 100.'),
  status: z.enum(['pending', 'delivered', 'failed']).optional().describe('Only deliveries in this state.'),
});
export const listEventsQuery = z.strictObject({
  after: z.string().regex(/^evt_[0-9a-f]{32}$/, 'must be the id of an event').optional().describe('Events after this one: the nextCursor of the answer before.'),
  limit: wholeNumber(100).default('50').describe('Events in the answer, 1 to 100.'),
});

export const webhookData = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  status: statusField,
  description: z.string().nullable(),
  signed: z.boolean().describe('Whether deliveries carry signatures.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export const createdWebhookData = webhookData.extend({ secret: z.string().nullable().describe('Shown this once; null when refused.') });
export const deletedWebhookData = z.object({ id: z.string(), status: z.literal('deleted') });
export const startedDeliveryData = z.object({ deliveryId: z.string(), eventId: z.string(), status: z.literal('pending') });
export const deliveryData = z.object({
  deliveryId: z.string(),
  eventId: z.string(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  httpStatus: z.int().nullable().describe('Status of the last answer; null when none came.'),
  error: z.string().nullable().describe('Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted.'),
  latencyMs: z.int().nullable(),
  nextAttemptAt: z.string().nullable().describe('Null when over, and while the endpoint is paused.'),
  deliveredAt: z.string().nullable(),
  createdAt: z.string(),
});
export const eventData = z.looseObject({ event: z.string(), data: z.looseObject({}), id: z.string(), createdAt: z.string(), environment: z.enum(['sandbox', 'live']), apiVersion: z.string(), sequence: z.int() });
export const cursorEnvelope = {
  nextCursor: z.string().nullable().describe('Send it as `after` to go on; the cursor you sent when nothing was new.'),
  hasMore: z.boolean().describe('Whether more events are waiting.'),
};

/** The URL to store. @throws Failure invalid_field with the reason */
export function readUrl(url: string, environment: Environment): string {
  const verdict = checkWebhookUrl(url, reachOf(environment));
  if (!verdict.ok) throw fail('invalid_field', { field: '/url', message: verdict.reason });
  return verdict.url;
}

/** The selection without repetitions. @throws Failure invalid_field for each unknown entry, with everything that may be selected */
export function readSelection(events: readonly string[]): string[] {
  const refusals = events.flatMap((event, index): Refusal[] => (isSelectable(event) ? [] : [{
    code: 'invalid_field', field: `/events/${index}`, message: 'There is no such event kind.', fix: 'Use kinds of `details.known`, a family such as payment.*, or *.', details: { known: Object.keys(eventKinds) },
  }]));
  const [first, ...others] = refusals;
  if (first !== undefined) throw new Failure([first, ...others]);
  return [...new Set(events)];
}

export function toWebhookData(endpoint: Endpoint): z.output<typeof webhookData> {
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    events: endpoint.events,
    status: endpoint.status,
    description: endpoint.description,
    signed: endpoint.signed,
    createdAt: isoMillis(endpoint.createdAt),
    updatedAt: isoMillis(endpoint.updatedAt),
  };
}

export function toDeliveryData(delivery: Delivery): z.output<typeof deliveryData> {
  const time = (date: Date | null): string | null => (date === null ? null : isoMillis(date));
  return {
    deliveryId: deliveryId(delivery),
    eventId: delivery.eventId,
    event: delivery.event,
    status: delivery.state,
    attempts: delivery.attempts,
    httpStatus: delivery.httpStatus,
    error: delivery.error,
    latencyMs: delivery.latencyMs,
    nextAttemptAt: time(delivery.nextAt),
    deliveredAt: time(delivery.deliveredAt),
    createdAt: isoMillis(delivery.createdAt),
  };
}
