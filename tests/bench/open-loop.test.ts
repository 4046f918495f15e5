import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openLoop } from '../../bench/suite/load/open-loop.ts';
import type { Work } from '../../bench/suite/load/work.ts';

/** Answers at once, but for its first turn. */
function stalling(stallMs: number): Work {
  let turns = 0;
  return {
    unit: 'turn',
    steps: ['step'],
    open: async () => ({
      async turn() {
        turns += 1;
        if (turns === 1) await pause(stallMs);
        return [performance.now()];
      },
      close: () => undefined,
    }),
  };
}

test('turns that waited behind a stall count from the time they were meant to begin', async () => {
  const { begun, done, latencyMs } = await openLoop(stalling(600), { perSecond: 50, seconds: 0.4, callers: 1, rampSeconds: 0 });
  expect(begun).toBe(20);
  expect(done).toBe(begun);
  // The one in the middle was meant to begin at 200 ms, and nothing is answered before 600.
  expect(latencyMs['step']?.p50).toBeGreaterThan(350);
});
