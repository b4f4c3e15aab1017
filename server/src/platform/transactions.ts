import type { Database, Transaction } from "./database.ts";
import { isRetryable } from "./database-errors.ts";

const mostTries = 5;

/**
 * One transaction, run again where PostgreSQL ended it for a deadlock or a serialization failure. `work` must have
 * no effect beyond its statements.
 */
export async function transact<R>(database: Database, work: (tx: Transaction) => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (tries === mostTries || !isRetryable(error)) throw error;
    }
  }
}
