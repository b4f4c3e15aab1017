import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Statements built from lists of any length must not fill every connection's memory with plans. */
const mostNames = 1000;
const longestText = 8000;
const names = new Map<string, string>();

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.length > longestText || names.size >= mostNames) return null;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/**
 * The pool for Kysely, which sends every statement without a name: PostgreSQL would parse and plan each anew, which
 * costs it more than running the short ones. Under a name that happens once a connection.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  // Kysely keeps what it knows of a connection under the client it was given.
  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = preparing.get(client);
      if (known) return known;
      const added = preparingClient(client);
      preparing.set(client, added);
      return added;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let gathering = false;

  /** Statements that are sent in one turn leave by one write: the database is woken once for all of them. */
  function gather(): void {
    if (gathering) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  }

  const query = (text: string, values: readonly unknown[]) => {
    gather();
    const name = values.length === 0 ? null : nameOf(text);
    return name === null
      ? client.query(text, [...values])
      : client.query({ name, text, values: [...values] });
  };
  return {
    // The other way to call it, by a cursor, is only for streams, of which there are none.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
