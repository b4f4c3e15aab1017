import pg from "pg";

/**
 * The settings that the product's statements and the driver's parsers need. The PostgreSQL, the database, the role, or
 * the URL may have set others: with the date style `German`, for example, the driver cannot read a time.
 */
const sessionSettings = {
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  default_transaction_isolation: "read committed",
  extra_float_digits: "1",
  IntervalStyle: "postgres",
  // Temporary objects come last, so that none of them replaces a table.
  search_path: "public, pg_temp",
  standard_conforming_strings: "on",
  TimeZone: "UTC",
};

/**
 * Sets the session's settings on a new connection. They are not sent with the connection request, because a connection
 * pooler rejects or ignores its `options`.
 */
export async function applySessionSettings(
  client: pg.ClientBase,
  further: Readonly<Record<string, string>> = {},
): Promise<void> {
  const calls = Object.entries({ ...sessionSettings, ...further }).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  );
  await client.query(`SELECT ${calls.join(", ")}`);
}
