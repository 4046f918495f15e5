import { expect, it } from 'vitest';
import { countTests, verdict } from '../scripts/test-counts.ts';

const passed = { status: 'passed' };
const failed = { status: 'failed' };

it('counts passed, failed and skipped tests over all files', () => {
  const report = { testResults: [
    { status: 'passed', assertionResults: [passed, passed, { status: 'skipped' }] },
    { status: 'failed', assertionResults: [passed, failed, { status: 'todo' }] },
  ] };
  expect(countTests(report)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

it('a file that does not load is a failure, and one with a failed test is not counted twice', () => {
  const report = { testResults: [{ status: 'failed', assertionResults: [] }, { status: 'failed', assertionResults: [failed] }] };
  expect(countTests(report)).toEqual({ passed: 0, failed: 2, skipped: 0 });
});

it('names the skipped only when there are some', () => {
  expect(verdict({ passed: 2, failed: 0, skipped: 0 }, 0)).toEqual({ line: '2 passed, 0 failed', failed: false });
  expect(verdict({ passed: 2, failed: 0, skipped: 1 }, 0)).toEqual({ line: '2 passed, 0 failed, 1 skipped', failed: false });
});

it('an error outside every test, a missing report and a run of nothing are failures', () => {
  expect(verdict({ passed: 2, failed: 0, skipped: 0 }, 1)).toEqual({ line: '2 passed, 1 failed', failed: true });
  expect(verdict(undefined, 1)).toEqual({ line: '0 passed, 1 failed', failed: true });
  expect(verdict({ passed: 0, failed: 0, skipped: 0 }, 0)).toEqual({ line: '0 passed, 0 failed', failed: true });
});
