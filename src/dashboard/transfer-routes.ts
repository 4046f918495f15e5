/** What people see of one transfer beyond the API's own answer: the whole of its way, to the last webhook. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { transfer } from '#src/transfers/route-examples.ts';
import { storyShape, toStoryData } from '#src/transfers/story-wire.ts';
import { readTransferStory } from '#src/transfers/transfer-story.ts';
import { transferParams } from '#src/transfers/wire.ts';
import { type DeliveryWithUrl, deliveriesOfEvents } from '#src/webhooks/deliveries-of-events.ts';
import { deliveryData, toDeliveryData } from '#src/webhooks/wire.ts';
import { environmentRoute } from './in-environment.ts';

const eventData = z.object({ eventId: z.string(), kind: z.string(), at: z.string(), deliveries: z.array(deliveryData.extend({ url: z.string() })) });
const storyData = z.object({ ...storyShape, events: z.array(eventData).describe('What the transfer told webhooks, and where that went.') });

export function transferRoutes({ ids, db, banks }: Pick<Context, 'ids' | 'db' | 'banks'>): SessionRoute[] {
  return [
    environmentRoute(ids, {
      method: 'GET', path: '/transfer/{transactionId}/story', operationId: 'readTransferStory', tag: 'Transfers', scope: 'transfer:read',
      summary: 'Read the whole of a transfer\'s way',
      description: 'Its enquiry, OTPs and tries, each answer of the rail, holds and entries, events with their deliveries, votes and exceptions.',
      params: transferParams, data: storyData,
      responseExample: { summary: 'A transfer that arrived', value: example },
      errors: ['transaction_not_found'],
      handle: async ({ caller, params }) => db.read(caller.tenantId, async (tx) => {
        const story = await readTransferStory(tx, params.transactionId);
        const deliveries = await deliveriesOfEvents(tx, story.events.map(({ eventId }) => eventId));
        const bank = banks.of(caller.environment).resolveBank(story.transfer.beneficiaryBankCode)?.name ?? null;
        return success({ ...toStoryData(story, bank, tx.now), events: story.events.map(({ at, ...event }) => ({ ...event, at: isoMillis(at), deliveries: deliveriesOf(event.eventId, deliveries) })) });
      }),
    }),
  ];
}

function deliveriesOf(eventId: string, deliveries: readonly DeliveryWithUrl[]): z.output<typeof eventData>['deliveries'] {
  return deliveries.filter((delivery) => delivery.eventId === eventId).map((delivery) => ({ ...toDeliveryData(delivery), url: delivery.url }));
}

const [initiatedAt, authorizedAt, sentAt, completedAt] = ['2026-11-21T09:30:00.120Z', '2026-11-21T09:30:40.310Z', '2026-11-21T09:30:40.350Z', '2026-11-21T09:30:40.420Z'];
const example: z.output<typeof storyData> = {
  transfer: { ...transfer, status: 'SUCCESS', stage: 'completed', kind: 'collection', currency: 'NGN' },
  bank: 'Guaranty Trust Bank', onUs: false, confirmBy: '2026-11-21T10:00:00.120Z',
  enquiries: [{ sessionId: '990001261121093000123456789012', accountName: 'CHINEDU OBI', bankCode: '000013', at: '2026-11-21T09:29:31.002Z', expiresAt: '2026-11-21T09:44:31.002Z' }],
  codes: [{
    otpReferenceId: 'otp_0199d4e0c1f17a2bb3c4d5e6f7081920', state: 'used', tries: 1, sentFor: initiatedAt, expiresAt: '2026-11-21T09:35:00.120Z', usedAt: authorizedAt,
    message: { state: 'sent', provider: 'inbox', sentAt: '2026-11-21T09:30:00.190Z', error: null },
  }],
  rail: {
    name: 'simulator', reference: '999999261121093004123456789012', intentAt: sentAt, sendBy: '2026-11-21T09:30:45.350Z', queries: 0,
    answers: [{ at: completedAt, asked: false, tookMs: 42, verdict: 'success', code: '00', meaning: 'Approved or completed', detail: null }],
  },
  entries: [{ entryId: `${transfer.transactionId}.hold.transfer`, at: authorizedAt, kind: 'pending', code: 'transfer', debitAccount: '9900000001', creditAccount: 'rail_clearing', amount: 1000.5 }],
  review: null, votes: [], reversalVotes: [], exceptions: [],
  events: [{
    eventId: 'evt_0199d4e0c1f07c3fa1b2c3d4e5f60719', kind: 'payment.success', at: completedAt,
    deliveries: [{
      deliveryId: 'dlv_0199d4e0c1f07c3fa1b2c3d4e5f60719_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', eventId: 'evt_0199d4e0c1f07c3fa1b2c3d4e5f60719', event: 'payment.success', status: 'delivered',
      attempts: 1, httpStatus: 200, error: null, latencyMs: 31, nextAttemptAt: null, deliveredAt: '2026-11-21T09:30:40.480Z', createdAt: completedAt, url: 'https://shop.example/webhooks',
    }],
  }],
};
