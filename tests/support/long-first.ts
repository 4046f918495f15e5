/** The order of the files of a run. A class, because that is what vitest takes. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files whose tests are long, and mostly wait: for programs that start, and for answers that are late on purpose. */
const waiting = /\/tests\/crash\//;

/**
 * Vitest begins with the longest files, which on a machine that never ran them means the largest. These would then come last, two at a time, with a worker alone at the
 * end. So they come first, each beside files that keep a machine busy.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [first, others] = [sorted.filter(({ moduleId }) => waiting.test(moduleId)), sorted.filter(({ moduleId }) => !waiting.test(moduleId))];
    return [...first.flatMap((file, index) => [file, ...others.slice(index, index + 1)]), ...others.slice(first.length)];
  }
}
