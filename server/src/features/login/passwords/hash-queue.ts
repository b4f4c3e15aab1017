import { ProductError } from "#platform/http/product-error.ts";

/**
 * `unknown`: a login with an unknown name, or from a browser and an IP address that are both unknown for the account.
 * `known`: every other hash.
 */
export type HashPriority = "known" | "unknown";

/**
 * Maximum number of concurrent hashes. A hash uses 19 MiB and one of Node's four worker threads, which file access
 * and DNS also need.
 */
const concurrency = 2;

/** Maximum number of queued hashes per priority, about three seconds of work. Further calls are rejected. */
export const maxQueueLength = 100;
const retryAfterSeconds = 5;

let running = 0;
const waiting: Record<HashPriority, (() => void)[]> = { known: [], unknown: [] };

/**
 * Runs a hash as soon as fewer than `concurrency` hashes run. Queued hashes with the priority `known` run first, so
 * that many hashes with the priority `unknown` do not delay them.
 * @throws ProductError tooManyTries if the queue is full
 */
export async function queueHash<T>(priority: HashPriority, hash: () => Promise<T>): Promise<T> {
  if (running < concurrency) running += 1;
  else {
    const queue = waiting[priority];
    if (queue.length >= maxQueueLength)
      throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  try {
    return await hash();
  } finally {
    const next = waiting.known.shift() ?? waiting.unknown.shift();
    // The next queued call starts immediately and `running` does not change, so that a new call cannot overtake the
    // queue.
    if (next) next();
    else running -= 1;
  }
}
