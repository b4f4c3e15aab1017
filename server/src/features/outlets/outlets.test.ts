import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { createOutlets, importOutlets, type OutletRow, outletsById, requireOutlets } from "./index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

const now = new Date("2026-11-21T00:00:00Z");
const row: OutletRow = {
  outletId: "ayala-1",
  name: "Ayala Center",
  address: "Makati",
  timeZone: "Asia/Manila",
  currency: "PHP",
  latitude: 14.5513,
  longitude: 121.0232,
};
const load = (rows: readonly OutletRow[]) => transact(test.database, (uow) => importOutlets(uow, rows, now));

describe("outlets that a caller may request", () => {
  const caller = { outletIds: ["a", "b"] };
  it("[G-9] are the caller's own, and all of these if the request selects none", () => {
    expect(requireOutlets(caller, {})).toEqual(["a", "b"]);
    expect(requireOutlets(caller, { areaId: [] })).toEqual(["a", "b"]);
    expect(requireOutlets(caller, { areaId: ["b", "b"] })).toEqual(["b"]);
  });

  it("[DET-2] [ORD-2] [G-9] exclude the outlets that the request excludes, even if none is left", () => {
    expect(requireOutlets(caller, { exceptAreaId: [] })).toEqual(["a", "b"]);
    expect(requireOutlets(caller, { exceptAreaId: ["a", "a"] })).toEqual(["b"]);
    expect(requireOutlets(caller, { areaId: ["a"], exceptAreaId: ["b"] })).toEqual(["a"]);
    expect(requireOutlets(caller, { areaId: ["a"], exceptAreaId: ["a"] })).toEqual([]);
    expect(requireOutlets(caller, { exceptAreaId: ["b", "a"] })).toEqual([]);
  });

  it.each([[["c"]], [["a", "c"]], [[""]]])(
    "[G-9] do not include %j, neither as selected nor as excluded outlets",
    (named) => {
      for (const filter of [{ areaId: named }, { exceptAreaId: named }])
        expect(() => requireOutlets(caller, filter)).toThrow(
          expect.objectContaining({ resultName: "outletNotFound" }),
        );
    },
  );
});

describe("the outlet list", () => {
  it("[G-9] contains only the caller's outlets, sorted by name, with their number of chairs", async () => {
    const week = [[{ opens: 600, closes: 1_560 }], [], [], [], [], [], []];
    const second = await makeOutlet(test.owner, { name: "B outlet", currency: "MYR", openingHours: week });
    const first = await makeOutlet(test.owner, { name: "A outlet" });
    const foreign = await makeOutlet(test.owner, { name: "AA outlet" });
    await makeDevice(test.owner, { outletId: second });
    await makeDevice(test.owner, { outletId: second });
    await makeDevice(test.owner, { outletId: foreign });
    const outlets = createOutlets({ database: test.database, clock: systemClock });
    const listed = await outlets.listOutlets({ outletIds: [second, first, "gone"] });
    expect(listed.map(({ openingHours }) => openingHours)).toEqual([null, week]);
    expect(listed.map(({ areaId, devices, currency }) => [areaId, devices, currency])).toEqual([
      [first, 0, "PHP"],
      [second, 2, "MYR"],
    ]);
  });
});

describe("importing outlets", () => {
  it("creates and changes outlets, leaves others unchanged, and changes nothing when repeated", async () => {
    const other = { ...row, outletId: "ayala-2", latitude: null, longitude: null };
    expect(await load([row, other])).toMatchObject({ created: 2, changed: 0, unchanged: 0 });
    expect(await load([row, other])).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    expect(await load([{ ...row, name: "Ayala Malls" }, other])).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await outletsById(test.database, ["ayala-1"]))[0]).toMatchObject({
      name: "Ayala Malls",
      latitude: 14.5513,
      devices: 0,
    });
  });

  it.each([
    [{ outletId: "no spaces" }, "outletId"],
    [{ outletId: "" }, "outletId"],
    [{ name: "  " }, "name"],
    [{ timeZone: "Asia/Atlantis" }, "timeZone"],
    [{ timeZone: "+08:00" }, "timeZone"],
    [{ latitude: 91 }, "latitude"],
    [{ longitude: -181 }, "longitude"],
  ])("refuses %o and writes nothing", async (wrong, column) => {
    const valid = { ...row, outletId: "never-written" };
    const outcome = await load([valid, { ...row, outletId: "wrong", ...wrong }]);
    expect(outcome).toMatchObject({ created: 0, problems: [{ row: 1, column }] });
    expect(await outletsById(test.database, ["never-written"])).toEqual([]);
  });

  it("refuses a duplicate outlet, and another currency for an outlet with chairs", async () => {
    expect((await load([row, row])).problems).toMatchObject([{ row: 1, column: "outletId" }]);
    const outletId = await makeOutlet(test.owner);
    await makeDevice(test.owner, { outletId });
    expect((await load([{ ...row, outletId, currency: "MYR" }])).problems).toMatchObject([
      { row: 0, column: "currency" },
    ]);
  });
});
