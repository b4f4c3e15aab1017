import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase } from "#test/database/database.ts";
import { connectDatabase, type Database } from "./database.ts";
import { sql } from "./sql.ts";
import { withClient } from "./with-client.ts";

const otherSettings = {
  datestyle: "'German, DMY'",
  timezone: "'Asia/Manila'",
  intervalstyle: "'sql_standard'",
  extra_float_digits: "-15",
  search_path: "pg_temp, pg_catalog",
  client_encoding: "LATIN1",
  standard_conforming_strings: "off",
  default_transaction_isolation: "serializable",
};

const readSettings = `SELECT ${Object.keys(otherSettings)
  .map((name) => `current_setting('${name}') AS ${name}`)
  .join(", ")}`;

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
beforeEach(async () => {
  empty = await createEmptyDatabase();
  await withClient(empty, async (client) => {
    for (const [name, value] of Object.entries(otherSettings))
      await client.query(`ALTER DATABASE ${empty.database} SET ${name} TO ${value}`);
  });
  database = connectDatabase({ connection: { ...empty }, poolSize: 1 });
});
afterEach(async () => {
  await database.destroy();
  await empty.drop();
});

describe("the settings of a session", () => {
  it("[RUN-2] are those of the product, whatever the database sets, in the pool and for single connections", async () => {
    const expected = {
      datestyle: "ISO, MDY",
      timezone: "UTC",
      intervalstyle: "postgres",
      extra_float_digits: "1",
      search_path: "public, pg_temp",
      client_encoding: "UTF8",
      standard_conforming_strings: "on",
      default_transaction_isolation: "read committed",
    };
    expect(await sql.raw(readSettings).rows(database)).toEqual([expected]);
    const { rows } = await withClient(empty, (client) => client.query<typeof expected>(readSettings));
    expect(rows).toEqual([expected]);
  });

  it("[RUN-2] let times be read, and a time that cannot be read is an error instead of no time", async () => {
    const time = sql`SELECT timestamptz '2026-07-15T12:00:00Z' AS at`;
    expect(await time.rows(database)).toEqual([{ at: new Date("2026-07-15T12:00:00Z") }]);
    await sql`SELECT set_config('datestyle', 'German', false)`.execute(database);
    await expect(time.rows(database)).rejects.toThrow("cannot be read: 15.07.2026 12:00:00 UTC");
    expect(await sql`SELECT NULL::timestamptz AS at`.rows(database)).toEqual([{ at: null }]);
  });
});
