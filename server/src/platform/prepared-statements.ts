import { createHash } from "node:crypto";
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

/**
 * How `transact` begins. What follows looks rows up by key in tables that may be cut into a hundred months: one plan,
 * kept, that goes row by row and finds each row's month as it goes. Otherwise PostgreSQL plans every statement anew
 * for its values, since a plan for any month looks dear to it; that costs several times what carrying it out does.
 */
const shortWork = "start transaction isolation level read committed";
const beginShortWork = `${shortWork}; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_hashjoin = off;
  SET LOCAL enable_mergejoin = off`;

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (given: string, values: readonly unknown[]) => {
    const text = given === shortWork ? beginShortWork : given;
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
