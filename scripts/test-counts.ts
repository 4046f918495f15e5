export type TestCounts = { passed: number; failed: number; skipped: number };

/** Counts of vitest's JSON report. A file that failed without a failed test of its own, by not loading, counts as one. */
export function countTests(report: unknown): TestCounts {
  const files = listIn(report, 'testResults');
  const tests = files.flatMap((file) => listIn(file, 'assertionResults'));
  const withStatus = (...wanted: string[]): number => tests.filter((test) => wanted.includes(statusOf(test))).length;
  const brokenFiles = files.filter((file) => statusOf(file) === 'failed' && !listIn(file, 'assertionResults').some((test) => statusOf(test) === 'failed'));
  return { passed: withStatus('passed'), failed: withStatus('failed') + brokenFiles.length, skipped: withStatus('skipped', 'pending', 'todo', 'disabled') };
}

/** The last line, and whether the run failed: by a test, by running none, or by an error outside every test. */
export function verdict(counts: TestCounts | undefined, exitCode: number): { line: string; failed: boolean } {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  // The line never says "0 failed" of a run that did.
  const shown = failed === 0 && exitCode !== 0 ? 1 : failed;
  const line = `${passed} passed, ${shown} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, failed: shown > 0 || passed === 0 };
}

function listIn(value: unknown, key: string): unknown[] {
  const list = typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined;
  return Array.isArray(list) ? list : [];
}

function statusOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string' ? value.status : '';
}
