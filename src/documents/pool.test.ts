import { once } from 'node:events';
import { fork } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { createPool, type Pool, poolDefaults, type PoolOptions } from './pool.ts';

type ToyJob = { act: string; value?: string; ms?: number; bytes?: number };

const open: Pool<ToyJob, string>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function poolOf(options: Partial<PoolOptions> = {}): Pool<ToyJob, string> {
  const pool = createPool<ToyJob, string>({ module: new URL('../../tests/support/documents/toy-child.ts', import.meta.url), size: 1, ...poolDefaults, ...options });
  open.push(pool);
  return pool;
}

const patient = (): AbortSignal => AbortSignal.timeout(25_000);
const echo = (pool: Pool<ToyJob, string>, value = 'hello') => pool.run({ act: 'echo', value }, patient());
const done = (answer: string) => ({ outcome: 'done', answer });

describe('a pool', () => {
  test('starts nothing before the first job, and keeps its process for the next', async () => {
    const pool = poolOf();
    expect(pool.processIds()).toEqual([]);
    expect(await echo(pool, 'one')).toEqual(done('one'));
    const [first] = pool.processIds();
    expect(await echo(pool, 'two')).toEqual(done('two'));
    expect(pool.processIds()).toEqual([first]);
  });

  test('gives its processes nothing of its environment, and no right to connect, write, start programs or read elsewhere', async () => {
    const result = await poolOf().run({ act: 'rights' }, patient());
    expect(JSON.parse(result.outcome === 'done' ? result.answer : '{}')).toMatchObject({ environment: ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'], net: false, write: false, child: false, ownFiles: true, root: false });
  });

  test('works on as many jobs at once as it has processes', async () => {
    const pool = poolOf({ size: 2 });
    await Promise.all([pool.run({ act: 'wait', ms: 50 }, patient()), pool.run({ act: 'wait', ms: 50 }, patient()), echo(pool)]);
    expect(pool.processIds()).toHaveLength(2);
  });

  test('tells whoever does not fit into the queue that it is busy, and when to come again', async () => {
    const pool = poolOf({ mostWaiting: 2 });
    // Once a process runs, the next job is handed over at once and waits for nothing.
    await echo(pool);
    const working = pool.run({ act: 'hang' }, patient());
    const waiting = [echo(pool), echo(pool)];
    expect(await echo(pool)).toEqual({ outcome: 'busy', retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 30) });
    await pool.close();
    for (const run of [working, ...waiting]) expect(await run).toEqual({ outcome: 'unavailable', detail: 'shutting down' });
  });

  test('kills a process that takes too long, and the next job gets a new one', async () => {
    const pool = poolOf({ jobLimitMs: 300 });
    const hanging = pool.run({ act: 'hang' }, patient());
    expect(await hanging).toMatchObject({ outcome: 'unavailable', detail: expect.stringContaining('SIGKILL') });
    expect(await echo(poolOf())).toEqual(done('hello'));
  });

  test.each(['crash', 'break'])('loses one job and no other when a process ends by %s', async (act) => {
    const pool = poolOf();
    const results = await Promise.all([echo(pool, 'before'), pool.run({ act }, patient()), echo(pool, 'after')]);
    expect(results).toMatchObject([done('before'), { outcome: 'unavailable' }, done('after')]);
  });

  test('replaces a process after its jobs, and one that has grown', async () => {
    const pool = poolOf({ mostJobs: 2 });
    await echo(pool);
    const [first] = pool.processIds();
    await echo(pool);
    await echo(pool);
    const [second] = pool.processIds();
    expect(second).not.toBe(first);
    await pool.run({ act: 'size', bytes: poolDefaults.recycleBytes + 1 }, patient());
    expect(pool.processIds()).toEqual([]);
  });

  test('stops a process that has had no work for a while', async () => {
    const pool = poolOf({ idleMs: 50 });
    await echo(pool);
    await expect.poll(() => pool.processIds()).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('kills a process above its memory limit during a job', async () => {
    expect(await poolOf({ mostBytes: 1024 * 1024 }).run({ act: 'hang' }, patient())).toMatchObject({ outcome: 'unavailable' });
  });

  test('rejects when the caller gives up, and frees the process', async () => {
    const pool = poolOf();
    await echo(pool);
    const given = new AbortController();
    const hanging = pool.run({ act: 'hang' }, given.signal);
    const behind = echo(pool, 'behind');
    given.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
    expect(await behind).toEqual(done('behind'));
  });

  test('says why where the engine cannot start, at once from then on', async () => {
    const pool = poolOf({ module: new URL('../../tests/support/documents/stubborn-child.ts', import.meta.url) });
    const reason = { outcome: 'unavailable', detail: 'the engine does not start: Cannot find package' };
    expect(await echo(pool)).toEqual(reason);
    expect(await echo(pool)).toEqual(reason);
    expect(pool.processIds()).toEqual([]);
  });

  test('a process ends with its parent', async () => {
    const parent = fork(new URL('../../tests/support/documents/toy-parent.ts', import.meta.url).pathname, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [child]: unknown[] = await once(parent, 'message');
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(Number(child))).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
