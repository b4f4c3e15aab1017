import { randomUUID } from "node:crypto";
import {
  cashBoxes,
  collectionDifferences,
  collectionList,
  recordCollection,
  voidCollection,
} from "@reposo/contract/revenue/cash-boxes.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { importDevices } from "#features/device-import/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { minutesAgo, openCoinBox } from "#test/app/coin-box.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, sharedOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";

let world: OrderApp;
let outlet: PricedOutlet;
let abroad: PricedOutlet;
let deviceId: string;
let token: string;
beforeAll(async () => {
  world = await sharedOrderApp("audited");
});
beforeEach(async () => {
  outlet = await makePricedOutlet(world.owner);
  abroad = await makePricedOutlet(world.owner, "MYR");
  deviceId = await makeDevice(world.owner, outlet);
  const outletIds = [outlet.outletId, abroad.outletId];
  token = (await makeManager(world.owner, { outletIds })).token;
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const send = <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
  call(world.http, endpoint, fields, { "access-token": token });
const collect = (minutes: number, counted: number, currency = "PHP", collectedId = deviceId) =>
  send(recordCollection, {
    collectionId: randomUUID(),
    deviceId: collectedId,
    counted,
    currency,
    collectedAt: minutesAgo(world, minutes).toISOString(),
  });
const cancel = (correctsId: string) =>
  send(voidCollection, { collectionId: randomUUID(), correctsId, note: "Wrong label scanned" });
const dateOf = (minutes: number) => minutesAgo(world, minutes).toISOString().slice(0, 10);
const days = () => ({ range: "custom", startDate: dateOf(3 * 1440), endDate: dateOf(-1440) });
it("[CASH-4] a collection is accepted up to 60 days late", async () => {
  const day = 24 * 60;
  expect((await collect(60 * day + 1, 0)).code).toBe(resultCodes.invalidRequest);
  expect((await collect(60 * day - 1, 0)).code).toBe(resultCodes.ok);
});

/** Returns the expected amounts of the valid collections, oldest first. */
async function expectedAmounts(): Promise<number[]> {
  const { items } = (await send(collectionList, days())).data;
  return items
    .filter(({ kind, correctedById }) => kind !== "void" && correctedById === null)
    .map(({ expected }) => expected)
    .toReversed();
}
const boxNow = async () =>
  (await send(cashBoxes, {})).data.boxes.find((box) => box.deviceId === deviceId)?.cash;

describe("a collection that is sent late", () => {
  it("[CASH-4] includes coins that arrived late, which no other collection includes, and no expected amount is negative", async () => {
    const coin = openCoinBox(world, deviceId);
    await coin(90)();
    const late = [coin(60, 5_000), coin(35, 500)];
    await collect(30, 500);
    expect(await expectedAmounts()).toEqual([1_000]);
    for (const deliver of late) await deliver();
    await coin(20)();
    await collect(10, 1_000);
    expect(await expectedAmounts()).toEqual([1_000, 6_500]);
    // The coins of 60 minutes ago were in the box that was emptied 50 minutes ago.
    const { data: first } = await collect(50, 6_000);
    expect(first.expected).toBe(6_000);
    expect(await expectedAmounts()).toEqual([6_000, 0, 1_500]);
    expect(await boxNow()).toBe(0);
    const differences = await send(collectionDifferences, { ...days(), by: "devices" });
    expect(differences.data.rows).toMatchObject([{ collections: 3, expected: 7_500, difference: 0 }]);

    expect((await cancel(first.collectionId)).code).toBe(200);
    expect(await expectedAmounts()).toEqual([1_000, 6_500]);
  });

  it("[CASH-4] [CASH-5] leaves coins that have arrived since in the box only if they were inserted after it", async () => {
    const coin = openCoinBox(world, deviceId);
    const late = [coin(60, 5_000), coin(20, 500)];
    await collect(30, 0);
    for (const deliver of late) await deliver();
    expect(await boxNow()).toBe(5_500);
    await collect(50, 5_000);
    expect(await expectedAmounts()).toEqual([5_000, 0]);
    expect(await boxNow()).toBe(500);
  });
});

describe("a chair that was moved to an outlet with another currency and back", () => {
  const move = async ({ outletId, priceGroupId }: PricedOutlet, minutes: number) => {
    const { problems } = await transact(world.database, (uow) =>
      importDevices(uow, [{ deviceId, outletId, priceGroupId }], minutesAgo(world, minutes), "test"),
    );
    expect(problems).toEqual([]);
  };

  it("[CASH-4] belongs to the outlet where it stood at the time of a late collection, however often it was moved since", async () => {
    const third = await makePricedOutlet(world.owner, "MYR");
    const outletIds = [outlet, abroad, third].map(({ outletId }) => outletId);
    token = (await makeManager(world.owner, { outletIds })).token;
    await move(abroad, 20);
    await move(third, 10);
    expect(await collect(30, 0)).toMatchObject({ code: 200, data: { areaId: outlet.outletId } });
    expect(await collect(15, 0, "MYR")).toMatchObject({ code: 200, data: { areaId: abroad.outletId } });
  });

  it("[CASH-4] keeps the collections from before the moves, because the next one is in the other currency", async () => {
    const coin = openCoinBox(world, deviceId);
    await coin(90)();
    const { data: before } = await collect(80, 1_000);
    await move(abroad, 70);
    await coin(60, 700, { currency: "MYR" })();
    const { data: elsewhere } = await collect(50, 700, "MYR");
    await move(outlet, 40);
    await coin(30)();
    const { data: after } = await collect(20, 1_000);
    expect((await cancel(before.collectionId)).code).toBe(20705);
    expect((await cancel(elsewhere.collectionId)).code).toBe(20705);
    expect(await expectedAmounts()).toEqual([1_000, 700, 1_000]);
    expect((await cancel(after.collectionId)).code).toBe(200);
    expect(await boxNow()).toBe(1_000);
  });
});

it("[CASH-4] compares and sums differences within each currency", async () => {
  const [other, elsewhere] = [await makeDevice(world.owner, outlet), await makeDevice(world.owner, abroad)];
  await openCoinBox(world, deviceId)(60)();
  await openCoinBox(world, other)(60)();
  await openCoinBox(world, elsewhere)(60, 1_000, { currency: "MYR" })();
  await collect(50, 100);
  await collect(50, 1_200, "PHP", other);
  await collect(50, 500, "MYR", elsewhere);
  const { data } = await send(collectionDifferences, { ...days(), by: "devices" });
  expect(data.rows).toMatchObject([
    { name: elsewhere, currency: "MYR", difference: -500 },
    { name: deviceId, currency: "PHP", difference: -900 },
    { name: other, currency: "PHP", difference: 200 },
  ]);
  expect(data.totals).toEqual([
    { currency: "MYR", collections: 1, counted: 500, expected: 1_000, difference: -500 },
    { currency: "PHP", collections: 2, counted: 1_300, expected: 2_000, difference: -700 },
  ]);
});
