interface Job {
  readonly start: () => void;
}

/** Returns a queue that runs `concurrency` jobs at a time and serves owners in turn, however many jobs each has. */
export function createMediaQueue(concurrency = 1) {
  // Ordered by turn: an owner whose job has started moves to the end.
  const waiting = new Map<string, Job[]>();
  let running = 0;

  const startNext = () => {
    const [next] = waiting;
    if (next === undefined) return;
    const [owner, [job, ...others]] = next;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    job?.start();
  };

  const waitForTurn = (owner: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        const left = (waiting.get(owner) ?? []).filter((one) => one !== job);
        if (left.length > 0) waiting.set(owner, left);
        else waiting.delete(owner);
        reject(signal.reason as Error);
      };
      const job = {
        start: () => {
          signal.removeEventListener("abort", cancel);
          resolve();
        },
      };
      waiting.set(owner, [...(waiting.get(owner) ?? []), job]);
      signal.addEventListener("abort", cancel, { once: true });
    });

  /** Runs a job when its turn comes. Rejects with the signal's reason if the signal aborts before the job starts. */
  return async <R>(
    { owner, signal }: { owner: string; signal: AbortSignal },
    work: () => Promise<R>,
  ): Promise<R> => {
    signal.throwIfAborted();
    if (running >= concurrency) await waitForTurn(owner, signal);
    else running += 1;
    try {
      return await work();
    } finally {
      // The next job replaces this one, so `running` stays the same.
      if (waiting.size > 0) startNext();
      else running -= 1;
    }
  };
}

export type MediaQueue = ReturnType<typeof createMediaQueue>;
