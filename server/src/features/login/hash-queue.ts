import { ProductError } from "#platform/http/product-error.ts";

export type HashPriority = "known" | "unknown";

/**
 * Each hash holds 19 MiB and one of the process's four threads for files and names; more than two at a time would stall
 * everything else that needs those.
 */
const concurrency = 2;

/** Per priority, about three seconds of work, so that a flood of guesses is refused instead of being stored. */
export const longestQueue = 100;
const retryAfterSeconds = 5;

let running = 0;
const waiting: Record<HashPriority, (() => void)[]> = { known: [], unknown: [] };

/**
 * Runs a hash when a place is free, calls from known places first.
 * @throws ProductError tooManyTries where `longestQueue` calls of this priority wait already
 */
export async function queueHash<T>(priority: HashPriority, hash: () => Promise<T>): Promise<T> {
  if (running < concurrency) running += 1;
  else {
    const queue = waiting[priority];
    if (queue.length >= longestQueue) throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  try {
    return await hash();
  } finally {
    const next = waiting.known.shift() ?? waiting.unknown.shift();
    // The place is handed over, so that no call that arrives now takes it first.
    if (next) next();
    else running -= 1;
  }
}
