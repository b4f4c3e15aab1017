import { createBatcher } from "./batcher.ts";
import type { Database } from "./database.ts";
import { transact, type UnitOfWork } from "./unit-of-work.ts";

/**
 * Creates a variant of `transact` that executes units of work that arrive together in one transaction, one after
 * another, so that one statement per kind writes the deferred rows of all of them. If that transaction fails, each half
 * is executed again in a transaction, so that one failure does not affect the others. If the outcome of the commit is
 * unknown, all of them fail, and none is executed again. `work` may only defer rows: locks that several units of work
 * acquire one after another could cause deadlocks.
 * @returns a function whose `key` names what the unit of work changes; units with the same key never share a transaction
 */
export function createSharedTransactions<R>(
  database: Database,
): (key: string, work: (uow: UnitOfWork) => Promise<R>) => Promise<R> {
  interface Shared {
    readonly key: string;
    readonly work: (uow: UnitOfWork) => Promise<R>;
  }
  const run = createBatcher<Shared, R>({
    keyOf: ({ key }) => key,
    async processBatch(batch) {
      return transact(database, async (uow) => {
        const results: { value: R }[] = [];
        for (const { work } of batch) results.push({ value: await work(uow) });
        return results;
      });
    },
  });
  return (key, work) => run({ key, work });
}
