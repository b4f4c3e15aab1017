import type { Currency } from "@reposo/contract/money/currencies.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { createReports } from "#features/statistics/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { deviceRows, outletRows } from "./report-rows.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let caller: Awaited<ReturnType<typeof makeManager>>["caller"];
let manila10: string;
const now = new Date("2026-11-20T04:00:00Z");

async function recordCash(outletId: string, deviceId: string, currency: Currency, amountMinor: number) {
  const orderId = await makeOrder(test.owner, { outletId, deviceId, orderedAt: now, status: "completed" });
  const movement = { orderId, outletId, deviceId, currency, amountMinor, sourceId: randomUUID() };
  const entry = { ...movement, channel: "cash", source: "counter", occurredAt: now } as const;
  await transact(test.database, (uow) => addLedgerEntry(uow, entry, now));
}

beforeAll(async () => {
  test = await sharedTestDatabase();
  const outletIds: string[] = [];
  for (const [name, currency, amounts] of [
    ["Manila 10", "PHP", [300, 900]],
    ["Manila 2", "PHP", [5_000]],
    ["Kuala Lumpur", "MYR", [2_000]],
    ["Cebu", "PHP", [700]],
  ] as const) {
    const outletId = await makeOutlet(test.owner, { name, currency });
    outletIds.push(outletId);
    for (const [index, amount] of amounts.entries()) {
      const deviceId = await makeDevice(test.owner, {
        outletId,
        deviceId: `ROWS${outletIds.length}${index}`,
      });
      await recordCash(outletId, deviceId, currency, amount);
    }
  }
  manila10 = outletIds[0] as string;
  // Income in a currency that is not the outlet's.
  await recordCash(manila10, "ROWS10", "MYR", 40);
  ({ caller } = await makeManager(test.owner, { outletIds }));
});
afterAll(() => test.close());

const statistics = () =>
  createReports({
    database: test.database,
    clock: { ...systemClock, now: () => now },
    monthClosesAfterDays: 3,
  });
const callOf = (request: object) =>
  ({
    caller,
    request: { range: "today", format: "csv", rows: "outlets", ...request },
    language: "en_US",
    requestedZone: "+08:00",
    signal: new AbortController().signal,
  }) as Parameters<typeof outletRows>[1];
const outlets = async (request: object) =>
  (await outletRows(statistics(), callOf(request))).map(
    ([name, , currency]) => `${String(name)} ${String(currency)}`,
  );

describe("rows of a report as a file", () => {
  it("[DET-1] [I18N-2] are grouped by currency, first the account's or the requested currency", async () => {
    expect(await outlets({ sort: "total", order: "desc" })).toEqual([
      "Manila 2 PHP",
      "Manila 10 PHP",
      "Cebu PHP",
      "Kuala Lumpur RM",
      "Manila 10 RM",
    ]);
    expect(await outlets({ sort: "total", order: "asc", firstCurrency: "MYR" })).toEqual([
      "Manila 10 RM",
      "Kuala Lumpur RM",
      "Cebu PHP",
      "Manila 10 PHP",
      "Manila 2 PHP",
    ]);
  });

  it("[DET-1] are sorted by any column as on the page, with names in natural order", async () => {
    const php = async (sort: string) => (await outlets({ sort, order: "asc" })).slice(0, 3);
    expect(await php("name")).toEqual(["Cebu PHP", "Manila 2 PHP", "Manila 10 PHP"]);
    expect(await php("orders")).toEqual(["Cebu PHP", "Manila 2 PHP", "Manila 10 PHP"]);
    expect(await php("average")).toEqual(["Manila 10 PHP", "Cebu PHP", "Manila 2 PHP"]);
    expect(await outlets({})).toEqual(await outlets({ sort: "name", order: "asc" }));
  });

  it("[DET-1] are sorted by device within each currency and outlet", async () => {
    const devices = async (request: object) =>
      (await deviceRows(statistics(), callOf({ rows: "devices", ...request }), [manila10])).map(
        ([, deviceId, currency, , , total]) => [deviceId, currency, total],
      );
    const inPesos = [
      ["ROWS11", "PHP", 900],
      ["ROWS10", "PHP", 300],
    ];
    expect(await devices({ sort: "total", order: "desc", currency: "PHP" })).toEqual(inPesos);
    expect(await devices({ sort: "average", order: "asc", currency: "PHP" })).toEqual(inPesos.toReversed());
    expect(await devices({ sort: "name", order: "desc" })).toEqual([...inPesos, ["ROWS10", "RM", 40]]);
  });
});
