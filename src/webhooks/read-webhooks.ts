/** Reads endpoints and the log of their deliveries. Secrets are never read back. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { countDeliveries, selectDeliveries } from './delivery-store.ts';
import { selectEndpoint, selectEndpoints } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { type listDeliveriesQuery, toDeliveryData, toWebhookData, type webhookParams } from './wire.ts';

type Params = z.output<typeof webhookParams>;

export async function listWebhooks(ctx: WebhookContext, request: RouteRequest): Promise<Answer> {
  const endpoints = await ctx.db.read(request.caller.tenantId, selectEndpoints);
  return success(endpoints.map(toWebhookData));
}

/** @throws Failure record_not_found */
export async function getWebhook(ctx: WebhookContext, request: RouteRequest<unknown, Params>): Promise<Answer> {
  const endpoint = await ctx.db.read(request.caller.tenantId, (tx) => selectEndpoint(tx, request.params.id));
  if (endpoint === null) throw fail('record_not_found');
  return success(toWebhookData(endpoint));
}

/** @throws Failure record_not_found */
export async function listDeliveries(ctx: WebhookContext, request: RouteRequest<unknown, Params, z.output<typeof listDeliveriesQuery>>): Promise<Answer> {
  const { page, pageSize } = readPage(request.query);
  const state = request.query.status ?? null;
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    if ((await selectEndpoint(tx, request.params.id)) === null) throw fail('record_not_found');
    const deliveries = await selectDeliveries(tx, request.params.id, state, { limit: pageSize, offset: (page - 1) * pageSize });
    const total = await countDeliveries(tx, request.params.id, state);
    return success(deliveries.map(toDeliveryData), { extra: pagingFields({ page, pageSize }, total) });
  });
}
