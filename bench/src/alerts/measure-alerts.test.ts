import { openTestDatabase, type TestDatabase } from "@reposo/server/test/database/database.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { measureAlerts } from "./measure-alerts.ts";
import { hourMs } from "./scenario.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[ALERT-5] detects every seeded fault of a day within 15 minutes, without a false alert", async () => {
  // The window begins at 10:00 of a Tuesday in Manila and covers the opening hours of the outlets.
  const from = Date.parse("2026-10-20T02:00:00Z");
  const { figures, matches } = await measureAlerts({
    owner: test.owner,
    database: test.database,
    seed: 3,
    windows: [{ index: 0, from, to: from + 12 * hourMs }],
    kinds: ["chairOffline", "chairFault", "coinsDiffer"],
    historyDays: 1,
    progress: () => undefined,
  });
  expect(matches.flatMap((one) => one.falseAlerts)).toEqual([]);
  expect(figures.total).toMatchObject({ satisfied: 13, within: 13 });
  expect(figures.met).toBe(true);
}, 300_000);
