import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { isTimeZoneName } from "./time-zone-names.ts";
import { unusableTimeZones } from "#platform/postgres/unusable-time-zones.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
});
afterAll(() => test.close());

describe("the time zone of an outlet or account", () => {
  it.each(["Asia/Manila", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Asia/Kolkata", "UTC"])(
    "[DAY-1] may be %s",
    async (name) => {
      expect(isTimeZoneName(name)).toBe(true);
      expect(await unusableTimeZones(test.database, [name])).toEqual(new Set());
    },
  );

  it.each([
    "PST",
    "CST",
    "IST",
    "EST",
    "CTT",
    "Etc/GMT+8",
    "+08:00",
    "asia/manila",
    "Asia/Nowhere",
    "",
    "Manila",
  ])("[DAY-1] may not be %j", async (name) => {
    expect(isTimeZoneName(name)).toBe(false);
    expect(await unusableTimeZones(test.database, [name, "Asia/Manila", undefined])).toEqual(new Set([name]));
  });

  it("[DAY-1] may be each city that this process knows and whose time the database can compute", async () => {
    const names = Intl.supportedValuesOf("timeZone");
    expect(names.filter((name) => !isTimeZoneName(name))).toEqual([]);
    expect([...(await unusableTimeZones(test.database, names))]).toEqual([]);
  });
});
