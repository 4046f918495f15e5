/** What pages show of events, beside the API's own calls: the log, newest first, one event with what was sent of it, and a sample of each kind. */
import { z } from 'zod';
import { fail } from '#src/errors.ts';
import { type LoggedEvent, searchEvents, selectEvent } from '#src/events/event-log.ts';
import { eventKinds } from '#src/events/kinds.ts';
import { success } from '#src/http/envelope.ts';
import { momentQuery, readSpan } from '#src/http/moment-query.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { readRecord } from '#src/lib/assert.ts';
import { isoMillis } from '#src/lib/time.ts';
import { deliveriesOfEvents } from '#src/webhooks/deliveries-of-events.ts';
import { isEventKind, sampleOf } from '#src/webhooks/samples.ts';
import { deliveryData, eventData, readSelection, toDeliveryData } from '#src/webhooks/wire.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { environmentRoute } from './in-environment.ts';

const tag = 'Events';
const scope = 'event:read';
const hex = '0199d4e0c1f07c3fa1b2c3d4e5f60718';
const createdAt = '2026-11-21T09:30:40.420Z';
const logged = { eventId: `evt_${hex}`, event: 'payment.success', subject: `trf_${hex}`, sequence: 4, createdAt };
const eventId = z.string().regex(/^evt_[0-9a-f]{32}$/, 'must be evt_ and 32 hex digits');
const pageSize = 50;

const loggedData = z.strictObject({
  eventId: z.string(), event: z.string(), subject: z.string().describe('What it is about.'), sequence: z.int().describe('Counts the news about the subject.'), createdAt: z.string(),
});
const toLogged = ({ eventId: id, kind, subject, sequence, createdAt: at }: LoggedEvent): z.output<typeof loggedData> => ({ eventId: id, event: kind, subject, sequence, createdAt: isoMillis(at) });

export function eventRoutes({ db, ids }: Pick<DashboardContext, 'db' | 'ids'>): SessionRoute[] {
  return [
    environmentRoute(ids, {
      method: 'GET', path: '/event-kinds', operationId: 'listEventKinds', tag, scope,
      summary: 'List the kinds of events',
      description: 'Each kind with a sentence and a sample of its data.',
      data: z.array(z.strictObject({ kind: z.string(), meaning: z.string(), sample: z.record(z.string(), z.unknown()) })),
      responseExample: { summary: 'One kind', value: [{ kind: 'payment.success', meaning: eventKinds['payment.success'], sample: sampleOf('payment.success') }] },
      errors: [],
      handle: () => Promise.resolve(success(Object.entries(eventKinds).map(([kind, meaning]) => ({ kind, meaning, sample: isEventKind(kind) ? sampleOf(kind) : {} })))),
    }),
    environmentRoute(ids, {
      method: 'GET', path: '/event-log', operationId: 'searchEvents', tag, scope,
      summary: 'Look through events',
      description: `Newest first, ${pageSize} at a time, tests of webhooks too. A search looks at 2,000 events at most: \`next\` says where to go on, also when few were found.`,
      query: z.strictObject({
        kinds: z.string().min(1).max(1000).optional().describe('Kinds, families such as payment.* or custom.*, with commas between them.'),
        from: momentQuery('Events written then or later.'), to: momentQuery('Events written until then.'), before: eventId.optional().describe('`next` of the answer before.'),
      }),
      data: z.array(loggedData), envelope: { next: z.string().nullable().describe('Send it as `before`; null when nothing older is left.') },
      responseExample: { summary: 'One event', value: { statusCode: '00', message: 'Successful', data: [logged], errors: [], next: null } },
      errors: [],
      handle: async ({ caller, query }) => {
        const selection = query.kinds === undefined ? null : readSelection(query.kinds.split(','), () => '/query/kinds');
        const span = readSpan(query.from, query.to);
        const { events, next } = await db.read(caller.tenantId, (tx) => searchEvents(tx, { selection, ...span, before: query.before ?? null, limit: pageSize }));
        return success(events.map(toLogged), { extra: { next } });
      },
    }),
    environmentRoute(ids, {
      method: 'GET', path: '/event-log/{eventId}', operationId: 'readEvent', tag, scope,
      summary: 'Read an event',
      description: 'The event as it is sent, and its deliveries.',
      params: z.object({ eventId }),
      data: z.strictObject({ ...loggedData.shape, body: eventData, deliveries: z.array(deliveryData.extend({ webhookId: z.string(), url: z.string() })) }),
      responseExample: {
        summary: 'An event that went nowhere',
        value: { ...logged, body: { event: 'payment.success', data: sampleOf('payment.success'), id: logged.eventId, createdAt, environment: 'sandbox', apiVersion: 'v1', sequence: 4 }, deliveries: [] },
      },
      errors: [],
      handle: ({ caller, params }) => db.read(caller.tenantId, async (tx) => {
        const event = await selectEvent(tx, params.eventId);
        if (event === undefined) throw fail('record_not_found');
        const deliveries = await deliveriesOfEvents(tx, [params.eventId]);
        return success({
          ...toLogged(event), body: readRecord(JSON.parse(event.body), 'event body'),
          deliveries: deliveries.map((delivery) => ({ ...toDeliveryData(delivery), webhookId: delivery.endpointId, url: delivery.url })),
        });
      }),
    }),
  ];
}
