/** Webhooks on the wire. */
import { z } from 'zod';
import type { Environment } from '#src/context.ts';
import { fail, Failure, type Refusal } from '#src/errors.ts';
import { eventKinds, isSelectable } from '#src/events/kinds.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { checkWebhookUrl, reachOf } from './address-guard.ts';
import { deliveryId } from './delivery-id.ts';
import type { Delivery } from './delivery-list.ts';
import type { Attempt } from './delivery-store.ts';
import { stateOf } from './health.ts';
import type { Endpoint, EndpointFilter } from './store.ts';

export const urlField = z.string().min(1).max(2048).describe('Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too.')
  .meta({ examples: ['https://hooks.example.com/openteller'] });
export const eventsField = z.array(z.string().min(1).max(71)).min(1).max(50)
  .describe('Event kinds, families such as payment.* or custom.*, or * for all.').meta({ examples: [['payment.*', 'account.credited']] });
const descriptionField = z.string().trim().max(200).nullable().describe('A note for yourself.').meta({ examples: ['Ledger of the shop'] });
const secretField = z.string().min(16).max(256).regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces').nullable()
  .describe('Key of the signatures, 16 to 256 characters. Left out, one is generated; null means that nothing is signed.');
const statusField = z.enum(['active', 'paused']).describe('paused keeps new deliveries until the endpoint is active again.');

const filterField = z.strictObject({
  customerId: z.string().regex(/^\d{1,20}$/, 'must be a customerId').nullable().optional().describe('Only events whose data names this customer.').meta({ examples: ['4830127756'] }),
  accountNumber: z.string().regex(/^\d{10}$/, 'must be 10 digits').nullable().optional().describe('Only events about this account: their accountNumber, or sourceAccountNumber of a payment.').meta({ examples: ['2000000013'] }),
}).nullable().describe('Narrows the selection. An event without the named field is left out. null takes the filter away.');

export const createWebhookBody = z.strictObject({ url: urlField, events: eventsField, filter: filterField.optional(), secret: secretField.optional(), description: descriptionField.optional() });
export const updateWebhookBody = z.strictObject({ url: urlField.optional(), events: eventsField.optional(), filter: filterField.optional(), description: descriptionField.optional(), status: statusField.optional() });
export const rotateSecretBody = z.strictObject({
  secret: secretField.unwrap().optional(),
  overlapHours: z.int().min(0).max(72).default(24).describe('How long both secrets sign, 0 to 72 hours.').meta({ examples: [24] }),
});
export const testWebhookBody = z.strictObject({
  event: z.string().max(64).default('webhook.test').describe('Kind of the sample to send; webhook.test unless given. Kinds of your own, custom., too.').meta({ examples: ['payment.success'] }),
  data: z.record(z.string(), z.unknown()).optional().describe('Sent in place of the sample: any object, at most 16 KB as JSON and 10 levels deep.').meta({ examples: [{ transactionId: 'trf_sample', amount: 1 }] }),
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
  after: z.string().regex(/^(?:evt_[0-9a-f]{32})?$/, 'must be the id of an event').optional().describe('Events after this one: the nextCursor of the answer before. From the first one where it is empty or left out.'),
  limit: wholeNumber(100).default('50').describe('Events in the answer, 1 to 100.'),
});

export const streamEventsQuery = z.strictObject({
  after: listEventsQuery.shape.after,
  kinds: z.string().min(1).max(1000).optional().describe('Kinds, families such as payment.* or custom.*, or *, with commas between them; all unless given.').meta({ examples: ['payment.*,account.credited'] }),
});

