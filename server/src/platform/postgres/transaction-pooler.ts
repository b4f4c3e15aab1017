import type pg from "pg";
import { StartError } from "#platform/config/settings.ts";
import { withClient } from "./with-client.ts";

/** Other clients of the pooler may take the connection that an attempt expects, so one attempt is not sufficient. */
const attempts = 5;

/**
 * Refuses a connection pooler that gives each transaction another connection to PostgreSQL: settings, prepared
 * statements, and locks belong to a connection, and would apply to other clients.
 * @throws StartError that names `setting`, the setting with the address
 */
export async function refuseTransactionPooler(connection: pg.PoolConfig, setting: string): Promise<void> {
  const isShared = await withClient(connection, (first) =>
    withClient(connection, async (second) => {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await processIdOf(first);
        await second.query("BEGIN");
        // The pooler reuses a connection whose transaction has ended. If it cannot, it uses another one later.
        const isReused = (await processIdOf(second)) === before || (await processIdOf(first)) !== before;
        await second.query("ROLLBACK");
        if (isReused) return true;
      }
      return false;
    }),
  ).catch((error: Error) => {
    // In statement mode, a pooler refuses BEGIN.
    throw new StartError(`setting ${setting}: the database accepts no transactions: ${error.message}`, {
      cause: error,
    });
  });
  if (isShared)
    throw new StartError(
      `setting ${setting} leads to a connection pooler in transaction mode, which Reposo does not support; ` +
        "use session mode, or the address of PostgreSQL itself",
    );
}

async function processIdOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
  return rows[0]?.id ?? 0;
}
