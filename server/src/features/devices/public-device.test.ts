import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPrices } from "#features/prices/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { systemClock } from "#platform/time/clock.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createDevices } from "./index.ts";
import { publicStateOf } from "./devices-rules.ts";

let test: TestDatabase;
let outletId: string;
let isConnected = true;

const priceGroupId = "beside";
const openDevices = () =>
  createDevices({ database: test.database, clock: systemClock, brokerConnected: () => isConnected });
const add = (device: Partial<Parameters<typeof makeDevice>[1]> = {}) =>
  makeDevice(test.owner, { outletId, priceGroupId, ...device });

beforeAll(async () => {
  test = await sharedTestDatabase();
  const price = {
    priceGroupId,
    currency: "PHP",
    gear: 1,
    name: "Trial",
    minutes: 1,
    amountMinor: 500,
  } as const;
  await transact(test.owner, (uow) => importPrices(uow, [price], new Date()));
  outletId = await makeOutlet(test.owner);
});
afterAll(() => test.close());

describe("[STATE-1] the state that customers see of a chair", () => {
  const chair = { online: true, fault: null, disabledAt: null, liveOrder: null, unorderedRunEndsAt: null };
  const at = new Date("2026-11-01T00:00:00Z");

  it.each([
    [{}, "free"],
    [{ online: false }, "offline"],
    [{ fault: "E7" }, "outOfService"],
    [{ disabledAt: at }, "outOfService"],
    [{ disabledAt: at, online: false }, "outOfService"],
    [{ liveOrder: {} }, "inUse"],
    [{ unorderedRunEndsAt: at }, "inUse"],
    [{ unorderedRunEndsAt: at, online: false }, "offline"],
  ] as const)("with %o is %s", (fields, state) => {
    expect(publicStateOf({ ...chair, ...fields }, true)).toBe(state);
    expect(publicStateOf({ ...chair, ...fields }, false)).toBe(state === "free" ? "noPrices" : state);
  });
});

describe("[STATE-1] a chair that cannot be started offers", () => {
  it("the chairs of its outlet that can be started, and at most six", async () => {
    const offline = await add({ online: false });
    const devices = openDevices();
    const freeChairs = async () => (await devices.lookUpPublicDevice(offline)).freeChairs;
    await add({ fault: "E7" });
    await add({ disabled: true });
    await add({ priceGroupId: null });
    await makeOrder(test.owner, { deviceId: await add(), outletId, status: "paid" });
    const elsewhere = await makeOutlet(test.owner);
    await add({ outletId: elsewhere });
    expect(await freeChairs()).toEqual([]);

    const free: string[] = [];
    for (let count = 0; count < 7; count += 1) free.push(await add());
    free.sort();
    expect(await freeChairs()).toEqual(free.slice(0, 6));
    expect(await devices.lookUpPublicDevice(free[0] ?? "")).toMatchObject({ state: "free", freeChairs: [] });

    // Without the broker, no chair can be started.
    isConnected = false;
    expect(await devices.lookUpPublicDevice(free[0] ?? "")).toMatchObject({
      state: "offline",
      freeChairs: [],
    });
    isConnected = true;
  });
});
