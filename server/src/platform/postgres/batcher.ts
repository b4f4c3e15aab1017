import { isDatabaseUnavailable } from "./database-errors.ts";

export type Outcome<R> = { readonly value: R } | { readonly error: unknown };

interface QueuedItem<T, R> {
  readonly item: T;
  resolve(value: R): void;
  reject(error: unknown): void;
}

/**
 * Processes items that arrive together as one batch, so that a busy server needs one transaction for many items. Items
 * that arrive while `concurrency` batches are processed form the next batch. On an idle server, an item waits only
 * until the end of the current turn of the event loop.
 *
 * `processBatch` returns one outcome per item, in the same order. If it rejects, it must have had no effect; each half
 * of the batch is then processed again, down to the item that fails, so that it does not fail the others. If the
 * database is unavailable, none of the items is the cause, and the batch may have had an effect: all items are rejected
 * with that error.
 */
export function createBatcher<T, R>({
  processBatch,
  keyOf,
  maxSize = 100,
  concurrency = 1,
}: {
  processBatch: (items: readonly T[]) => Promise<readonly Outcome<R>[]>;
  /** Items with the same key are never in the same batch, nor in batches that are processed at the same time. */
  keyOf?: (item: T) => string;
  maxSize?: number;
  /** Maximum number of batches that are processed at the same time. */
  concurrency?: number;
}): (item: T) => Promise<R> {
  let queue: QueuedItem<T, R>[] = [];
  let running = 0;
  const activeKeys = new Set<string>();

  function nextBatch(): QueuedItem<T, R>[] {
    const batch: QueuedItem<T, R>[] = [];
    const remaining: QueuedItem<T, R>[] = [];
    for (const queued of queue) {
      const key = keyOf?.(queued.item);
      if (batch.length === maxSize || (key !== undefined && activeKeys.has(key))) remaining.push(queued);
      else {
        batch.push(queued);
        if (key !== undefined) activeKeys.add(key);
      }
    }
    queue = remaining;
    return batch;
  }

  function releaseKeys(batch: readonly QueuedItem<T, R>[]): void {
    if (keyOf !== undefined) for (const { item } of batch) activeKeys.delete(keyOf(item));
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
      if (batch.length === 1 || isDatabaseUnavailable(error))
        return batch.forEach((queued) => queued.reject(error));
      const half = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  async function run(): Promise<void> {
    // Items added in the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      await settle(batch);
      releaseKeys(batch);
    }
    running -= 1;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (running === concurrency) return;
      running += 1;
      void run();
    });
}
