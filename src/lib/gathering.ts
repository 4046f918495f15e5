/** What arrives together travels together: while `atOnce` journeys of a key are under way, further items gather and go with the next. */
type Queue<Item> = { waiting: Item[]; running: number };

/** `travel` takes at most `most` items, tells each how it went, and never rejects. */
export function createGathering<Key, Item>({ atOnce, most }: { atOnce: number; most: number }, travel: (key: Key, items: readonly Item[]) => Promise<void>): (key: Key, item: Item) => void {
  const queues = new Map<Key, Queue<Item>>();

  function pump(key: Key, queue: Queue<Item>): void {
    while (queue.running < atOnce && queue.waiting.length > 0) {
      queue.running += 1;
      void travel(key, queue.waiting.splice(0, most)).finally(() => {
        queue.running -= 1;
        pump(key, queue);
      });
    }
    if (queue.running === 0 && queues.get(key) === queue) queues.delete(key);
  }

  return (key, item) => {
    const queue = queues.get(key);
    if (queue === undefined) {
      const fresh: Queue<Item> = { waiting: [item], running: 0 };
      queues.set(key, fresh);
      // What arrives in this turn of the event loop goes together.
      setImmediate(() => pump(key, fresh));
      return;
    }
    queue.waiting.push(item);
    // A queue where nothing runs waits for its first turn.
    if (queue.running > 0) pump(key, queue);
  };
}
