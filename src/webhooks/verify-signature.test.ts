import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { readString } from '#src/lib/assert.ts';
import { signatureHeaders } from '#src/lib/webhook-signature.ts';
import { diagnose, type Received } from '#src/lib/signature-doctor.ts';
import { startWebhookLab, type WebhookLab } from './webhook-lab.ts';

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const timestampSeconds = 1_795_253_400;
const body = '{"event":"payment.success","data":{"amount":1250.5,"narration":"Ẹ̀bùn é"},"id":"evt_1","createdAt":"2026-11-21T09:30:00.000Z","environment":"sandbox","apiVersion":"v1","sequence":3}';
const sent = signatureHeaders({ secret, eventId: 'evt_1', timestampSeconds, attempt: 1, body });
const simple = { 'X-Service-Signature': sent['X-Service-Signature'] ?? '' };
const timed = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestampSeconds), 'webhook-signature': sent['webhook-signature'] ?? '' };
const genuine: Received = { headers: sent, body: Buffer.from(body), secrets: [{ name: 'given', secret }], receivedAtSeconds: timestampSeconds + 2, computed: null };
const parsed: unknown = JSON.parse(body);
const codes = (change: Partial<Received>): string[] => diagnose({ ...genuine, ...change }).findings.map(({ code }) => code);
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

