import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('the signal aborts when the time is over, as that of AbortSignal.timeout() does', async () => {
  const expected: unknown = await untilAborted(AbortSignal.timeout(1)).catch((error: unknown) => error);
  await expect(withDeadline(1, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError', message: String(Object(expected).message) });
});

test('a signal around it ends the work too, with its own reason', async () => {
  const around = new AbortController();
  const ended = withDeadline(60_000, untilAborted, around.signal);
  around.abort(new Error('nobody waits'));
  await expect(ended).rejects.toThrow('nobody waits');
});

test.each([
  ['answered', () => Promise.resolve(1)],
  ['failed', () => Promise.reject(new Error('away'))],
])('nothing is left of work that has %s', async (_how, work) => {
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  try {
    const around = new AbortController();
    const set = vi.spyOn(globalThis, 'setTimeout');
    await withDeadline(60_000, work, around.signal).catch(() => undefined);
    expect(clear).toHaveBeenCalledExactlyOnceWith(set.mock.results[0]?.value);
    expect(getEventListeners(around.signal, 'abort')).toHaveLength(0);
  } finally {
    vi.restoreAllMocks();
  }
});
