import { expect, test } from 'vitest';
import { loseCommits } from './commit.ts';

test('a request whose COMMIT was lost has one effect and one answer', { timeout: 400_000 }, async () => {
  const { pass, figures } = await loseCommits(5, Math.floor(Date.now() / 86_400_000));
  expect(figures).toMatchObject({ differences: 0, first: [] });
  expect(pass).toBe(true);
});