describe('the signature doctor', () => {
  it.each<[string, Received['headers']]>([['both forms', sent], ['the simple form alone', simple], ['the timed form alone', timed], ['names in other cases', { 'x-SERVICE-signature': simple['X-Service-Signature'] }]])('finds nothing wrong with %s', (_name, headers) => {
    expect(diagnose({ ...genuine, headers })).toEqual({ valid: true, findings: [] });
  });

  const bodies: [string, string | Buffer, string][] = [
    ['indented by two', JSON.stringify(parsed, null, 2), 'body_reserialised'], ['indented by tabs', JSON.stringify(parsed, null, '\t'), 'body_reserialised'],
    ['written with spaces behind colons and commas', body.replaceAll('":', '": ').replaceAll(',"', ', "'), 'body_reserialised'],
    ['with characters escaped', body.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`), 'body_reserialised'],
    ['with another spelling of a number', body.replace('1250.5', '1250.50'), 'body_reserialised'],
    ['with its keys sorted', JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).toSorted(([a], [b]) => (a < b ? -1 : 1)))), 'body_keys_sorted'],
    ['with a line feed behind it', `${body}\n`, 'body_line_end'], ['with CR and LF behind it', `${body}\r\n`, 'body_line_end'], ['with a byte order mark', `\uFEFF${body}`, 'body_line_end'],
    ['read as Latin-1 and written as UTF-8', Buffer.from(body).toString('latin1'), 'body_charset'],
  ];
  it.each(bodies)('names a body %s', (_name, changed, code) => {
    for (const headers of [sent, simple, timed]) expect(codes({ headers, body: Buffer.from(changed) })).toEqual([code]);
  });

  it('names a body that was turned into Latin-1', () => {
    const latin = body.replace('Ẹ̀bùn', 'Ebun');
    expect(codes({ headers: signatureHeaders({ secret, eventId: 'evt_1', timestampSeconds, attempt: 1, body: latin }), body: Buffer.from(latin, 'latin1') })).toEqual(['body_charset']);
  });

  const digest = simple['X-Service-Signature'].slice(7);
  it.each<[string, Received['headers'], string]>([
    ['no header', { 'content-type': 'application/json' }, 'header_missing'], ['no time', { 'webhook-id': 'evt_1', 'webhook-signature': timed['webhook-signature'] }, 'timed_headers_missing'],
    ['a digest without sha256=', { 'x-service-signature': digest }, 'prefix_missing'], ['a digest without v1,', { ...timed, 'webhook-signature': timed['webhook-signature'].slice(3) }, 'prefix_missing'],
    ['base64 for hex', { 'x-service-signature': `sha256=${Buffer.from(digest, 'hex').toString('base64')}` }, 'hex_for_base64'], ['upper-case hex', { 'x-service-signature': `sha256=${digest.toUpperCase()}` }, 'hex_for_base64'],
    ['hex for base64', { ...timed, 'webhook-signature': `v1,${Buffer.from(timed['webhook-signature'].slice(3), 'base64').toString('hex')}` }, 'hex_for_base64'],
    ['white space', { 'x-service-signature': ` sha256=${digest} ` }, 'header_whitespace'], ['quotation marks', { 'x-service-signature': `"sha256=${digest}"` }, 'header_whitespace'],
    ['two lines', { 'x-service-signature': [`sha256=${'0'.repeat(64)}`, `sha256=${digest}`] }, 'header_folded'],
  ])('names %s', (_name, headers, code) => {
    expect(codes({ headers })).toEqual([code]);
  });

  it.each<[string, Received['secrets'], string]>([
    ['a line feed behind the secret', [{ name: 'given', secret: `${secret}\n` }], 'secret_whitespace'], ['a secret in quotation marks', [{ name: 'given', secret: `"${secret}"` }], 'secret_whitespace'],
    ['a secret without whsec_', [{ name: 'given', secret: secret.slice(6) }], 'secret_prefix'],
    ['an old secret', [{ name: 'given', secret: 'the-one-before' }, { name: 'current', secret }], 'secret_old'],
    ['a secret that is being replaced', [{ name: 'given', secret: 'another-one' }, { name: 'current', secret: 'the-one-before' }, { name: 'next', secret }], 'secret_next'],
    ['another secret', [{ name: 'given', secret: 'another-one' }], 'no_match'],
  ])('names %s', (_name, secrets, code) => {
    for (const headers of [simple, timed]) expect(codes({ headers, secrets })).toEqual([code]);
  });

  it('takes a webhook\'s own secrets as right when no other was given', () => {
    expect(diagnose({ ...genuine, secrets: [{ name: 'current', secret: 'before' }, { name: 'next', secret }] })).toEqual({ valid: true, findings: [] });
  });

  it('names a clock that is off, beside what else is wrong', () => {
    expect(codes({ receivedAtSeconds: timestampSeconds + 301 })).toEqual(['clock_skew']);
    expect(codes({ receivedAtSeconds: timestampSeconds - 301, body: Buffer.from(`${body}\n`) })).toEqual(['body_line_end', 'clock_skew']);
    expect(codes({ receivedAtSeconds: timestampSeconds + 300 })).toEqual([]);
  });

  it('names two mistakes at once', () => {
    expect(codes({ headers: { 'x-service-signature': digest }, body: Buffer.from(JSON.stringify(parsed, null, 4)), secrets: [{ name: 'given', secret: `${secret} ` }] })).toEqual(['prefix_missing', 'body_reserialised', 'secret_whitespace']);
  });

  it('says so when nothing explains it: one changed digit is no spelling of the same', () => {
    expect(codes({ body: Buffer.from(body.replace('1250.5', '1250.6')) })).toEqual(['no_match']);
    expect(codes({ body: Buffer.from('not json') })).toEqual(['no_match']);
  });

  const decoded = Buffer.from(secret.slice(6), 'base64');
  it.each<[string, string, string]>([
    ['base64 of the simple form', hmac(secret, body).toString('base64'), 'computed_other_alphabet'],
    ['hex of the timed form', hmac(decoded, `evt_1.${timestampSeconds}.${body}`).toString('hex'), 'computed_other_alphabet'],
    ['the timed form without its time', hmac(decoded, body).toString('base64'), 'computed_without_time'],
    ['the simple form with the decoded key', `sha256=${hmac(decoded, body).toString('hex')}`, 'computed_with_decoded_key'],
    ['the timed form with the text as key', `v1,${hmac(secret, `evt_1.${timestampSeconds}.${body}`).toString('base64')}`, 'computed_with_text_key'],
    ['a hash without a key', createHash('sha256').update(body).digest('hex'), 'computed_plain_hash'],
  ])('tells from what the receiver computed: %s', (_name, computed, code) => {
    expect(codes({ computed })).toEqual([code]);
  });

  it('names neither secret nor signature in what it says', () => {
    const said = JSON.stringify(diagnose({ ...genuine, secrets: [{ name: 'given', secret: `${secret}\n` }, { name: 'current', secret: 'an-own-secret' }] }));
    for (const hidden of [secret, 'an-own-secret', digest]) expect(said).not.toContain(hidden);
  });
});

describe('POST /webhooks/verify-signature', () => {
  let lab: WebhookLab;
  beforeAll(async () => {
    lab = await startWebhookLab();
  });
  afterAll(() => lab.close());
  const ask = (request: Record<string, unknown>, tenant: 'ada' | 'bayo' = 'ada') => lab.call(tenant, 'POST', '/webhooks/verify-signature', request);

  it('takes text or base64, and answers valid or what is wrong', async () => {
    const receivedAt = new Date(timestampSeconds * 1000).toISOString();
    expect((await ask({ headers: sent, body, secret, receivedAt })).data).toEqual({ valid: true, findings: [] });
    expect((await ask({ headers: sent, bodyBase64: Buffer.from(body).toString('base64'), secret, receivedAt })).data).toEqual({ valid: true, findings: [] });
    expect((await ask({ headers: sent, body: `${body}\n`, secret })).data).toMatchObject({ valid: false, findings: [{ code: 'body_line_end', fix: expect.any(String) }] });
  });

  it('tries the secrets of a webhook of the caller, and of nobody else', async () => {
    const { data } = await lab.call('ada', 'POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['*'], secret: 'an-own-secret-of-ada' });
    const endpointId = readString(data, 'id');
    const headers = signatureHeaders({ secret: 'an-own-secret-of-ada', eventId: 'evt_1', timestampSeconds, attempt: 1, body });
    expect((await ask({ headers, body, endpointId })).data).toEqual({ valid: true, findings: [] });
    expect((await ask({ headers, body, endpointId, secret: 'the-one-before' })).data).toMatchObject({ valid: false, findings: [{ code: 'secret_old' }] });
    expect((await ask({ headers, body, endpointId }, 'bayo')).status).toBe(404);
  });

  it('keeps the secret nowhere', async () => {
    await ask({ headers: sent, body, secret: 'a-secret-that-must-not-stay' });
    const rows = await lab.db.read(lab.tenants.ada, (tx) => tx.rows<{ text: string }>(sql`select r::text as text from request r where tenant_id = ${tx.tenantId} union all select a::text from audit_entry a where tenant_id = ${tx.tenantId}`));
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) for (const form of ['utf8', 'hex', 'base64'] as const) expect(text).not.toContain(Buffer.from('a-secret-that-must-not-stay').toString(form));
  });

  it.each([{ body, secret }, { headers: sent, secret }, { headers: sent, body, bodyBase64: '', secret }, { headers: sent, body }, { headers: sent, bodyBase64: '***', secret }])('refuses an incomplete request', async (request) => {
    expect((await ask(request)).status).toBe(400);
  });
});
