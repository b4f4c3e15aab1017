import { sql } from "#platform/postgres/sql.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet, moveToEarlierCoin } from "#test/app/network-factory.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { selectChairsInService } from "./quiet-chairs-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[ALERT-1] selects the third-last start by the order time instead of the time in the order ID", async () => {
  const noon = Date.parse("2026-11-21T04:00:00Z");
  const before = (minutes: number) => new Date(noon - minutes * 60_000);
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  await sql`
    INSERT INTO device_usual_income (device_id, outlet_id, computed_at, source, amounts_minor, starts)
    SELECT ${deviceId}, ${outletId}, now(), 'chair', hours.values, hours.values
    FROM (SELECT array_agg(1::float8) AS values FROM generate_series(1, 168)) AS hours`.execute(test.owner);
  const order = (minutes: number) =>
    makeOrder(test.owner, { deviceId, outletId, status: "completed", orderedAt: before(minutes) });
  for (const minutes of [30, 20, 10]) await order(minutes);
  await moveToEarlierCoin(test.owner, await order(1), before(60));
  expect((await selectChairsInService(test.database)).map(({ since }) => since)).toEqual([before(30)]);
});
