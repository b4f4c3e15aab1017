import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";

/**
 * Matches `Area/City`. Abbreviations are ambiguous: `PST` is a time in Manila and one in California, and only some
 * programs know it. `Etc/GMT+8` is eight hours west of Greenwich, which readers take for the opposite.
 */
const areaAndCity = /^(?!Etc\/)[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+){1,2}$/;

/** Returns whether days and hours can be computed in a time zone. */
export function isComputableZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns whether `name` may be the time zone of an outlet or account: `UTC`, or the name of an area and a city. */
export const isTimeZoneName = (name: string): boolean =>
  (name === "UTC" || areaAndCity.test(name)) && isComputableZone(name);

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

/** The message for a time zone that may not be used. */
export const timeZoneProblem = (name: string): string =>
  `"${name}" is no time zone of the form Area/City, such as Asia/Manila`;
