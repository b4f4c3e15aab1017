import { deviceList } from "@reposo/contract/devices/devices.ts";
import { requestValidator } from "#platform/http/requests/request-validation.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { createDevices, countDevices, type Devices, findDevice } from "./index.ts";

let test: TestDatabase;
let devices: Devices;
beforeAll(async () => {
  test = await sharedTestDatabase();
  devices = createDevices({ database: test.database, clock: systemClock });
});
afterAll(() => test.close());

const refusedWith = (resultName: string, fields: { data?: unknown } = {}) =>
  expect.objectContaining({ name: "ProductError", resultName, ...fields }) as unknown;

describe("the device list", () => {
  const seenAt = new Date("2026-11-20T01:02:03.004Z");
  const endsAt = new Date("2026-11-20T02:00:00.000Z");
  let caller: { outletIds: string[] };
  let spa: string;
  let foreign: string;
  let runningOrder: string;

  beforeAll(async () => {
    spa = await makeOutlet(test.owner, { name: "Glorietta Spa 100%" });
    const mall = await makeOutlet(test.owner, { name: "SM Megamall" });
    foreign = await makeOutlet(test.owner, { name: "Glorietta, another company" });
    caller = { outletIds: [spa, mall] };
    await makeDevice(test.owner, { deviceId: "L00003", outletId: mall, online: false, lastSeenAt: seenAt });
    await makeDevice(test.owner, { deviceId: "L00001", outletId: spa, lastSeenAt: seenAt });
    await makeDevice(test.owner, { deviceId: "L00002", outletId: mall, fault: "E7" });
    await makeDevice(test.owner, { deviceId: "L00004", outletId: spa, disabled: true, fault: "E7" });
    await makeDevice(test.owner, { deviceId: "L00005", outletId: spa, online: false });
    await makeDevice(test.owner, { deviceId: "L00009", outletId: foreign });
    runningOrder = await makeOrder(test.owner, { deviceId: "L00001", outletId: spa, endsAt });
    await makeOrder(test.owner, { deviceId: "L00005", outletId: spa, status: "starting" });
    await makeOrder(test.owner, { deviceId: "L00002", outletId: mall, status: "unpaid" });
    await makeOrder(test.owner, { deviceId: "L00003", outletId: mall, status: "completed" });
  });

  const validate = requestValidator(deviceList);
  const ids = async (request: Parameters<Devices["listDevices"]>[1]) =>
    (await devices.listDevices(caller, validate({ ...request }, "json") as typeof request)).items.map(
      (item) => item.deviceId,
    );

  it("[DEV-1] shows number, outlet, connection, use and its end, fault, and the time when the chair was last seen", async () => {
    const { items, total, nextCursor } = await devices.listDevices(caller, {});
    expect(total).toBe(5);
    expect(nextCursor).toBeNull();
    expect(items[0]).toEqual({
      deviceId: "L00001",
      areaId: spa,
      areaName: "Glorietta Spa 100%",
      online: true,
      inUse: true,
      fault: null,
      lastSeenAt: seenAt.toISOString(),
      orderId: runningOrder,
      endsAt: endsAt.toISOString(),
      outOfService: null,
    });
    expect(items.map(({ deviceId, fault, inUse }) => [deviceId, fault, inUse])).toEqual([
      ["L00001", null, true],
      ["L00002", "E7", false],
      ["L00003", null, false],
      ["L00004", "disabled", false],
      ["L00005", null, true],
    ]);
  });

  it("[DEV-1] searches numbers and outlet names, case-insensitively and without wildcards", async () => {
    expect(await ids({ keyword: "l00003" })).toEqual(["L00003"]);
    expect(await ids({ keyword: " megaMALL " })).toEqual(["L00002", "L00003"]);
    expect(await ids({ keyword: "ｍｅｇａｍａｌｌ\u200B" })).toEqual(["L00002", "L00003"]);
    expect(await ids({ keyword: "Ｌ－00003" })).toEqual(["L00003"]);
    expect(await ids({ keyword: "-" })).toEqual([]);
    expect(await ids({ keyword: "100%" })).toEqual(["L00001", "L00004", "L00005"]);
    expect(await ids({ keyword: "L_0" })).toEqual([]);
    expect(await ids({ keyword: "\\" })).toEqual([]);
    // `deviceId` matches only the complete number; `keyword` also matches parts of it.
    expect(await ids({ deviceId: "L00003" })).toEqual(["L00003"]);
    expect(await ids({ deviceId: "L0000" })).toEqual([]);
    expect(await ids({ deviceId: "L".repeat(5_000) })).toEqual([]);
    expect(await ids({ keyword: "  " })).toHaveLength(5);
  });

  it("[DEV-1] filters by connection, use, and outlet, and by combinations of them", async () => {
    expect(await ids({ online: "online" })).toEqual(["L00001", "L00002", "L00004"]);
    expect(await ids({ online: "offline" })).toEqual(["L00003", "L00005"]);
    expect(await ids({ use: "inUse" })).toEqual(["L00001", "L00005"]);
    expect(await ids({ use: "idle" })).toEqual(["L00002", "L00003", "L00004"]);
    expect(await ids({ online: "offline", use: "inUse" })).toEqual(["L00005"]);
    expect(await ids({ areaId: [spa], use: "idle" })).toEqual(["L00004"]);
    expect(await ids({ areaId: [spa, spa], online: "all", use: "all" })).toHaveLength(3);
  });

  it("[DEV-1] [HOME-2] lists the chairs that the home page counts as abnormal: offline, faulty, or disabled", async () => {
    const abnormal = await devices.listDevices(caller, { condition: "abnormal" });
    expect(abnormal.items.map((item) => item.deviceId)).toEqual(["L00002", "L00003", "L00004", "L00005"]);
    const counted = await countDevices(test.database, caller.outletIds);
    expect([abnormal.total, (await devices.listDevices(caller, {})).total]).toEqual([
      counted.abnormal,
      counted.total,
    ]);
    expect(await ids({ condition: "normal" })).toEqual(["L00001"]);
    expect(await ids({ condition: "abnormal", online: "online" })).toEqual(["L00002", "L00004"]);
    expect(await ids({ condition: "abnormal", limit: 2 })).toEqual(["L00002", "L00003"]);
    expect(await ids({ condition: "all" })).toHaveLength(5);
  });

  it("[DEV-1] lists every chair once with any page size, with the same total on each page", async () => {
    for (const limit of [1, 2, 3, 5, 100]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<Devices["listDevices"]>> = await devices.listDevices(caller, {
          limit,
          ...(cursor === null ? {} : { cursor }),
        });
        expect(page.total).toBe(5);
        seen.push(...page.items.map((item) => item.deviceId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(["L00001", "L00002", "L00003", "L00004", "L00005"]);
    }
  });

  it("[WIDE-2] [DEV-1] sorts chairs by ID, by the name of the outlet, and by when they were last seen, on any page size", async () => {
    const sorted = async (sort: "device" | "outlet" | "seen", order: "asc" | "desc", limit: number) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<Devices["listDevices"]>> = await devices.listDevices(caller, {
          sort,
          order,
          limit,
          use: "all",
          ...(cursor === null ? {} : { cursor }),
        });
        seen.push(...page.items.map((item) => item.deviceId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return seen;
    };
    for (const limit of [1, 2, 100]) {
      expect(await sorted("device", "desc", limit)).toEqual([
        "L00005",
        "L00004",
        "L00003",
        "L00002",
        "L00001",
      ]);
      expect(await sorted("outlet", "asc", limit)).toEqual([
        "L00001",
        "L00004",
        "L00005",
        "L00002",
        "L00003",
      ]);
      // L00005 was never seen, and the chairs that are online are seen now.
      expect(await sorted("seen", "asc", limit)).toEqual(["L00005", "L00003", "L00001", "L00002", "L00004"]);
    }
  });

  it("[G-9] rejects another manager's outlet even together with an own one, and never lists its chairs", async () => {
    for (const areaId of [[foreign], [spa, foreign], ["no-such-outlet"]])
      await expect(devices.listDevices(caller, { areaId })).rejects.toEqual(refusedWith("outletNotFound"));
    expect(await ids({ keyword: "L00009" })).toEqual([]);
    expect(await ids({ keyword: "another company" })).toEqual([]);
    expect((await devices.listDevices({ outletIds: [] }, {})).total).toBe(0);
  });

  it("rejects a cursor of another list", async () => {
    for (const cursor of ["x", Buffer.from("'; DROP TABLE device").toString("base64url")])
      await expect(devices.listDevices(caller, { cursor })).rejects.toEqual(refusedWith("invalidRequest"));
  });

  it("[HOME-2] [TRUE-1] counts each chair in one state, and lists the chairs of each count", async () => {
    const { total, abnormal, inUse, idle } = await countDevices(test.database, caller.outletIds);
    expect(abnormal + inUse + idle).toBe(total);
    expect(await ids({ condition: "normal", use: "inUse" })).toHaveLength(inUse);
    expect(await ids({ condition: "normal", use: "idle" })).toHaveLength(idle);
  });

  it("[HOME-2] counts offline, faulty, and disabled chairs once each, without chairs of other outlets", async () => {
    expect(await countDevices(test.database, caller.outletIds)).toEqual({
      total: 5,
      abnormal: 4,
      inUse: 1,
      idle: 0,
      online: 3,
    });
    expect(await countDevices(test.database, [])).toEqual({
      total: 0,
      abnormal: 0,
      inUse: 0,
      idle: 0,
      online: 0,
    });
  });
});

describe("a chair's status", () => {
  it("[START-1] is determined in the order of checks that the contract defines", async () => {
    const outletId = await makeOutlet(test.owner);
    const elsewhere = await makeOutlet(test.owner);
    const manager = (await makeManager(test.owner, { outletIds: [outletId], name: "Maria Santos" })).caller;
    const [me, other] = [(await makeCustomer(test.owner)).caller, (await makeCustomer(test.owner)).caller];
    const free = await makeDevice(test.owner, { outletId });
    const offline = await makeDevice(test.owner, { outletId, online: false });
    const busy = await makeDevice(test.owner, { outletId });
    const foreign = await makeDevice(test.owner, { outletId: elsewhere });
    const orderId = await makeOrder(test.owner, { deviceId: busy, outletId, customerId: me.customerId });

    await expect(devices.deviceStatus(me, free)).resolves.toBeNull();
    await expect(devices.deviceStatus(me, busy)).resolves.toBe(orderId);
    await expect(devices.deviceStatus(manager, busy)).resolves.toBe(orderId);
    await expect(devices.deviceStatus(other, busy)).rejects.toEqual(refusedWith("deviceInUse"));
    await expect(devices.deviceStatus(me, offline)).rejects.toEqual(refusedWith("deviceUnavailable"));
    await expect(devices.deviceStatus(me, foreign)).resolves.toBeNull();
    await expect(devices.deviceStatus(manager, foreign)).rejects.toEqual(
      refusedWith("deviceOfOtherOutlet", { data: { name: "Maria Santos" } }),
    );
  });

  it.each(["NOSUCH1", "mc100001", "' OR 1=1 --", "MC1\0", "ＭＣ100001", "x".repeat(64)])(
    "[START-1] is refused for the unknown chair %j",
    async (deviceId) => {
      const me = (await makeCustomer(test.owner)).caller;
      await expect(devices.deviceStatus(me, deviceId)).rejects.toEqual(refusedWith("deviceUnknown"));
      await expect(devices.lookUpPublicDevice(deviceId)).rejects.toBeInstanceOf(ProductError);
      await expect(findDevice(test.database, deviceId)).resolves.toBeNull();
    },
  );

  it("[WHO-2] contains only public data for anyone at the chair", async () => {
    const outletId = await makeOutlet(test.owner, { name: "Ayala" });
    const free = await makeDevice(test.owner, { outletId });
    const broken = await makeDevice(test.owner, { outletId, fault: "E7" });
    const busy = await makeDevice(test.owner, { outletId });
    await makeOrder(test.owner, { deviceId: busy, outletId, status: "paid" });
    const shown = {
      areaName: "Ayala",
      state: "noPrices",
      online: true,
      inUse: false,
      endsAt: null,
      outOfService: null,
      freeChairs: [],
      contact: null,
      serverTime: expect.any(String) as unknown,
    };
    expect(await devices.lookUpPublicDevice(free)).toEqual({ ...shown, deviceId: free, available: true });
    expect(await devices.lookUpPublicDevice(broken)).toEqual({
      ...shown,
      deviceId: broken,
      state: "outOfService",
      available: false,
    });
    expect(await devices.lookUpPublicDevice(busy)).toEqual({
      ...shown,
      deviceId: busy,
      state: "inUse",
      inUse: true,
      available: false,
    });
  });
});
