/** The samples of webhooks and events. */
import { openCustomer, succeed } from '#tests/journeys/payer.ts';
import type { TestTenant } from '#tests/support/test-app.ts';
import { idIn, type Make, type Sample } from './sample.ts';

const newWebhook = { url: 'http://127.0.0.1:9/hook', events: ['webhook.test'] };

export const webhookSamples: Record<string, Make> = {
  createWebhook: async () => ({ path: '/webhooks', body: newWebhook, ids: {} }),
  listWebhooks: async () => ({ path: '/webhooks', ids: {} }),
  getWebhook: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}`),
  updateWebhook: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}`, { description: 'Contract' }),
  deleteWebhook: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}`),
  testWebhook: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}/test`, { event: 'payment.success' }),
  listWebhookDeliveries: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}/deliveries`),
  replayWebhookDelivery: replayed,
  rotateWebhookSecret: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}/rotate-secret`, { overlapHours: 1 }),
  activateWebhookSecret: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}/activate-secret`),
  checkWebhook: (tenant) => ofWebhook(tenant, (id) => `/webhooks/${id}/go-live-check`),
  getWebhookCheck: async (tenant) => {
    const { path = '', ids } = await ofWebhook(tenant, (id) => `/webhooks/${id}/go-live-check`);
    await succeed(tenant.call('POST', path));
    return { path, ids };
  },
  replayWebhook: async (tenant) => {
    const other = await ofWebhook(tenant, String);
    const toEndpointId = other.ids['id'] ?? '';
    const made = await ofWebhook(tenant, (id) => `/webhooks/${id}/replay`, { state: 'any', toEndpointId });
    return { ...made, ids: { ...made.ids, toEndpointId } };
  },
  verifyWebhookSignature: async (tenant) => {
    const { ids } = await ofWebhook(tenant, String);
    const endpointId = ids['id'] ?? '';
    return { path: '/webhooks/verify-signature', body: { headers: { 'x-service-signature': `sha256=${'0'.repeat(64)}` }, body: '{}', endpointId }, ids: { endpointId } };
  },
  streamEvents: async (tenant) => {
    const { path, ids } = await pulled(tenant);
    return { path: path.replace('/events', '/events/stream'), ids };
  },
  getWebhookDelivery: async (tenant) => {
    const { path, ids } = await replayed(tenant);
    return { path: path.slice(0, -'/replay'.length), ids };
  },
  postEvent: async () => ({ path: '/events', body: { event: 'custom.order.paid', data: { orderId: 'A-1001' }, subject: 'order:A-1001' }, ids: {} }),
  listEvents: pulled,
};

async function replayed(tenant: TestTenant): Promise<Sample> {
  const { ids } = await ofWebhook(tenant, String);
  const { data } = await succeed(tenant.call('POST', `/webhooks/${ids['id']}/test`, {}));
  const deliveryId = String(data['deliveryId']);
  return { path: `/webhooks/deliveries/${deliveryId}/replay`, ids: { deliveryId } };
}

async function pulled(tenant: TestTenant): Promise<Sample> {
  await openCustomer(tenant);
  const { text } = await succeed(tenant.call('GET', '/events?limit=1'));
  const after = idIn(text, 'evt');
  return { path: `/events?after=${after}`, ids: { after } };
}

async function ofWebhook(tenant: TestTenant, path: (id: string) => string, body?: Record<string, unknown>): Promise<Sample> {
  // A tenant may have twenty: the oldest samples make room.
  const { text } = await succeed(tenant.call('GET', '/webhooks'));
  for (const [id] of [...text.matchAll(/whk_[0-9a-f]{32}/g)].slice(0, -15)) await tenant.call('DELETE', `/webhooks/${id}`);
  const id = String((await succeed(tenant.call('POST', '/webhooks', newWebhook))).data['id']);
  return { path: path(id), ids: { id }, ...(body === undefined ? {} : { body }) };
}
