import { afterAll, expect, test } from 'vitest';
import { createToyServer } from './toy-server.ts';

const seen: string[] = [];
const authenticate = (presented: { ip: string }) => {
  seen.push(presented.ip);
  return Promise.resolve({ tenantId: 'ten_1', organizationId: 'org_1', environment: 'sandbox' as const, credentialId: 'crd_1', scopes: [] });
};
const trusting = await createToyServer({ authenticate, trustedProxies: ['10.0.0.7'] });
const plain = await createToyServer({ authenticate });
afterAll(() => Promise.all([trusting.close(), plain.close()]));

async function addressOf(app: typeof trusting, remoteAddress: string, forwarded: string): Promise<string | undefined> {
  await app.inject({ url: '/sandbox/v1/toy/toy_1', remoteAddress, headers: { authorization: 'Bearer x', requestid: 'r', 'x-forwarded-for': forwarded } });
  return seen.at(-1);
}

test('X-Forwarded-For is believed from a trusted proxy alone', async () => {
  expect(await addressOf(trusting, '10.0.0.7', '203.0.113.9')).toBe('203.0.113.9');
  expect(await addressOf(trusting, '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
  expect(await addressOf(plain, '10.0.0.7', '203.0.113.9')).toBe('10.0.0.7');
});

test('what a caller puts before the proxy\'s own entry is not believed', async () => {
  expect(await addressOf(trusting, '10.0.0.7', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
});
