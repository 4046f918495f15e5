import { expect, test } from 'vitest';
import { z } from 'zod';
import { success } from './envelope.ts';
import { createServer } from './server.ts';
import { createSessionCookie } from './session-cookie.ts';
import { type Session, sessionRoute } from './session-route.ts';
import { toyOptions } from './toy-server.ts';

const cookie = createSessionCookie('http://127.0.0.1:3000');
const tokenOf = (letter: string): string => `ses_${letter.repeat(43)}`;

/** The letter of the token names the session; those in lower case are one member's. */
const sessionOf = (token: string): Session => {
  const letter = token.at(-1) ?? '';
  return {
    sessionId: `ses_${letter}`, organizationId: 'org_1', tenants: { sandbox: 'ten_s', live: 'ten_l' }, memberId: letter === letter.toLowerCase() ? 'mem_1' : `mem_${letter}`, role: 'compliance',
    permissions: [], scopes: { sandbox: ['kyc:run'], live: ['kyc:run'] }, provedLately: true, tokenHash: Buffer.alloc(32),
  };
};
const params = z.object({ environment: z.enum(['test', 'live']) });
const common = { method: 'GET', tag: 'Toy', summary: 'x', description: 'x', params, data: z.object({}), access: { scope: 'kyc:run' }, responseExample: { summary: 'x', value: {} }, errors: [], handle: async () => success({}) } as const;

test('identity checks are counted for a member, over sessions and environments: sixty, then one a second', async () => {
  let nowMs = 0;
  const routes = [sessionRoute({ ...common, path: '/{environment}/check', operationId: 'check', kyc: true }), sessionRoute({ ...common, path: '/{environment}/look', operationId: 'look' })];
  const server = await createServer(toyOptions({ nowMs: () => nowMs, sessionRoot: { prefix: '/people', routes, cookie, recognise: async (token) => sessionOf(token) } }));
  const ask = async (path: string, letter = 'a'): Promise<number> => (await server.inject({ url: `/people${path}`, headers: { cookie: cookie.set(tokenOf(letter)).split(';')[0] ?? '' } })).statusCode;
  const statuses: number[] = [];
  for (let at = 0; at < 62; at += 1) statuses.push(await ask(at % 2 === 0 ? '/test/check' : '/live/check', at % 3 === 0 ? 'a' : 'b'));
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
  expect([await ask('/live/look'), await ask('/live/check', 'C')], 'other calls, and another member').toEqual([200, 200]);
  nowMs += 1_000;
  expect([await ask('/test/check'), await ask('/test/check', 'b')]).toEqual([200, 429]);
  await server.close();
});
