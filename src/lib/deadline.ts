/**
 * A signal that aborts after `ms`, for as long as `work` runs. AbortSignal.timeout() does the same, but its timer, and what watches over its signal, stay for the whole time, and each fires in the end:
 * at a thousand calls a second with twenty seconds each, that is forty thousand of them (docs/performance.md).
 * `within`: a signal that ends the work too.
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, within?: AbortSignal): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
  // Alone it keeps no process from ending.
  timer.unref();
  try {
    return await work(within === undefined ? deadline.signal : AbortSignal.any([within, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
}
