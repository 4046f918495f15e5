/** Adds an endpoint. Its secret is in this answer and in no later one. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { healthy } from './health.ts';
import { secretPlace } from './secrets.ts';
import { countEndpointsAlone, type Endpoint, insertEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { type createWebhookBody, readFilter, readSelection, readUrl, toWebhookData } from './wire.ts';

/** Endpoints of one tenant; each event may become as many deliveries. */
export const maxEndpoints = 20;

/** @throws Failure invalid_field, limit_exceeded */
export async function createWebhook(ctx: WebhookContext, request: RouteRequest<z.output<typeof createWebhookBody>>): Promise<Answer> {
  const { body, caller } = request;
  const url = readUrl(body.url, caller.environment);
  const events = readSelection(body.events);
  const filter = readFilter(body.filter);
  const keys = await ctx.keyring.of(caller.tenantId);
  return ctx.requests.once(request, body, async (tx) => {
    if ((await countEndpointsAlone(tx)) >= maxEndpoints) {
      throw fail('limit_exceeded', {
        message: `There are ${maxEndpoints} webhooks already.`, fix: 'Delete a webhook, or let one take more events.', details: { limit: maxEndpoints, used: maxEndpoints, remaining: 0 },
      });
    }
    const endpointId = ctx.ids.newId('whk');
    const secret = body.secret === undefined ? ctx.ids.webhookSecret() : body.secret;
    const secretSealed = secret === null ? null : keys.seal(secretPlace(endpointId), secret);
    const endpoint: Endpoint = {
      endpointId, url, events, filter, description: body.description ?? null, signed: secret !== null, status: 'active', pausedReason: null, health: healthy, nextSecretAt: null,
      createdAt: tx.now, updatedAt: tx.now,
    };
    await insertEndpoint(tx, { ...endpoint, secretSealed });
    await recordAudit(tx, ctx.ids, { actor: caller.credentialId, action: 'webhook.created', subject: endpointId, details: { url, events, filter, signed: endpoint.signed } });
    return success({ ...toWebhookData(endpoint, tx.now), secret }, { message: 'Webhook created' });
  });
}
