/** What became of one item: its value, or why it has none. */
export type Outcome<R> = { readonly value: R } | { readonly error: unknown };

interface Waiting<T, R> {
  readonly item: T;
  resolve(value: R): void;
  reject(error: unknown): void;
}

/**
 * Does together what is asked for at the same time: whoever comes while a batch is under way is in the next one, so
 * that a busy server pays for a transaction once for many, and an idle one waits for nobody.
 *
 * `work` answers an outcome an item, in their order. Where it rejects, it must have had no effect: its items are then
 * done one by one, so that one of them can't fail the others.
 */
export function createBatcher<T, R>({
  work,
  keyOf,
  most = 100,
}: {
  work: (items: readonly T[]) => Promise<readonly Outcome<R>[]>;
  /** Items of one key are never in one batch. */
  keyOf?: (item: T) => string;
  most?: number;
}): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let running = false;

  function take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    const keys = new Set<string>();
    for (const one of waiting) {
      const key = keyOf?.(one.item);
      if (batch.length === most || (key !== undefined && keys.has(key))) left.push(one);
      else {
        batch.push(one);
        if (key !== undefined) keys.add(key);
      }
    }
    waiting = left;
    return batch;
  }

  async function settle(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const outcomes = await work(batch.map((one) => one.item));
      batch.forEach((one, index) => {
        const outcome = outcomes[index] as Outcome<R>;
        if ("error" in outcome) one.reject(outcome.error);
        else one.resolve(outcome.value);
      });
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      for (const one of batch) await settle([one]);
    }
  }

  async function run(): Promise<void> {
    // Those who ask in the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await settle(take());
    running = false;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
}
