/** The short form: every point has its turn within eight days, and PostgreSQL is killed every day. `npm run verify -- crash` is the long one. */
import { expect, test } from 'vitest';
import { deathsOf, killAt, line } from './crash.ts';
import { crashPoints } from './points.ts';

const pointsADay = 8;

test('whatever dies between any two statements, the books and the caller agree afterwards', { timeout: 400_000 }, async () => {
  const day = Math.floor(Date.now() / 86_400_000);
  const parts = Math.ceil(crashPoints.length / pointsADay);
  // Every parts-th point, so that each day has points of every kind.
  const points = crashPoints.filter((_, index) => index % parts === day % parts);
  const lines: string[] = [];
  const { pass, figures } = await killAt(deathsOf(points, 1, day), 2, (result) => void lines.push(line(result)));
  expect(figures, lines.join('\n')).toMatchObject({ differences: 0, missed: [], kills: points.length + 1 });
  expect(pass).toBe(true);
});
