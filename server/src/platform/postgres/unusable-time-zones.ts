import { isTimeZoneName } from "#platform/time/time-zone-names.ts";
import type { Querier } from "./database.ts";
import { sql } from "./sql.ts";

/** Returns those names that may not be used, including those that only this process knows, but not the database. */
export async function unusableTimeZones(
  db: Querier,
  names: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const given = [...new Set(names)].filter((name) => name !== undefined);
  const known = await sql<{ name: string }>`
    SELECT name FROM pg_timezone_names WHERE name = ANY(${given}::text[])`.rows(db);
  const usable = new Set(known.map(({ name }) => name).filter(isTimeZoneName));
  return new Set(given.filter((name) => !usable.has(name)));
}
