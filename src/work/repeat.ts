/** Runs a task again and again with a pause after each run; one run at a time. */
export function repeat(pauseMs: number, task: () => Promise<void>, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = task().catch(onError).finally(() => {
      if (!stopped) timer = setTimeout(run, pauseMs);
    });
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
