/** Bounds how many of something run at once; the others wait in the order they came. The release that `take` gives is to be called once. */
export function createSlots(count: number): { take(): Promise<() => void> } {
  let free = count;
  const queue: (() => void)[] = [];
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: () =>
      new Promise((resolve) => {
        if (free > 0) {
          free -= 1;
          resolve(release);
        } else queue.push(() => resolve(release));
      }),
  };
}
