/** Simulated time: things happen in the order of their times, and equal times in the order they were planned. */

export type Timeline = {
  /** Milliseconds since the run began. */
  now(): number;
  date(): Date;
  at(ms: number, run: () => void): void;
  /** Runs everything that is planned. @throws when `maxSteps` were not enough: something never comes to rest. */
  runAll(maxSteps: number): number;
};

const beginsAt = Date.UTC(2026, 2, 2, 8);

type Planned = { ms: number; order: number; run: () => void };

export function createTimeline(): Timeline {
  const heap: Planned[] = [];
  let nowMs = 0;
  let order = 0;

  const earlier = (a: Planned, b: Planned): boolean => a.ms < b.ms || (a.ms === b.ms && a.order < b.order);

  function push(planned: Planned): void {
    let at = heap.length;
    heap.push(planned);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !earlier(planned, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = planned;
  }

  function pop(): Planned | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      if (child === undefined) break;
      const other = heap[below + 1];
      if (other !== undefined && earlier(other, child)) {
        below += 1;
        child = other;
      }
      if (!earlier(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }

  return {
    now: () => nowMs,
    date: () => new Date(beginsAt + nowMs),
    at: (ms, run) => push({ ms: Math.max(ms, nowMs), order: order++, run }),
    runAll(maxSteps) {
      for (let steps = 0; ; steps += 1) {
        const planned = pop();
        if (planned === undefined) return steps;
        if (steps === maxSteps) throw new Error('The run does not come to rest.');
        nowMs = planned.ms;
        planned.run();
      }
    },
  };
}
