/** How a webhook and a delivery stand, in a word and a colour. */
import { Status, type Tone } from '@/components/values.tsx';
import type { Data } from '@/api/client.ts';
import { second } from '@/lib/format.ts';

export type Webhook = Data<'listWebhooks'>[number];
export type Delivery = Data<'listWebhookDeliveries'>[number];

const healthTones: Record<Webhook['health']['state'], Tone> = { healthy: 'good', failing: 'attention', slowed: 'waiting', open: 'bad' };
const healthMeanings: Record<Webhook['health']['state'], string> = {
  healthy: 'The last delivery was acknowledged.', failing: 'The last deliveries failed; each is tried again.', slowed: 'The receiver asked for time with Retry-After.',
  open: 'Ten failures in a row: deliveries wait, and one at a time is tried. Nothing is lost.',
};
const pausedMeanings = { requested: 'Paused by you.', gone: 'Paused: the receiver answered 410.', failing: 'Paused after days of nothing but failures.' } as const;

export function WebhookStatus({ webhook: { status, pausedReason } }: { webhook: Pick<Webhook, 'status' | 'pausedReason'> }) {
  const deliberate = pausedReason === null || pausedReason === 'requested';
  return <Status tone={status === 'active' ? 'good' : deliberate ? 'neutral' : 'attention'} title={pausedReason === null ? 'Deliveries are sent.' : pausedMeanings[pausedReason]}>{status}</Status>;
}

export function WebhookHealth({ webhook: { health } }: { webhook: Pick<Webhook, 'health'> }) {
  return <Status tone={healthTones[health.state]} title={healthMeanings[health.state]}>{health.state}</Status>;
}

export const healthMeaning = ({ status, pausedReason, health }: Pick<Webhook, 'status' | 'pausedReason' | 'health'>): string =>
  (status === 'paused' ? `${pausedMeanings[pausedReason ?? 'requested']} What happens meanwhile is kept, and sent when it is resumed.` : healthMeanings[health.state]);

/** Until when nothing is sent to it, and why; null: what is due is sent at once. */
export function waitOf({ status, pausedReason, health }: Pick<Webhook, 'status' | 'pausedReason' | 'health'>): string | null {
  if (status === 'paused') return `It is sent when the webhook is resumed. ${pausedMeanings[pausedReason ?? 'requested']}`;
  return health.waitsUntil === null ? null : `It is sent on ${second(health.waitsUntil)} at the earliest. ${healthMeanings[health.state]}`;
}

const deliveryTones: Record<Delivery['status'], Tone> = { pending: 'waiting', delivered: 'good', failed: 'bad' };

export function DeliveryStatus({ status }: { status: Delivery['status'] }) {
  return <Status tone={deliveryTones[status]}>{status}</Status>;
}

const troubles: Readonly<Record<string, string>> = {
  blocked: 'The address is not one that may be called', dns: 'The name could not be resolved', refused: 'The connection was refused', reset: 'The connection broke off', tls: 'The certificate is not in order',
  timeout: 'No answer within 15 seconds', http: 'The answer was no acknowledgement', invalid_url: 'The address cannot be read', endpoint_deleted: 'The webhook was deleted',
};

/** What came back from a call: a status, or the class of the trouble. */
export function outcomeText({ httpStatus, error }: { httpStatus: number | null; error: string | null }): string {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  return error === null ? 'Not sent yet' : `${troubles[error] ?? error} (${error})`;
}
