/** Sends many events again: to where they went, to another endpoint, or to an address of this replay alone. */
import type { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, Caller, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { beginListAnew } from './delivery-list.ts';
import { healthy } from './health.ts';
import { type Range, retireOnce, selectRange, startAgain } from './replay-store.ts';
import type { replayBody } from './replay-wire.ts';
import { readSecrets } from './secret-store.ts';
import { openSecrets, secretPlace } from './secrets.ts';
import { type Endpoint, insertEndpoint, lockEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import { readSelection, readUrl, type webhookParams } from './wire.ts';

/** Events of one replay. */
export const maxReplayed = 10_000;
/** Addresses of replays in use at once. */
export const maxOnce = 5;

/**
 * The same bodies under the same event ids, with new timestamps and signatures. An address given here is judged like every other, signed
 * for with the secret of the endpoint, and forgotten when it has been served.
 * @throws Failure invalid_field, limit_exceeded, record_not_found
 */
export async function replayRange(ctx: WebhookContext, request: RouteRequest<z.output<typeof replayBody>, z.output<typeof webhookParams>>): Promise<Answer> {
  const { body, caller } = request;
  const url = body.toUrl === undefined ? null : readUrl(body.toUrl, caller.environment, '/toUrl');
  const range = rangeOf(body);
  const keys = await ctx.keyring.of(caller.tenantId);
  const answer = await ctx.requests.once(request, body, async (tx) => {
    const { source, target } = await lockEnds(tx, request.params.id, body.toEndpointId ?? request.params.id);
    const found = await selectRange(tx, source.endpointId, range, maxReplayed + 1);
    const events = found.slice(0, maxReplayed).map(({ eventId }) => eventId);
    const targetId = url === null ? target.endpointId : await openOnce(ctx, tx, { keys, source, url });
    const firstNew = await startAgain(tx, targetId, events, url === null && target.status === 'paused');
    if (firstNew !== null) await beginListAnew(tx, targetId, firstNew);
    await recordReplay(ctx, tx, caller, { endpointId: source.endpointId, body, targetId, url, queued: events.length });
    const left = found[maxReplayed];
    return success({ webhookId: targetId, queued: events.length, more: left !== undefined, nextFrom: left === undefined ? null : isoMillis(left.createdAt) }, { message: 'Events queued' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

function rangeOf({ from, to, state, events }: z.output<typeof replayBody>): Range {
  return {
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    states: state === 'any' ? ['delivered', 'failed'] : [state],
    events: events === undefined ? null : readSelection(events),
  };
}

/** Both in id order, as all who hold endpoints. @throws Failure record_not_found */
async function lockEnds(tx: Tx, sourceId: string, targetId: string): Promise<{ source: Endpoint; target: Endpoint }> {
  const held = new Map<string, Endpoint | null>();
  for (const id of [...new Set([sourceId, targetId])].toSorted()) held.set(id, await lockEndpoint(tx, id));
  const source = held.get(sourceId) ?? null;
  const target = held.get(targetId) ?? null;
  if (source === null) throw fail('record_not_found');
  if (target === null) throw fail('record_not_found', { field: '/toEndpointId' });
  return { source, target };
}

/** @throws Failure limit_exceeded */
async function openOnce(ctx: WebhookContext, tx: Tx, { keys, source, url }: { keys: TenantKeys; source: Endpoint; url: string }): Promise<string> {
  if ((await retireOnce(tx)) >= maxOnce) {
    throw fail('limit_exceeded', {
      message: `${maxOnce} addresses of replays are still being served.`, fix: 'Wait until one has got its events, or delete it.', details: { limit: maxOnce, used: maxOnce, remaining: 0 },
    });
  }
  const endpointId = ctx.ids.newId('whk');
  const { secret } = openSecrets(keys, await readSecrets(tx, source.endpointId), tx.now);
  await insertEndpoint(tx, {
    endpointId, url, events: [], filter: { customerId: null, accountNumber: null }, description: null, signed: secret !== null, status: 'once', pausedReason: null, health: healthy,
    nextSecretAt: null, createdAt: tx.now, updatedAt: tx.now, secretSealed: secret === null ? null : keys.seal(secretPlace(endpointId), secret),
  });
  return endpointId;
}

type Replay = { endpointId: string; body: z.output<typeof replayBody>; targetId: string; url: string | null; queued: number };

async function recordReplay(ctx: WebhookContext, tx: Tx, caller: Caller, { endpointId, body, targetId, url, queued }: Replay): Promise<void> {
  const { from = null, to = null, state, events = null } = body;
  await recordAudit(tx, ctx.ids, { actor: caller.credentialId, action: 'webhook.replayed', subject: endpointId, details: { from, to, state, events, target: targetId, url, queued } });
}
