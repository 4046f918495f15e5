import { expect, test } from 'vitest';
import { createSharedWrites } from './shared-writes.ts';

function gated(): { writes: { tenantId: string; items: readonly string[]; end: PromiseWithResolvers<void> }[]; begun(count: number): Promise<void>; add: (tenantId: string, item: string) => Promise<void> } {
  const writes: { tenantId: string; items: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  const add = createSharedWrites<string>((tenantId, items) => {
    const end = Promise.withResolvers<void>();
    writes.push({ tenantId, items, end });
    for (const { count, resolve } of waiting) if (writes.length >= count) resolve();
    return end.promise;
  });
  return { writes, add, begun: (count) => (writes.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))) };
}

test('results of one turn travel together, later ones wait for the write before them', async () => {
  const { writes, add, begun } = gated();
  const first = [add('a', '1'), add('a', '2')];
  await begun(1);
  const second = [add('a', '3'), add('a', '4')];
  expect(writes.map(({ items }) => items)).toEqual([['1', '2']]);
  writes[0]?.end.resolve();
  await Promise.all(first);
  await begun(2);
  expect(writes[1]?.items).toEqual(['3', '4']);
  writes[1]?.end.resolve();
  await Promise.all(second);
});

test('a failed write rejects those that travelled in it and nobody else', async () => {
  const { writes, add, begun } = gated();
  const lost = [add('a', '1'), add('a', '2')];
  const outcomes = Promise.allSettled(lost);
  await begun(1);
  const next = add('a', '3');
  writes[0]?.end.reject(new Error('no database'));
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await begun(2);
  writes[1]?.end.resolve();
  await next;
});

test('tenants do not wait for each other', async () => {
  const { writes, add, begun } = gated();
  const slow = add('a', '1');
  const quick = add('b', '2');
  await begun(2);
  writes.find(({ tenantId }) => tenantId === 'b')?.end.resolve();
  await quick;
  writes.find(({ tenantId }) => tenantId === 'a')?.end.resolve();
  await slow;
});
