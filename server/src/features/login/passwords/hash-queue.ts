import { ProductError } from "#platform/http/product-error.ts";

export type HashPriority = "known" | "unknown";

/** A hash takes 19 MiB and one of Node's four worker threads; more hashes at once would block file access and DNS. */
const concurrency = 2;

/**
 * Maximum number of waiting hashes per priority, about three seconds of work, so that a flood of guesses is
 * rejected instead of being queued.
 */
export const maxQueueLength = 100;
const retryAfterSeconds = 5;

let running = 0;
const waiting: Record<HashPriority, (() => void)[]> = { known: [], unknown: [] };

/**
 * Runs a hash when one of the slots is free; hashes for known addresses and browsers run first.
 * @throws ProductError tooManyTries where the queue is full
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
    // The slot is passed on to the next waiting call, so that a call that arrives now cannot overtake it.
    if (next) next();
    else running -= 1;
  }
}
