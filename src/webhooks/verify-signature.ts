/** The signature doctor as a route. The request's secret is used and dropped: it is in no log, no answer, and in what is stored only as a keyed hash. */
import { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readSecrets } from './secret-store.ts';
import { openSecrets } from './secrets.ts';
import { diagnose, type Received } from '#src/lib/signature-doctor.ts';
import { lockEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';

const headerValue = z.string().max(4096);
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const verifySignatureBody = z.strictObject({
  headers: z.record(z.string().max(256), z.union([headerValue, z.array(headerValue).max(20)])).describe('As your receiver saw them; the names in any spelling. Those of the signature are enough.')
    .meta({ examples: [{ 'webhook-id': 'evt_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', 'webhook-timestamp': '1795253400', 'webhook-signature': 'v1,…' }] }),
  body: z.string().max(100_000).optional().describe('The body your receiver checked, as text.').meta({ examples: ['{"event":"webhook.test"}'] }),
  bodyBase64: z.string().max(140_000).regex(base64, 'must be base64').optional().describe('The same as bytes in base64; better, since nothing between changes them.'),
  secret: z.string().min(1).max(512).optional().describe('The secret your receiver uses.'),
  endpointId: z.string().max(64).optional().describe('Id of the webhook: its own secrets are tried too.').meta({ examples: ['whk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f'] }),
  receivedAt: z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time with its offset' }).optional().describe('When your receiver got it, by its own clock.').meta({ examples: ['2026-11-21T09:30:01Z'] }),
  computed: z.string().max(256).optional().describe('The signature your code computed, if you have it.'),
}).refine((body) => (body.body === undefined) !== (body.bodyBase64 === undefined), { path: ['body'], error: 'must be sent, or bodyBase64, and not both' })
  .refine((body) => body.secret !== undefined || body.endpointId !== undefined, { path: ['secret'], error: 'must be sent, or endpointId' });

export const diagnosisData = z.object({
  valid: z.boolean().describe('Whether a receiver that follows the guide accepts the request as it stands.'),
  findings: z.array(z.object({ code: z.string(), message: z.string(), fix: z.string() })).describe('What had to be undone for the signature to fit, and what to do about it. Empty when all is well.'),
});

/** @throws Failure record_not_found */
export async function verifySignatureOf(ctx: WebhookContext, request: RouteRequest<z.output<typeof verifySignatureBody>>): Promise<Answer> {
  const { body, caller } = request;
  const keys = await ctx.keyring.of(caller.tenantId);
  return ctx.requests.once(request, body, async (tx) => {
    const secrets: Received['secrets'][number][] = body.secret === undefined ? [] : [{ name: 'given', secret: body.secret }];
    if (body.endpointId !== undefined) {
      const endpoint = await lockEndpoint(tx, body.endpointId);
      if (endpoint === null) throw fail('record_not_found', { field: '/endpointId' });
      const { secret, nextSecret } = openSecrets(keys, await readSecrets(tx, endpoint.endpointId), tx.now);
      if (secret !== null) secrets.push({ name: 'current', secret });
      if (nextSecret !== null) secrets.push({ name: 'next', secret: nextSecret });
    }
    return success(diagnose({
      headers: body.headers,
      body: body.bodyBase64 === undefined ? Buffer.from(body.body ?? '', 'utf8') : Buffer.from(body.bodyBase64, 'base64'),
      secrets,
      receivedAtSeconds: body.receivedAt === undefined ? null : Date.parse(body.receivedAt) / 1000,
      computed: body.computed ?? null,
    }));
  });
}
