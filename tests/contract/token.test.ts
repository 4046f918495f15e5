import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { revokeCredential } from '#src/organizations/credentials.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ask = (authorization: string | null, root = '/sandbox/v1', method = 'GET'): Promise<Answered> =>
  app.fetch(`${root}/auth/token`, { method, headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) } });

async function revoke(tenant: TestTenant): Promise<void> {
  await app.db.write(tenant.tenantId, async (tx) => {
    const [row] = await tx.rows<{ id: string }>(sql`select credential_id as id from credential where tenant_id = ${tx.tenantId}`);
    expect(await revokeCredential(tx, expectPresent(row, 'credential').id)).toBe(true);
  });
}

describe('a token is given for', () => {
  test.each([
    ['Bearer and a colon', (id: string, secret: string) => `Bearer ${base64(`${id}:${secret}`)}`],
    ['Bearer and the two joined', (id: string, secret: string) => `Bearer ${base64(id + secret)}`],
    ['Basic and a colon', (id: string, secret: string) => `Basic ${base64(`${id}:${secret}`)}`],
    ['Basic and the two joined', (id: string, secret: string) => `basic ${base64(id + secret)}`],
    ['base64url without padding', (id: string, secret: string) => `Bearer ${Buffer.from(`${id}:${secret}`).toString('base64url')}`],
    ['a line end behind the secret', (id: string, secret: string) => `Bearer ${base64(`${id}:${secret}\n`)}`],
  ])('%s', async (_, join) => {
    const answer = await ask(join(app.clientId, app.clientSecret));
    expect(answer.status, answer.text).toBe(200);
    const { accessToken } = answer.data;
    expect(answer.json).toEqual({ data: { accessToken, tokenType: 'Bearer', expiresAt: '3600' }, message: expect.stringMatching(/\w/), status: 'success', statusCode: 200, errors: [] });
    expect(accessToken).toMatch(/^at_[A-Za-z0-9_-]{43}$/);
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect((await app.call('GET', '/transfer/banks', undefined, { authorization: `Bearer ${String(accessToken)}` })).status).toBe(200);
  });

  test.each(['/sandbox/v1', '/gateway/api/v1'])('POST too, under %s', async (root) => {
    expect((await ask(`Bearer ${base64(`${app.clientId}:${app.clientSecret}`)}`, root, 'POST')).status).toBe(200);
  });
});

describe('a token is refused for', () => {
  test('a wrong secret, an unknown client and nonsense alike, with no-store and WWW-Authenticate', async () => {
    const other = await app.addTenant();
    const answers = [
      await ask(`Bearer ${base64(`${other.clientId}:${app.clientSecret}`)}`), await ask(`Bearer ${base64(`ot_test_${'a'.repeat(24)}:${app.clientSecret}`)}`), await ask(`Bearer ${base64('nonsense')}`),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.json['statusCode'], ...answer.codes]).toEqual([401, '63', 'credentials_invalid']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^B(earer|asic)/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).toBe(answers[0]?.text);
    }
  });

  test('the other environment, naming the root; and at a live root nobody configured', async () => {
    const wrong = await ask(`Bearer ${base64(`${app.clientId}:${app.clientSecret}`)}`, '/v1');
    expect([wrong.status, ...wrong.codes]).toEqual([403, 'environment_mismatch']);
    expect(wrong.text).toContain('/sandbox/v1"');
    const live = await ask(`Bearer ${base64(`ot_live_${'a'.repeat(24)}:sk_live_${'a'.repeat(43)}`)}`);
    expect([live.status, ...live.codes]).toEqual([403, 'environment_mismatch']);
    const closed = await ask(`Bearer ${base64(`ot_live_${'a'.repeat(24)}:sk_live_${'a'.repeat(43)}`)}`, '/v1');
    expect([closed.status, ...closed.codes]).toEqual([503, 'live_not_configured']);
  });

  test('a missing header', async () => {
    const answer = await ask(null);
    expect([answer.status, ...answer.codes]).toEqual([401, 'token_missing']);
  });
});

describe('a token', () => {
  test('that has expired is called expired', async () => {
    const tenant = await app.addTenant();
    await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`update access_token set expires_at = now() - interval '1 second' where tenant_id = ${tx.tenantId}`));
    const answer = await tenant.call('GET', '/transfer/banks');
    expect([answer.status, ...answer.codes]).toEqual([401, 'token_expired']);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  test('stops within a second of its credential\'s revocation, and no new one is given', async () => {
    const tenant = await app.addTenant();
    expect((await tenant.call('GET', '/transfer/banks')).status).toBe(200);
    await revoke(tenant);
    const revokedAt = performance.now();
    let sentAt = revokedAt;
    let lastBelievedAt = revokedAt;
    let answer = await tenant.call('GET', '/transfer/banks');
    // 429 comes after the token was believed: a fast machine asks more often than the credential may.
    while ([200, 429].includes(answer.status) && sentAt - revokedAt < 5000) {
      lastBelievedAt = sentAt;
      sentAt = performance.now();
      answer = await tenant.call('GET', '/transfer/banks');
    }
    expect([answer.status, ...answer.codes]).toEqual([401, 'token_revoked']);
    expect(lastBelievedAt - revokedAt).toBeLessThan(1000);
    expect((await ask(`Bearer ${base64(`${tenant.clientId}:${tenant.clientSecret}`)}`)).codes).toEqual(['credentials_invalid']);
  });

  test('is kept as a hash, and the secret too', async () => {
    const rows = await app.db.read(app.tenantId, (tx) => tx.rows<{ row: string }>(sql`
      select to_jsonb(a)::text as row from access_token a where tenant_id = ${tx.tenantId} union all select to_jsonb(c)::text from credential c where tenant_id = ${tx.tenantId}`));
    const text = rows.map(({ row }) => row).join('\n');
    expect(text).toContain(app.clientId);
    for (const secret of [app.token, app.clientSecret]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

test('ten failures in a minute answer 429 with Retry-After, for the right secret too', async () => {
  const guessed = await startTestApp();
  try {
    const wrong = (): Promise<Answered> => guessed.fetch('/sandbox/v1/auth/token', { headers: { authorization: `Bearer ${base64(`${guessed.clientId}:sk_test_${'x'.repeat(43)}`)}` } });
    for (let failure = 0; failure < 10; failure += 1) expect((await wrong()).status).toBe(401);
    const limited = await wrong();
    expect([limited.status, limited.json['statusCode'], ...limited.codes]).toEqual([429, '65', 'rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    const right = await guessed.fetch('/sandbox/v1/auth/token', { headers: { authorization: `Bearer ${base64(`${guessed.clientId}:${guessed.clientSecret}`)}` } });
    expect(right.status).toBe(429);
    expect((await guessed.call('GET', '/transfer/banks')).status).toBe(200);
  } finally {
    await guessed.close();
  }
});
