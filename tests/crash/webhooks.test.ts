import { expect, test } from 'vitest';
import { loseNothing } from './webhooks.ts';

test('no event is lost while the program is killed again and again, and duplicates carry the same id', { timeout: 400_000 }, async () => {
  const { pass, figures } = await loseNothing({ seconds: 12, rate: 50, seed: Math.floor(Date.now() / 86_400_000) });
  expect(figures).toMatchObject({ lost: 0, left: 0, changedDuplicates: 0, first: [] });
  expect(pass).toBe(true);
});
