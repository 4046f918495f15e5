import { expect, test } from 'vitest';
import { createOffsetIndex } from './offset-index.ts';

test('finds a hundred thousand references that differ in their last digits, and none that is not there', () => {
  const index = createOffsetIndex();
  const refOf = (number: number): string => `990001261123082037${String(number).padStart(12, '0')}`;
  for (let number = 0; number < 100_000; number += 1) index.add(refOf(number), number * 350);
  const missed = Array.from({ length: 100_000 }, (_, number) => number).filter((number) => !index.offsetsOf(refOf(number)).includes(number * 350));
  expect(missed).toEqual([]);
  // Another's place is answered once in billions: some of a hundred thousand would be a hash that does not spread.
  const strangers = Array.from({ length: 100_000 }, (_, number) => refOf(1_000_000 + number)).filter((railRef) => index.offsetsOf(railRef).length > 0);
  expect(strangers.length).toBeLessThanOrEqual(10);
});

test('an offset beyond four gigabytes comes back as it was', () => {
  const index = createOffsetIndex();
  index.add('a', 2 ** 40 + 1);
  expect(index.offsetsOf('a')).toEqual([2 ** 40 + 1]);
  expect(index.offsetsOf('b')).toEqual([]);
});
