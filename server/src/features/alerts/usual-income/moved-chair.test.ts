import { afterAll, beforeAll, expect, it } from "vitest";
import { importDevices } from "#features/device-import/index.ts";
import { selectChairsInService } from "#features/alerts/detection/quiet-chairs-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { selectHistories } from "./usual-income-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

it("[ALERT-1] uses only the history at the new outlet for a moved chair", async () => {
  const noon = Date.parse("2027-03-01T04:00:00Z");
  const before = (days: number) => new Date(noon - days * 86_400_000);
  const outletId = await makeOutlet(test.owner);
  const newOutletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  for (const days of [70, 69, 68, 67])
    await makeOrder(test.owner, { deviceId, outletId, status: "completed", orderedAt: before(days) });
  await transact(test.owner, (uow) =>
    importDevices(uow, [{ deviceId, outletId: newOutletId }], before(38), "test"),
  );

  const outlet = { outletId: newOutletId, zone: "Asia/Manila", currency: "PHP" };
  expect(await selectHistories(test.database, outlet, new Date(noon))).toMatchObject([
    { deviceId, weeks: 5 },
  ]);
  await sql`
    INSERT INTO device_usual_income (device_id, outlet_id, computed_at, source, amounts_minor, starts)
    SELECT ${deviceId}, ${newOutletId}, now(), 'chair', hours.values, hours.values
    FROM (SELECT array_agg(1::float8) AS values FROM generate_series(1, 168)) AS hours`.execute(test.owner);
  const inService = await selectChairsInService(test.database);
  expect(inService.find((chair) => chair.deviceId === deviceId)).toMatchObject({ since: before(38) });
});
