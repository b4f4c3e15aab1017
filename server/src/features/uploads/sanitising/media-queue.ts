/** Whose file a job processes. */
export interface JobSource {
  /** The address to which the upload policy was issued; all customers of a mall may share it. */
  readonly address: string;
  readonly owner: string;
}

interface Job extends JobSource {
  readonly start: () => void;
}

/**
 * Returns a queue that runs `concurrency` jobs at a time. The next job is that of the address which has used the least
 * processing time since the queue was last empty, and among the jobs of an address that of such an owner. Failed jobs
 * count, so files that are expensive to reject do not delay other senders.
 */
export function createMediaQueue(concurrency = 1) {
  const usedMs = new Map<string, number>();
  let waiting: Job[] = [];
  let running = 0;

  const used = (subject: string): number => usedMs.get(subject) ?? 0;
  const subjectsOf = ({ address, owner }: JobSource) => [`address ${address}`, `owner ${owner}`] as const;

  const compare = (a: Job, b: Job): number => {
    const [addressA, ownerA] = subjectsOf(a);
    const [addressB, ownerB] = subjectsOf(b);
    return used(addressA) - used(addressB) || used(ownerA) - used(ownerB);
  };

  const startNext = () => {
    // The first job wins a tie, because the sort is stable.
    const next = waiting.toSorted(compare)[0] as Job;
    waiting = waiting.filter((job) => job !== next);
    next.start();
  };

  const waitForTurn = (source: JobSource, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        waiting = waiting.filter((one) => one !== job);
        reject(signal.reason as Error);
      };
      const job = {
        ...source,
        start: () => {
          signal.removeEventListener("abort", cancel);
          resolve();
        },
      };
      waiting.push(job);
      signal.addEventListener("abort", cancel, { once: true });
    });

  /** Runs a job when its turn comes. Rejects with the signal's reason if the signal aborts before the job starts. */
  return async <R>(
    { signal, ...source }: JobSource & { signal: AbortSignal },
    work: () => Promise<R>,
  ): Promise<R> => {
    signal.throwIfAborted();
    if (running >= concurrency) await waitForTurn(source, signal);
    else running += 1;
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      const elapsedMs = performance.now() - startedMs;
      for (const subject of subjectsOf(source)) usedMs.set(subject, used(subject) + elapsedMs);
      // The next job replaces this one, so `running` stays the same.
      if (waiting.length > 0) startNext();
      else running -= 1;
      if (running === 0) usedMs.clear();
    }
  };
}

export type MediaQueue = ReturnType<typeof createMediaQueue>;
