import { sql } from "./sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type CombinableQuery, read, readCombined } from "./combined-query.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const upTo = (last: number): CombinableQuery<{ n: number }, number[]> => ({
  query: sql`SELECT n FROM generate_series(1, ${last}::integer) AS n ORDER BY n DESC`,
  convert: (rows) => rows.map((row) => row.n),
});
const one = (text: string): CombinableQuery<{ value: number }, number | undefined> => ({
  query: sql`SELECT sum(${text}::bigint)::bigint AS value`,
  convert: ([row]) => row?.value,
});

describe("queries", () => {
  it("[HOME-1] return the same results alone and combined, in their order, even without rows", async () => {
    const readings = { three: upTo(3), none: upTo(0), money: one("-9007199254740991") };
    const together = await readCombined(test.database, readings);
    expect(together).toEqual({ three: [3, 2, 1], none: [], money: Number.MIN_SAFE_INTEGER });
    expect(await read(test.database, readings.three)).toEqual(together.three);
    expect(await read(test.database, readings.none)).toEqual(together.none);
    expect(await read(test.database, readings.money)).toBe(together.money);
  });

  it("[HOME-1] reject a number that JavaScript cannot represent exactly", async () => {
    const large = one("9007199254740993");
    await expect(read(test.database, large)).rejects.toThrow(RangeError);
    await expect(readCombined(test.database, { large })).rejects.toThrow(RangeError);
  });
});
