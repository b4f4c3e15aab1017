export type Outcome<R> = { readonly value: R } | { readonly error: unknown };

interface QueuedItem<T, R> {
  readonly item: T;
  resolve(value: R): void;
  reject(error: unknown): void;
}

/**
 * Processes items that arrive together as one batch, so that a busy server needs one transaction for many items. Items
 * that arrive while a batch is processed form the next batch. On an idle server, an item waits only until the end of the
 * current turn of the event loop.
 *
 * `processBatch` returns one outcome per item, in the same order. If it rejects, it must have had no effect: the items
 * are then processed one by one, so that one invalid item does not fail the others.
 */
export function createBatcher<T, R>({
  processBatch,
  keyOf,
  maxSize = 100,
}: {
  processBatch: (items: readonly T[]) => Promise<readonly Outcome<R>[]>;
  /** Items with the same key are never in the same batch. */
  keyOf?: (item: T) => string;
  maxSize?: number;
}): (item: T) => Promise<R> {
  let queue: QueuedItem<T, R>[] = [];
  let isRunning = false;

  function nextBatch(): QueuedItem<T, R>[] {
    const batch: QueuedItem<T, R>[] = [];
    const remaining: QueuedItem<T, R>[] = [];
    const keys = new Set<string>();
    for (const queued of queue) {
      const key = keyOf?.(queued.item);
      if (batch.length === maxSize || (key !== undefined && keys.has(key))) remaining.push(queued);
      else {
        batch.push(queued);
        if (key !== undefined) keys.add(key);
      }
    }
    queue = remaining;
    return batch;
  }

  async function settle(batch: readonly QueuedItem<T, R>[]): Promise<void> {
    try {
      const outcomes = await processBatch(batch.map(({ item }) => item));
      batch.forEach((queued, index) => {
        const outcome = outcomes[index] as Outcome<R>;
        if ("error" in outcome) queued.reject(outcome.error);
        else queued.resolve(outcome.value);
      });
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      for (const queued of batch) await settle([queued]);
    }
  }

  async function run(): Promise<void> {
    // Items added in the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await settle(nextBatch());
    isRunning = false;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}
