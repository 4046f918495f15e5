import { expect, test } from 'vitest';
import { blockNames, readSuiteOptions } from '../../bench/suite/options.ts';

test('everything but the soak is measured unless said otherwise, with callers in ascending order', () => {
  expect(readSuiteOptions([])).toMatchObject({ seconds: 8, clients: [1, 16, 64, 256], sizes: { small: 10_000, large: 2_000_000 }, blocks: blockNames.filter((name) => name !== 'soak'), out: null });
  expect(readSuiteOptions(['--clients', '64,1,64', '--only', 'reads,soak', '--quick', '--out', 'a'])).toMatchObject({ clients: [1, 64], blocks: ['reads', 'soak'], quick: true, seconds: 1, out: 'a' });
});

test.each([['--seconds'], ['--seconds', '0'], ['--clients', '1,513'], ['--only', 'everything'], ['--sizes', '5000,5000'], ['--sizes', '5000'], ['--fast']])('%s %s is refused with the usage', (...args) => {
  expect(() => readSuiteOptions(args)).toThrow('Usage: npm run bench -- suite');
});
