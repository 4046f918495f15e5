/**
 * Replaces the secret of an endpoint without losing a delivery. During the overlap `webhook-signature` carries both signatures;
 * `X-Service-Signature`, which has room for one, stays with the old secret until the new one is activated or the overlap ends.
 */
import type { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { holdTenant } from '#src/organizations/standing-tenant.ts';
import { readSecrets, writeSecrets } from './secret-store.ts';
import { type SealedSecrets, secretPlace } from './secrets.ts';
import { type Endpoint, lockEndpoint, selectEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { type rotateSecretBody, toWebhookData, type webhookParams } from './wire.ts';

type Params = z.output<typeof webhookParams>;

/**
 * The new secret is in this answer and in no later one. A second rotation within the overlap replaces the new secret, not the old. An
 * endpoint that had none is signed for at once.
 * @throws Failure invalid_field, record_not_found
 */
export async function rotateSecret(ctx: WebhookContext, request: RouteRequest<z.output<typeof rotateSecretBody>, Params>): Promise<Answer> {
  const { body, caller } = request;
  const keys = await ctx.keyring.of(caller.tenantId);
  return ctx.requests.once(request, body, async (tx) => {
    const endpoint = await held(tx, request.params.id);
    const { endpointId } = endpoint;
    const secret = body.secret ?? ctx.ids.webhookSecret();
    const current = settled(await readSecrets(tx, endpointId), tx.now).secretSealed;
    const sealed = keys.seal(secretPlace(endpointId), secret);
    const overlaps = current !== null && body.overlapHours > 0;
    const nextSecretAt = new Date(tx.now.getTime() + body.overlapHours * 3_600_000);
    await writeSecrets(tx, overlaps ? { endpointId, secretSealed: current, nextSecretSealed: sealed, nextSecretAt } : { endpointId, secretSealed: sealed, nextSecretSealed: null, nextSecretAt: null });
    await recordAudit(tx, ctx.ids, { actor: caller.credentialId, action: 'webhook.secret_rotated', subject: endpointId, details: { overlapHours: overlaps ? body.overlapHours : 0 } });
    return success({ ...(await shown(tx, endpointId)), secret }, { message: 'Secret replaced' });
  });
}

/** Ends the overlap: from now on the new secret alone signs. Where nothing is being replaced, nothing changes. @throws Failure record_not_found */
export async function activateSecret(ctx: WebhookContext, request: RouteRequest<unknown, Params>): Promise<Answer> {
  return ctx.requests.once(request, null, async (tx) => {
    const { endpointId, nextSecretAt } = await held(tx, request.params.id);
    if (nextSecretAt !== null) {
      await writeSecrets(tx, settled(await readSecrets(tx, endpointId), nextSecretAt));
      await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'webhook.secret_activated', subject: endpointId, details: {} });
    }
    return success(await shown(tx, endpointId), { message: 'Secret activated' });
  });
}

/** The secrets as they are when the overlap is over; unchanged before. */
function settled(secrets: SealedSecrets, now: Date): SealedSecrets {
  if (secrets.nextSecretAt === null || secrets.nextSecretAt > now) return secrets;
  return { endpointId: secrets.endpointId, secretSealed: secrets.nextSecretSealed, nextSecretSealed: null, nextSecretAt: null };
}

async function held(tx: Tx, endpointId: string): Promise<Endpoint> {
  await holdTenant(tx);
  const endpoint = await lockEndpoint(tx, endpointId);
  if (endpoint === null) throw fail('record_not_found');
  return endpoint;
}

async function shown(tx: Tx, endpointId: string): Promise<ReturnType<typeof toWebhookData>> {
  const endpoint = await selectEndpoint(tx, endpointId);
  if (endpoint === null) throw fail('record_not_found');
  return toWebhookData(endpoint, tx.now);
}