export const webhookData = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  filter: z.object({ customerId: z.string().nullable(), accountNumber: z.string().nullable() }).nullable().describe('null: every event that is selected.'),
  status: statusField,
  pausedReason: z.enum(['requested', 'gone', 'failing']).nullable().describe('requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active.'),
  health: z.object({
    state: z.enum(['healthy', 'failing', 'slowed', 'open']).describe('slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried.'),
    failuresInRow: z.int().describe('Over all its deliveries.'),
    failingSince: z.string().nullable(),
    waitsUntil: z.string().nullable().describe('Nothing is sent before; null when nothing waits.'),
  }),
  description: z.string().nullable(),
  signed: z.boolean().describe('Whether deliveries carry signatures.'),
  nextSecretAt: z.string().nullable().describe('While the secret is replaced: when the next one alone signs.'),
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
export const attemptData = z.object({
  attempt: z.int().describe('Counts from 1; a replay starts again.'),
  at: z.string().describe('When its result was written.'),
  httpStatus: z.int().nullable(),
  error: z.string().nullable(),
  latencyMs: z.int().nullable(),
  nextAttemptAt: z.string().nullable().describe('When the next try was planned then; null when it was the last.'),
});
export const deliveryWithAttempts = deliveryData.extend({ attemptLog: z.array(attemptData).describe('The calls of the last 30 days, oldest first, at most 100.') });
export const eventData = z.looseObject({ event: z.string(), data: z.looseObject({}), id: z.string(), createdAt: z.string(), environment: z.enum(['sandbox', 'live']), apiVersion: z.string(), sequence: z.int() });
export const cursorEnvelope = {
  nextCursor: z.string().nullable().describe('Send it as `after` to go on; the cursor you sent when nothing was new.'),
  hasMore: z.boolean().describe('Whether more events are waiting.'),
};

/** The URL to store. @throws Failure invalid_field with the reason */
export function readUrl(url: string, environment: Environment, field = '/url'): string {
  const verdict = checkWebhookUrl(url, reachOf(environment));
  if (!verdict.ok) throw fail('invalid_field', { field, message: verdict.reason });
  return verdict.url;
}

export function readFilter(filter: z.output<typeof filterField> | undefined): EndpointFilter {
  return { customerId: filter?.customerId ?? null, accountNumber: filter?.accountNumber ?? null };
}

/** The selection without repetitions. @throws Failure invalid_field for each unknown entry, with everything that may be selected */
export function readSelection(events: readonly string[], field = (index: number): string => `/events/${index}`): string[] {
  const refusals = events.flatMap((event, index): Refusal[] => (isSelectable(event) ? [] : [{
    code: 'invalid_field', field: field(index), message: 'There is no such event kind.', fix: 'Use kinds of `details.known`, a family such as payment.*, or *.', details: { known: Object.keys(eventKinds) },
  }]));
  const [first, ...others] = refusals;
  if (first !== undefined) throw new Failure([first, ...others]);
  return [...new Set(events)];
}


export function toWebhookData(endpoint: Endpoint, now: Date): z.output<typeof webhookData> {
  const { filter, health, nextSecretAt } = endpoint;
  const future = (date: Date | null): string | null => (date === null || date <= now ? null : isoMillis(date));
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    events: endpoint.events,
    filter: filter.customerId === null && filter.accountNumber === null ? null : filter,
    status: endpoint.status,
    pausedReason: endpoint.status === 'paused' ? (endpoint.pausedReason ?? 'requested') : null,
    health: { state: stateOf(health, now), failuresInRow: health.failures, failingSince: isoMillisOrNull(health.failingSince), waitsUntil: future(health.waitUntil) },
    description: endpoint.description,
    signed: endpoint.signed,
    nextSecretAt: future(nextSecretAt),
    createdAt: isoMillis(endpoint.createdAt),
    updatedAt: isoMillis(endpoint.updatedAt),
  };
}

export function toDeliveryData(delivery: Delivery): z.output<typeof deliveryData> {
  return {
    deliveryId: deliveryId(delivery),
    eventId: delivery.eventId,
    event: delivery.event,
    status: delivery.state,
    attempts: delivery.attempts,
    httpStatus: delivery.httpStatus,
    error: delivery.error,
    latencyMs: delivery.latencyMs,
    nextAttemptAt: isoMillisOrNull(delivery.nextAt),
    deliveredAt: isoMillisOrNull(delivery.deliveredAt),
    createdAt: isoMillis(delivery.createdAt),
  };
}

export function toAttemptData({ attempt, at, httpStatus, error, latencyMs, retryAt }: Attempt): z.output<typeof attemptData> {
  return { attempt, at: isoMillis(at), httpStatus, error, latencyMs, nextAttemptAt: isoMillisOrNull(retryAt) };
}
