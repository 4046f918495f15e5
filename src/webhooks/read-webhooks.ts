/** Reads endpoints and the log of their deliveries. Secrets are never read back. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { readLists } from '#src/lists/marks.ts';
import { parseDeliveryId } from './delivery-id.ts';
import { findLog, listDeliveries } from './delivery-list.ts';
import { selectAttempts, selectDelivery } from './delivery-store.ts';
import { selectEndpoint, selectEndpoints } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { type deliveryParams, type listDeliveriesQuery, toAttemptData, toDeliveryData, toWebhookData, type webhookParams } from './wire.ts';

type Params = z.output<typeof webhookParams>;

export async function listWebhooks(ctx: WebhookContext, request: RouteRequest): Promise<Answer> {
  return ctx.db.read(request.caller.tenantId, async (tx) => success((await selectEndpoints(tx)).map((endpoint) => toWebhookData(endpoint, tx.now))));
}

/** @throws Failure record_not_found */
export async function getWebhook(ctx: WebhookContext, request: RouteRequest<unknown, Params>): Promise<Answer> {
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const endpoint = await selectEndpoint(tx, request.params.id);
    if (endpoint === null) throw fail('record_not_found');
    return success(toWebhookData(endpoint, tx.now));
  });
}

/** @throws Failure record_not_found */
export async function getDeliveries(ctx: WebhookContext, request: RouteRequest<unknown, Params, z.output<typeof listDeliveriesQuery>>): Promise<Answer> {
  const page = readPage(request.query);
  const state = request.query.status ?? null;
  return readLists(ctx.db, request.caller.tenantId, 'snapshot', async (tx) => {
    const log = await findLog(tx, request.params.id);
    if (log === null) throw fail('record_not_found');
    const { total, deliveries } = await listDeliveries(tx, log, state, page);
    return success(deliveries.map(toDeliveryData), { extra: pagingFields(page, total) });
  });
}

/** One delivery with its attempts, oldest first. @throws Failure record_not_found */
export async function getDelivery(ctx: WebhookContext, request: RouteRequest<unknown, z.output<typeof deliveryParams>>): Promise<Answer> {
  const key = parseDeliveryId(request.params.deliveryId);
  if (key === null) throw fail('record_not_found');
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const delivery = await selectDelivery(tx, key);
    if (delivery === null) throw fail('record_not_found');
    return success({ ...toDeliveryData(delivery), attemptLog: (await selectAttempts(tx, key)).map(toAttemptData) });
  });
}
