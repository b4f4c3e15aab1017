import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";

// Limits of prepared statements: without them, texts with lists of varying length would fill the memory of each
// connection.
const maxNames = 1000;
const maxPreparedLength = 8000;
const names = new Map<string, string>();

function preparedNameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.length > maxPreparedLength || names.size >= maxNames) return null;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/**
 * Prepares statements with parameters once per connection, since PostgreSQL spends more on parsing and planning a short
 * statement than on executing it. Writes the statements of one turn of the event loop to the socket together.
 */
export class PipelinedClient extends pg.Client {
  #corked = false;

  async send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.#cork();
    // A text without parameters may contain several statements, which PostgreSQL cannot prepare as one.
    const name = values.length === 0 ? null : preparedNameOf(text);
    const result: unknown = await this.query({ ...(name !== null && { name }), text, values: [...values] });
    return (Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult;
  }

  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }
}
