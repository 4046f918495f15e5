/** A program with a pool, that tells its parent the process it started and then waits to be killed. */
import { createPool, poolDefaults } from '#src/documents/pool.ts';

const pool = createPool<{ act: string; value: string }, string>({ module: new URL('toy-child.ts', import.meta.url), size: 1, ...poolDefaults });
await pool.run({ act: 'echo', value: 'up' }, AbortSignal.timeout(20_000));
process.send?.(pool.processIds()[0]);
setInterval(() => undefined, 60_000);
