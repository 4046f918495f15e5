import { expect, test } from 'vitest';
import { createTokenCache, type IssuedToken } from './token-cache.ts';

function lab(lifeSeconds: number) {
  const clock = { nowMs: 0 };
  const issuer = { asked: 0, trouble: false };
  const tokens = createTokenCache(async (): Promise<IssuedToken> => {
    issuer.asked += 1;
    return issuer.trouble ? { ok: false, detail: 'http 500' } : { ok: true, token: `token-${issuer.asked}`, lifeSeconds };
  }, () => clock.nowMs);
  return { clock, issuer, tokens };
}

test('many callers share one fetch, and the token is kept until two minutes before its end', async () => {
  const { clock, issuer, tokens } = lab(3_600);
  expect(await Promise.all([tokens.token(), tokens.token()])).toEqual([{ ok: true, token: 'token-1' }, { ok: true, token: 'token-1' }]);
  clock.nowMs = 3_479_999;
  expect(await tokens.token()).toEqual({ ok: true, token: 'token-1' });
  clock.nowMs = 3_480_000;
  expect(await tokens.token()).toEqual({ ok: true, token: 'token-2' });
  expect(issuer.asked).toBe(2);
});

test.each([[60, 30_000], [Number.NaN, 0]])('a life of %s seconds serves for %i ms', async (lifeSeconds, servesMs) => {
  const { clock, tokens } = lab(lifeSeconds);
  expect(await tokens.token()).toEqual({ ok: true, token: 'token-1' });
  clock.nowMs = Math.max(servesMs - 1, 0);
  expect(await tokens.token()).toEqual({ ok: true, token: servesMs === 0 ? 'token-2' : 'token-1' });
  clock.nowMs = servesMs;
  expect((await tokens.token())).not.toEqual({ ok: true, token: 'token-1' });
});

test('a refused token is forgotten, but not a newer one in its place', async () => {
  const { issuer, tokens } = lab(3_600);
  await tokens.token();
  tokens.refuse('token-1');
  expect(await tokens.token()).toEqual({ ok: true, token: 'token-2' });
  tokens.refuse('token-1');
  expect(await tokens.token()).toEqual({ ok: true, token: 'token-2' });
  expect(issuer.asked).toBe(2);
});

test('trouble is not kept', async () => {
  const { issuer, tokens } = lab(3_600);
  issuer.trouble = true;
  expect(await tokens.token()).toEqual({ ok: false, detail: 'http 500' });
  issuer.trouble = false;
  expect(await tokens.token()).toEqual({ ok: true, token: 'token-2' });
});
