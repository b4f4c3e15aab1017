import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPrices } from "#features/prices/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { type NetworkServer, startNetworkServer } from "#test/app/network-server.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

interface Answer {
  status: number;
  code: number;
  message: string;
  data: unknown;
}

let test: TestDatabase;
let server: NetworkServer;
let outletId: string;
let foreignOutletId: string;
let chair: string;
let foreignChair: string;
let manager: string;
let customer: Awaited<ReturnType<typeof makeCustomer>>;
beforeAll(async () => {
  test = await openTestDatabase();
  server = await startNetworkServer(test.database);
  [outletId, foreignOutletId] = [
    await makeOutlet(test.owner, { name: "Ayala Center" }),
    await makeOutlet(test.owner, { name: "Somebody else's" }),
  ];
  await transact(test.database, (uow) =>
    importPrices(
      uow,
      [{ priceGroupId: "standard", currency: "PHP", gear: 1, name: "Trial", minutes: 1, amountMinor: 500 }],
      new Date(),
    ),
  );
  chair = await makeDevice(test.owner, { outletId, priceGroupId: "standard" });
  foreignChair = await makeDevice(test.owner, { outletId: foreignOutletId });
  manager = (await makeManager(test.owner, { outletIds: [outletId], name: "Maria Santos" })).token;
  customer = await makeCustomer(test.owner);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

async function call(
  method: "GET" | "POST",
  path: string,
  fields: Record<string, string | string[]> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const url = `${server.origin}/api/web/api/v1${path}`;
  const response =
    method === "GET"
      ? await fetch(`${url}?${form.toString()}`, { headers })
      : await fetch(url, { method: "POST", body: form, headers });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}
const asManager = () => ({ "access-token": manager });
const asCustomer = () => ({ "access-token": customer.token });

describe("the network over HTTP", () => {
  it("[G-9] area/list returns only the manager's own outlets, and refuses a guest", async () => {
    const { code, data } = await call("GET", "/area/list", {}, asManager());
    expect(code).toBe(200);
    expect(data).toEqual([
      {
        areaId: outletId,
        areaName: "Ayala Center",
        address: "",
        timeZone: "Asia/Manila",
        currency: "PHP",
        latitude: null,
        longitude: null,
        openingHours: null,
        devices: 1,
      },
    ]);
    expect((await call("GET", "/area/list", {}, asCustomer())).code).toBe(403);
    expect((await call("GET", "/area/list")).code).toBe(401);
  });

  it("[DEV-1] device/list accepts filters, one outlet or several, and a limit as text", async () => {
    const listed = await call(
      "GET",
      "/device/list",
      { keyword: "ayala", areaId: outletId, limit: "1" },
      asManager(),
    );
    expect(listed).toMatchObject({ code: 200, data: { total: 1, nextCursor: null } });
    const both = { areaId: [outletId, foreignOutletId] };
    expect(await call("GET", "/device/list", both, asManager())).toMatchObject({ code: 20601, data: null });
    expect((await call("GET", "/device/list", { limit: "101" }, asManager())).code).toBe(400);
    expect((await call("GET", "/device/list", { online: "maybe" }, asManager())).code).toBe(400);
    expect((await call("GET", "/device/list", {}, asCustomer())).code).toBe(403);
    const viewer = await makeManager(test.owner, { outletIds: [outletId], permissions: ["details", "user"] });
    expect((await call("GET", "/device/list", {}, { "access-token": viewer.token })).code).toBe(403);
  });

  it("[WHO-2] data-centre/device and data-centre/advert answer without a token", async () => {
    expect(await call("GET", "/data-centre/device", { deviceId: chair })).toMatchObject({
      code: 200,
      data: { deviceId: chair, areaName: "Ayala Center", online: true, inUse: false, available: true },
    });
    expect((await call("GET", "/data-centre/device", { deviceId: "NOSUCH1" })).code).toBe(20201);
    expect(await call("GET", "/data-centre/advert", { deviceId: chair })).toMatchObject({
      code: 200,
      data: [],
    });
  });

  it("[START-1] [START-2] accepts the ID of a chair in lower case and with spaces around it", async () => {
    const deviceId = ` ${chair.toLowerCase()} `;
    for (const operation of ["device", "device-status", "price-group"])
      expect(await call("POST", `/data-centre/${operation}`, { deviceId }, asCustomer())).toMatchObject({
        code: 200,
      });
  });

  it("[QS-1] device-status returns the message for an unknown chair in the caller's language", async () => {
    const status = (deviceId: string, headers: Record<string, string>) =>
      call("POST", "/data-centre/device-status", { deviceId }, headers);
    expect((await status("NOSUCH1", asCustomer())).message).toMatch(/^unable to recognize device$/i);
    const messages = new Set<string>();
    for (const lang of ["en_US", "zh_CN", "zh_TW", "id_ID"]) {
      const answer = await status("NOSUCH1", { ...asCustomer(), lang });
      expect(answer).toMatchObject({ status: 200, code: 20201, data: null });
      messages.add(answer.message);
    }
    expect(messages.size).toBe(4);
    expect((await status(chair, {})).code).toBe(401);
  });

  it("[START-3] device-status returns an error with the manager's name for a chair of another outlet", async () => {
    const answer = await call("POST", "/data-centre/device-status", { deviceId: foreignChair }, asManager());
    expect(answer.code).toBe(20204);
    expect(answer.message).toMatch(/^account Maria Santos cannot scan the device at this branch$/i);
  });

  it("[START-4] device-status returns the same message for offline, faulty, disabled, and busy chairs, but another code for busy ones", async () => {
    const chairs = {
      offline: await makeDevice(test.owner, { outletId, online: false }),
      faulty: await makeDevice(test.owner, { outletId, fault: "E7" }),
      disabled: await makeDevice(test.owner, { outletId, disabled: true }),
      busy: await makeDevice(test.owner, { outletId }),
    };
    await makeOrder(test.owner, { deviceId: chairs.busy, outletId });
    const answers = await Promise.all(
      Object.values(chairs).map((deviceId) =>
        call("POST", "/data-centre/device-status", { deviceId }, asCustomer()),
      ),
    );
    expect(answers.map((answer) => answer.code)).toEqual([20202, 20202, 20202, 20203]);
    const messages = new Set(answers.map((answer) => answer.message));
    expect(messages.size).toBe(1);
    expect([...messages][0]).toMatch(/^device unavailable, please scan another device$/i);
  });

  it("[START-1] device-status returns null for a free chair, and the order ID for the caller's own order", async () => {
    const status = () => call("POST", "/data-centre/device-status", { deviceId: busy }, asCustomer());
    const busy = await makeDevice(test.owner, { outletId });
    expect(await status()).toMatchObject({ code: 200, data: null });
    const orderId = await makeOrder(test.owner, {
      deviceId: busy,
      outletId,
      customerId: customer.caller.customerId,
    });
    expect(await status()).toMatchObject({ code: 200, data: orderId });
  });

  it("[START-2] price-group returns the prices as JSON text, and code 20205 for a chair without prices", async () => {
    const { code, data } = await call("POST", "/data-centre/price-group", { deviceId: chair }, asCustomer());
    expect(code).toBe(200);
    expect(JSON.parse(data as string)).toEqual([
      {
        priceId: expect.any(String) as unknown,
        gear: 1,
        name: "Trial",
        minutes: 1,
        amount: 500,
        currency: "PHP",
        popular: false,
      },
    ]);
    const unpriced = await call("POST", "/data-centre/price-group", { deviceId: foreignChair }, asCustomer());
    expect(unpriced).toMatchObject({ code: 20205, data: null });
  });
});
