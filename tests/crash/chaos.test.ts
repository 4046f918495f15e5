import { expect, test } from 'vitest';
import { chaos } from './chaos.ts';

test('the rail credits exactly the transfers that succeeded, whatever it and the network do', { timeout: 400_000 }, async () => {
  const { pass, figures } = await chaos(8, Math.floor(Date.now() / 86_400_000));
  expect(figures).toMatchObject({ differences: 0, first: [] });
  expect(pass).toBe(true);
});
