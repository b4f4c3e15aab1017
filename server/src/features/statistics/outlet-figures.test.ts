import { outletFigures } from "@reposo/contract/outlets/outlets.ts";
import { appStatistics } from "@reposo/contract/revenue/revenue.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { eventually, sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

const headersOf = (token: string) => ({ "access-token": token, "timezone-offset": "480" });

/** Removes all instants, which differ between calls. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "asOf" || key === "to" ? null : inner)));

it("[HOME-1] the figures of an outlet are the same as those of home for a manager of only that outlet", async () => {
  const outletId = await makeOutlet(world.owner, { name: "Atrium" });
  const other = await makeOutlet(world.owner, { name: "Glorietta" });
  for (const [place, statuses] of [
    [outletId, ["completed"]],
    [other, ["completed", "running"]],
  ] as const)
    for (const status of statuses) {
      const deviceId = await makeDevice(world.owner, { outletId: place });
      await makeOrder(world.owner, { deviceId, outletId: place, status, orderedAt: world.clock.now() });
    }
  const both = await makeManager(world.owner, { outletIds: [outletId, other] });
  const one = await makeManager(world.owner, { outletIds: [other] });
  const ofOutlet = await call(world.http, outletFigures, { areaId: other }, headersOf(both.token));
  const statistics = await call(world.http, appStatistics, undefined, headersOf(one.token));
  expect(withoutTimes(ofOutlet.data.statistics)).toEqual(withoutTimes(statistics.data));
  expect(ofOutlet.data.statistics.orders.normal).toBe(2);
  expect(await call(world.http, outletFigures, { areaId: outletId }, headersOf(one.token))).toMatchObject({
    code: 20601,
  });
});

it("[HOME-1] the statistics and the comparison contain the same entries if one is added while they are read", async () => {
  const outletId = await makeOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, { outletId });
  const at = world.clock.now();
  const orderId = await makeOrder(world.owner, { deviceId, outletId, status: "completed", orderedAt: at });
  const { token } = await makeManager(world.owner, { outletIds: [outletId] });
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isWaiting, resolve: waiting } = Promise.withResolvers<void>();
  const adding = transact(world.owner, async (uow) => {
    // The comparison reads the ledger, so it waits for this transaction; the statistics read only roll-ups.
    await sql`LOCK TABLE ledger_entry IN ACCESS EXCLUSIVE MODE`.execute(uow);
    locked();
    await isWaiting;
    const sale = { orderId, outletId, deviceId, currency: "PHP", amountMinor: 700 } as const;
    const source = { channel: "cash", source: "counter", sourceId: orderId, occurredAt: at } as const;
    addLedgerEntry(uow, { ...sale, ...source }, at);
  });
  await isLocked;
  const reading = call(world.http, outletFigures, { areaId: outletId }, headersOf(token));
  await eventually(async () => {
    const waits = sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'ledger_entry'::regclass`;
    expect(await waits.hasRows(world.owner)).toBe(true);
  });
  waiting();
  await adding;
  const { statistics, comparison } = (await reading).data;
  expect(comparison.totals.map(({ today }) => today.total)).toEqual(
    statistics.totals.map(({ today }) => today.total),
  );
});
