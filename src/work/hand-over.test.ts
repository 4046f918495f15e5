import { expect, test } from 'vitest';
import { createHandOver } from './hand-over.ts';

/** A worker whose jobs end when they are told to. */
function slowWorker() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (tenantId: string, job: number): Promise<void> => {
    begun.push(`${tenantId} ${job}`);
    return new Promise((resolve) => ends.push(resolve));
  };
  return { begun, ends, work };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('without a worker there is no room, and nothing is taken', async () => {
  const handOver = createHandOver<number>();
  expect(handOver.room('a')).toBe(0);
  handOver.take('a', [1]);
  const { begun, work } = slowWorker();
  handOver.open(2, work);
  await turns();
  expect(begun).toEqual([]);
});

test('room shrinks with what is given, before it begins, and grows with what ends; each tenant has its own', async () => {
  const handOver = createHandOver<number>();
  const { begun, ends, work } = slowWorker();
  handOver.open(3, work);
  handOver.take('a', [1, 2]);
  expect([handOver.room('a'), handOver.room('b')]).toEqual([1, 3]);
  await turns();
  expect(begun).toEqual(['a 1', 'a 2']);
  ends[0]?.();
  await turns();
  expect(handOver.room('a')).toBe(2);
});

test('a worker that stops takes no more, and is done when what it has in hand is done', async () => {
  const handOver = createHandOver<number>();
  const { begun, ends, work } = slowWorker();
  const taking = handOver.open(3, work);
  handOver.take('a', [1]);
  let stopped = false;
  const stop = taking.stop().then(() => {
    stopped = true;
  });
  expect(handOver.room('a')).toBe(0);
  handOver.take('a', [2]);
  await turns();
  expect([begun, stopped]).toEqual([['a 1'], false]);
  ends[0]?.();
  await stop;
});
