/** The caller's own events on the wire. */
import { z } from 'zod';
import { customKind } from '#src/events/custom-event.ts';

export const postEventBody = z.strictObject({
  event: z.string().regex(customKind, 'must be custom. and 1 to 64 of a-z, 0-9, _ and .').describe('Kind of the event: custom. and a name of your own.').meta({ examples: ['custom.order.paid'] }),
  data: z.record(z.string(), z.unknown()).describe('What is delivered as `data`: any object, at most 16 KB as JSON and 10 levels deep.').meta({ examples: [{ orderId: 'A-1001', total: 2500 }] }),
  subject: z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 . _ : -').optional()
    .describe('What the event is about. `sequence` then counts the events of this kind about it; without a subject it is 1.').meta({ examples: ['order:A-1001'] }),
});

export const postedEventData = z.object({ id: z.string().describe('Id of the event; the same in each delivery and in GET /events.'), event: z.string(), createdAt: z.string() });
