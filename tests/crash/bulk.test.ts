/** Bulk transfers alone: the program dies between two names, in the middle of a confirmation, and between two payments that start. */
import { expect, test } from 'vitest';
import { killAt, line } from './crash.ts';

test('whatever dies in a bulk transfer, each payment of it is made exactly once', { timeout: 300_000 }, async () => {
  const lines: string[] = [];
  const deaths = [['bulk.answers_written', 2], ['bulk.transfers_inserted', 1], ['start.posted', 2]] as const;
  const { pass, figures } = await killAt(deaths.map(([point, nth]) => ({ kind: 'point', point, nth })), 2, (result) => void lines.push(line(result)));
  expect(figures, lines.join('\n')).toMatchObject({ differences: 0, missed: [], kills: deaths.length });
  expect(pass).toBe(true);
});
