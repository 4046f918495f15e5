/** Replays of many events on the wire. */
import { z } from 'zod';
import { eventsField, urlField } from './wire.ts';

const moment = (meaning: string) => z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time with its offset, such as 2026-11-21T09:30:00Z' }).optional().describe(meaning).meta({ examples: ['2026-11-21T09:30:00Z'] });

export const replayBody = z.strictObject({
  from: moment('Only deliveries whose event was written then or later.'),
  to: moment('Only deliveries whose event was written before.'),
  state: z.enum(['failed', 'delivered', 'any']).default('failed').describe('How they ended. any takes both; deliveries that are still pending are never taken.'),
  events: eventsField.optional(),
  toEndpointId: z.string().max(64).optional().describe('Id of another of your webhooks, which then gets the events, whatever it selected.').meta({ examples: ['whk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f'] }),
  toUrl: urlField.optional(),
}).refine((body) => body.toUrl === undefined || body.toEndpointId === undefined, { path: ['toUrl'], error: 'must be left out when toEndpointId is given' });

export const replayedData = z.object({
  webhookId: z.string().describe('Whose deliveries they are now: this webhook, the one in toEndpointId, or, for toUrl, an id of its own that GET /webhooks/{id}/deliveries and DELETE take.'),
  queued: z.int().describe('How many events are sent again, at most 10,000.'),
  more: z.boolean().describe('Whether more were found. Call again with `nextFrom` as from.'),
  nextFrom: z.string().nullable().describe('When the first event that was left out was written.'),
});
