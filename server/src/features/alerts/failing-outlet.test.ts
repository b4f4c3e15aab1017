import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLog } from "#platform/logging/log.ts";
import { makeDevice, makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createAlerts } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const now = new Date("2026-03-02T04:00:00Z");
const hoursOfWeek = 168;
const openingHours = Array.from({ length: 7 }, () => [{ opens: 0, closes: 1_440 }]);

/** Creates an outlet with two chairs whose usual income is known: one that is offline, and one that sells nothing. */
async function makeQuietOutlet(timeZone: string) {
  const outletId = await makeOutlet(test.owner, { timeZone, openingHours });
  const [offline, quiet] = [
    await makeDevice(test.owner, { outletId, lastSeenAt: now }),
    await makeDevice(test.owner, { outletId, lastSeenAt: now }),
  ];
  await sql`UPDATE device SET installed_at = ${now}::timestamptz - interval '70 days', online = device_id = ${quiet}
    WHERE outlet_id = ${outletId}`.execute(test.owner);
  const usual = Array.from({ length: hoursOfWeek }, () => 10);
  await insertRows(
    test.owner,
    "device_usual_income",
    [offline, quiet].map((device_id) => ({
      device_id,
      outlet_id: outletId,
      computed_at: now,
      source: "chair",
      amounts_minor: usual,
      starts: usual,
    })),
  );
  return { outletId, offline, quiet };
}

it.each(["PST", "CTT"])(
  "[ALERT-1] an outlet whose time zone %s has no computable hours does not stop the alerts of the others",
  async (timeZone) => {
    const failing = await makeQuietOutlet(timeZone);
    const other = await makeQuietOutlet("Asia/Manila");
    const outletIds = [failing.outletId, other.outletId];
    const { caller } = await makeManager(test.owner, { outletIds });
    const lines: string[] = [];
    let at = now;
    const alerts = createAlerts({
      database: test.database,
      clock: { now: () => at, sleep: async () => undefined },
      log: createLog("error", { write: (line) => void lines.push(line) }),
      bounds: readConfig({}).alerts,
      wake: () => undefined,
    });
    const list = async (state?: "resolved") =>
      (await alerts.list(caller, state === undefined ? {} : { state })).alerts
        .map(({ kind, deviceId }) => `${kind} ${deviceId}`)
        .toSorted();
    await alerts.evaluate("all");
    at = new Date(now.getTime() + 20 * 60_000);
    await alerts.evaluate("all");
    expect(await list()).toEqual(
      [`chairOffline ${failing.offline}`, `chairOffline ${other.offline}`].toSorted(),
    );
    expect(lines.join("")).toContain(`"outletId":"${failing.outletId}"`);
    expect(lines.join("")).not.toContain(other.outletId);

    // The alerts of an outlet that cannot be evaluated stay open.
    await sql`UPDATE device SET online = true WHERE outlet_id = ANY(${outletIds}::text[])`.execute(
      test.owner,
    );
    await alerts.evaluate("all");
    expect(await list()).toContain(`chairOffline ${failing.offline}`);
    expect(await list("resolved")).toEqual([`chairOffline ${other.offline}`]);
    // Once the zone is corrected, they are resolved.
    await sql`UPDATE outlet SET time_zone = 'Asia/Manila' WHERE outlet_id = ${failing.outletId}`.execute(
      test.owner,
    );
    await alerts.evaluate("all");
    expect(await list("resolved")).toContain(`chairOffline ${failing.offline}`);

    await sql`UPDATE outlet SET time_zone = ${timeZone} WHERE outlet_id = ${failing.outletId}`.execute(
      test.owner,
    );
    await sql`DELETE FROM device_usual_income`.execute(test.owner);
    await alerts.computeUsualIncome();
    const computed = await sql<{ outletId: string }>`
      SELECT DISTINCT outlet_id AS "outletId" FROM device_usual_income WHERE outlet_id = ${other.outletId}`.rows(
      test.owner,
    );
    expect(computed).toHaveLength(1);
  },
);
