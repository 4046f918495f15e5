import { readFileSync } from 'node:fs';
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signatureHeaders, verifySignature } from './webhook-signature.ts';

const vectorFile = z.object({
  vectors: z.array(z.object({ name: z.string(), secret: z.string(), id: z.string(), timestamp: z.int(), body: z.string(), serviceSignature: z.string(), webhookSignature: z.string() })).min(5),
});
const { vectors } = vectorFile.parse(JSON.parse(readFileSync(new URL('../../docs/webhook-vectors.json', import.meta.url), 'utf8')));
const generated = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const parts = { secret: generated, eventId: 'evt_1', timestampSeconds: 1_795_253_400, attempt: 2, body: '{"a":"é"}' };

describe('signature', () => {
  it.each(vectors)('gives the published signatures for $name', (vector) => {
    const headers = signatureHeaders({ secret: vector.secret, eventId: vector.id, timestampSeconds: vector.timestamp, attempt: 1, body: vector.body });
    expect(headers['X-Service-Signature']).toBe(vector.serviceSignature);
    expect(headers['webhook-signature']).toBe(vector.webhookSignature);
    expect(verifySignature({ secret: vector.secret, headers, body: vector.body, nowSeconds: vector.timestamp })).toEqual({ ok: true });
  });

  it.each(vectors.filter((vector) => vector.body !== ''))('is accepted by an independent verifier of the sha256= form: $name', async (vector) => {
    expect(await verify(vector.secret, vector.body, vector.serviceSignature)).toBe(true);
    expect(await verify(vector.secret, `${vector.body} `, vector.serviceSignature)).toBe(false);
  });

  it.each([
    { secret: generated, receiver: new Webhook(generated) },
    { secret: 'a-secret-of-my-own', receiver: new Webhook('a-secret-of-my-own', { format: 'raw' }) },
  ])('is accepted by the Standard Webhooks library with secret $secret', ({ secret, receiver }) => {
    const headers = signatureHeaders({ ...parts, secret, timestampSeconds: Math.floor(Date.now() / 1000) });
    expect(receiver.verify(parts.body, headers)).toEqual({ a: 'é' });
    expect(() => receiver.verify('{"a":"e"}', headers)).toThrow();
  });

  it('sends no signature without a secret, but the id, time and attempt', () => {
    const headers = signatureHeaders({ ...parts, secret: null });
    expect(headers).toEqual({
      'Content-Type': 'application/json', 'User-Agent': 'openteller-webhooks/1', 'X-Service-Event-Id': 'evt_1', 'X-Service-Timestamp': '1795253400', 'X-Service-Attempt': '2',
      'webhook-id': 'evt_1', 'webhook-timestamp': '1795253400',
    });
  });

  it('never sends the secret itself', () => {
    expect(JSON.stringify(signatureHeaders(parts))).not.toContain(generated.slice(6));
  });
});

describe('verifySignature', () => {
  const headers = signatureHeaders(parts);
  const request = { secret: generated, headers, body: parts.body, nowSeconds: parts.timestampSeconds };

  it.each([[300, true], [-300, true], [301, false], [-301, false]])('with a clock %i seconds off, accepted is %s', (offset, ok) => {
    expect(verifySignature({ ...request, nowSeconds: parts.timestampSeconds + offset }).ok).toBe(ok);
  });

  it.each([
    ['another body', { body: '{"a":"e"}' }],
    ['another secret', { secret: `${generated}x` }],
    ['another id', { headers: { ...headers, 'webhook-id': 'evt_2' } }],
    ['a moved time', { headers: { ...headers, 'webhook-timestamp': '1795253401' } }],
    ['a cut signature', { headers: { ...headers, 'webhook-signature': headers['webhook-signature']?.slice(0, -1) } }],
    ['an empty signature', { headers: { ...headers, 'webhook-signature': '' } }],
  ])('refuses %s', (_name, change) => {
    expect(verifySignature({ ...request, ...change })).toEqual({ ok: false, reason: 'signature_mismatch' });
  });

  it('accepts one good signature among several, as during a change of secrets', () => {
    const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
    expect(verifySignature({ ...request, headers: several })).toEqual({ ok: true });
  });

  it('reads header names in any case, and the simple signature where it is alone', () => {
    const simple = { 'x-service-signature': headers['X-Service-Signature'] };
    expect(verifySignature({ ...request, headers: simple })).toEqual({ ok: true });
    expect(verifySignature({ ...request, headers: simple, body: 'x' })).toEqual({ ok: false, reason: 'signature_mismatch' });
  });

  it('says when there is nothing to check', () => {
    expect(verifySignature({ ...request, headers: {} })).toEqual({ ok: false, reason: 'missing_header' });
    expect(verifySignature({ ...request, headers: { 'webhook-signature': 'v1,AAAA' } })).toEqual({ ok: false, reason: 'missing_header' });
  });
});
