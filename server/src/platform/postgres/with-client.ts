import pg from "pg";
import { applySessionSettings } from "./session-settings.ts";

/**
 * Opens a connection of its own for `work` and closes it afterwards, for work that must not use the application's pool:
 * as another role, in another database, or before the pool exists.
 */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  // The next query reports a connection lost between queries. Without a listener, the error would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await applySessionSettings(client);
    return await work(client);
  } finally {
    await client.end();
  }
}
