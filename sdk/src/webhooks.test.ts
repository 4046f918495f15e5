import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WebhookVerificationError } from './errors.ts';
import { verifyWebhook } from './webhooks.ts';

type Vector = { name: string; secret: string; id: string; timestamp: number; body: string; serviceSignature: string; webhookSignature: string };

const { vectors } = JSON.parse(readFileSync(new URL('../../docs/webhook-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const withBody = vectors.filter(({ body }) => body !== '');

const timedHeaders = (vector: Vector) => ({ 'webhook-id': vector.id, 'webhook-timestamp': String(vector.timestamp), 'webhook-signature': vector.webhookSignature });
const reasonOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(() => 'believed', (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : String(error)));

describe('the published vectors', () => {
  test.each(withBody)('$name: is believed by either signature', async (vector) => {
    const { secret, body, timestamp } = vector;
    const event = JSON.parse(body) as unknown;
    expect(await verifyWebhook({ secret, headers: timedHeaders(vector), body, nowSeconds: timestamp + 299 })).toEqual(event);
    expect(await verifyWebhook({ secret, headers: new Headers({ 'X-Service-Signature': vector.serviceSignature }), body: new TextEncoder().encode(body) })).toEqual(event);
  });

  test.each(withBody)('$name: is not believed with one byte changed', async (vector) => {
    const { secret, body, timestamp } = vector;
    const changed = `${body} `;
    expect(await reasonOf(verifyWebhook({ secret, headers: timedHeaders(vector), body: changed, nowSeconds: timestamp }))).toBe('signature_mismatch');
    expect(await reasonOf(verifyWebhook({ secret, headers: { 'x-service-signature': vector.serviceSignature }, body: changed }))).toBe('signature_mismatch');
  });
});

test('an old request, one from the future and one without a signature say why they are refused', async () => {
  const [vector] = withBody as [Vector];
  const { secret, body, timestamp } = vector;
  const headers = timedHeaders(vector);
  expect(await reasonOf(verifyWebhook({ secret, headers, body, nowSeconds: timestamp + 301 }))).toBe('timestamp_out_of_tolerance');
  expect(await reasonOf(verifyWebhook({ secret, headers, body, nowSeconds: timestamp - 301 }))).toBe('timestamp_out_of_tolerance');
  expect(await reasonOf(verifyWebhook({ secret, headers: {}, body }))).toBe('missing_header');
  expect(await reasonOf(verifyWebhook({ secret, headers: { ...headers, 'webhook-timestamp': undefined }, body }))).toBe('missing_header');
});

test('while one secret replaces another, either receiver believes', async () => {
  const [vector] = withBody as [Vector];
  const other = vectors.find(({ secret }) => secret !== vector.secret) as Vector;
  const headers = { ...timedHeaders(vector), 'webhook-signature': `v1,AAAA ${vector.webhookSignature}` };
  expect(await verifyWebhook({ secret: [other.secret, vector.secret], headers, body: vector.body, nowSeconds: vector.timestamp })).toEqual(JSON.parse(vector.body));
  expect(await reasonOf(verifyWebhook({ secret: other.secret, headers, body: vector.body, nowSeconds: vector.timestamp }))).toBe('signature_mismatch');
});
