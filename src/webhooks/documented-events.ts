/** Every event kind as its receiver sees it, for the OpenAPI document and the event reference. */
import { eventSchema } from '#src/events/data.ts';
import { eventKinds } from '#src/events/kinds.ts';
import type { DocumentedEvent } from '#src/http/options.ts';
import { isEventKind, sampleOf } from './samples.ts';

export function documentedEvents(): Record<string, DocumentedEvent> {
  return Object.fromEntries(Object.entries(eventKinds).filter((entry): entry is [keyof typeof eventKinds, string] => isEventKind(entry[0])).map(([kind, summary]) => [kind, {
    summary,
    schema: eventSchema(kind),
    example: {
      event: kind, data: sampleOf(kind), id: 'evt_0199d4e0c1f07c3fa1b2c3d4e5f60718', createdAt: '2026-11-21T09:30:40.420Z', environment: 'sandbox', apiVersion: 'v1', sequence: 1,
    },
  }]));
}
