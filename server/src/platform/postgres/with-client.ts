import type pg from "pg";
import { connectClient } from "./database-hosts.ts";
import { databaseDeadlines } from "./deadlines.ts";
import { applySessionSettings } from "./session-settings.ts";

/**
 * Opens a connection of its own for `work` and closes it afterwards, for work that must not use the application's pool:
 * as another role, in another database, or before the pool exists. Its statements have the deadline `query_timeout`,
 * which is that of a start by default; 0: none.
 */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient({ query_timeout: databaseDeadlines.startStatementMs, ...connection });
  try {
    await applySessionSettings(client);
    return await work(client);
  } finally {
    await client.end();
  }
}
