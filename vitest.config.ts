import { defineConfig } from 'vitest/config';
import { LongFirst } from './tests/support/long-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'sdk/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    isolate: true,
    // Each worker keeps a database busy as well as itself.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // What a test waits for names itself when it does not come in a minute; only then is the test over, too. A busy machine is no fault.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
