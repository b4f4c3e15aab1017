import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPrices } from "#features/prices/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openDocument } from "#test/clients/open-document.ts";

let world: OrderApp;
let outletId: string;
let deviceId: string;

const price = { priceGroupId: "documents", currency: "PHP", gear: 1, name: "Trial" } as const;

beforeAll(async () => {
  world = await sharedOrderApp();
  outletId = await makeOutlet(world.owner, { name: "Atrium" });
  await transact(world.owner, (uow) =>
    importPrices(uow, [{ ...price, minutes: 10, amountMinor: 123_450 }], world.clock.now()),
  );
  deviceId = await makeDevice(world.owner, { outletId, priceGroupId: "documents" });
});
afterAll(() => world.close());

const chairPage = () => `/pages/index/index?deviceId=${deviceId}`;
const open = (path: string, token: string | null, options = {}) =>
  openDocument(world.http, path, token, options);

const publicKeys = (language = "en_US") => [
  ["publicDevice", { deviceId }, null],
  ["priceGroup", { deviceId }, language],
  ["adverts", { deviceId }, language],
];

async function customerWithOrder(status: "completed" | "running" | "unpaid") {
  const { token, caller } = await makeCustomer(world.owner);
  const { customerId } = caller;
  const ownChair = await makeDevice(world.owner, { outletId });
  const orderedAt = world.clock.now();
  const orderId = await makeOrder(world.owner, {
    deviceId: ownChair,
    outletId,
    customerId,
    status,
    orderedAt,
  });
  return { token, orderId, ownChair };
}

/** The scripts of a document: the inline one, the entry, and the page's data. */
const expectComplete = (body: string) => {
  expect(body.match(/<script/g)).toHaveLength(3);
  expect(body).not.toContain("<template");
};

describe("[START-2] [SES-1] a document of a chair", () => {
  it("contains its state and prices without a session, of which nothing is private", async () => {
    const { body, markup, session, keys, headers } = await open(chairPage(), null);
    expect(markup).toMatch(new RegExp(`${deviceId}.*Atrium.*Trial.*₱1,234\\.50`));
    expect(session).toBeNull();
    expect(keys).toEqual(publicKeys());
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(body).not.toContain("data-session");
    expectComplete(body);
  });

  it("contains them also for an ID in other spelling, and in the language of the cookie", async () => {
    const { markup, keys } = await open(chairPage().toLowerCase().replace("deviceid", "deviceId"), null, {
      language: "id_ID",
    });
    expect(markup).toContain("Pilih pijatan Anda");
    expect(keys).toEqual(publicKeys("id_ID"));
  });

  it("contains for a customer also whether a massage is running on the chair", async () => {
    const { token } = await makeCustomer(world.owner);
    const { body, markup, session, keys, headers } = await open(chairPage(), token);
    expect(markup).toMatch(/₱1,234\.50/);
    expect(session?.id).toBe(token.slice(0, 8));
    expect(keys).toEqual([["deviceStatus", { deviceId }, null], ...publicKeys()]);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["vary"]).toMatch(/cookie/i);
    expect(body).not.toContain(token);
    expectComplete(body);
  });

  it("[START-3] offers to take cash to a manager who may start massages, and nothing to one who may not", async () => {
    const manager = async (...permissions: ("home" | "start")[]) =>
      (await makeManager(world.owner, { outletIds: [outletId], permissions })).token;
    const taking = await open(chairPage(), await manager("home", "start"));
    expect(taking.markup).toMatch(/Cash ₱1,234\.50 received/);
    expect(taking.keys.slice(0, 2)).toEqual([
      ["dictionary", null, "en_US"],
      ["loginInfo", null, null],
    ]);
    const { markup } = await open(chairPage(), await manager("home"));
    expect(markup).toContain("start massages. Contact the operator");
    expect(markup).not.toMatch(/<button[^>]*><span><span data-pay/);
  });

  it.each(["/pages/index/index?deviceId=MC000000", "/pages/index/index?deviceId=..%2F..%2Fx"])(
    "contains no data of an unknown chair: %s",
    async (path) => {
      const { token } = await makeCustomer(world.owner);
      for (const session of [null, token]) {
        const { statusCode, keys } = await open(path, session);
        expect(statusCode).toBe(200);
        expect(keys.filter(([operation]) => operation !== "adverts")).toEqual([]);
      }
    },
  );
});

describe("[CNT-1] [SES-1] a document of an order", () => {
  it.each([
    ["running", /role="timer".*<time[^>]*>10:00<\/time>/],
    ["completed", /Atrium/],
    ["unpaid", /₱0\.00/],
  ] as const)("contains it for its customer: %s", async (status, content) => {
    const { token, orderId } = await customerWithOrder(status);
    const { body, markup, keys, headers } = await open(`/pages/deviceOrder/order?orderId=${orderId}`, token);
    expect(markup).toMatch(content);
    expect(keys).toEqual([["getOrder", { orderId }, null]]);
    expect(headers["cache-control"]).toBe("private, no-store");
    expectComplete(body);
  });

  it("contains nothing of it for another customer, or without a session", async () => {
    const { orderId, ownChair } = await customerWithOrder("running");
    const other = await makeCustomer(world.owner);
    for (const token of [other.token, null]) {
      const { body, markup, keys } = await open(`/pages/deviceOrder/order?orderId=${orderId}`, token);
      expect(markup).toContain("--:--");
      expect(keys).toEqual([]);
      expect(body).not.toContain(ownChair);
    }
  });

  it("[WHO-2] does not redeem a ticket", async () => {
    const { orderId } = await customerWithOrder("unpaid");
    const path = `/pages/deviceOrder/order?orderId=${orderId}&ticket=${"t".repeat(43)}`;
    expect((await open(path, (await makeCustomer(world.owner)).token)).keys).toEqual([]);
  });

  it("[FB-1] contains it on the page for feedback", async () => {
    const { token, orderId, ownChair } = await customerWithOrder("completed");
    const { body, markup, keys } = await open(`/pages/orderFeedback/orderFeedback?orderId=${orderId}`, token);
    expect(markup).toContain(ownChair);
    expect(keys).toEqual([
      ["getOrder", { orderId }, null],
      ["feedbackOfOrder", { orderId }, null],
      ["dictionary", null, "en_US"],
    ]);
    expect(markup).toMatch(/type="radio"[^>]*>.*The chair did not start/);
    expectComplete(body);
  });
});

describe("[QS-1] a document of quick start", () => {
  it("contains the customer's own orders", async () => {
    const { token, ownChair } = await customerWithOrder("completed");
    const { body, markup, keys } = await open("/pages/quickStart/quickStart", token);
    expect(markup).toContain(ownChair);
    expect(keys).toEqual([["ownOrders", {}, null]]);
    expectComplete(body);
  });

  it("contains no orders for a manager, and no content without a session or a time zone", async () => {
    const { token } = await makeManager(world.owner, { outletIds: [outletId] });
    const { markup, keys } = await open("/pages/quickStart/quickStart", token);
    expect(markup).toContain("<main");
    expect(keys.map(([operation]) => operation)).toEqual(["dictionary", "loginInfo"]);
    const customer = await makeCustomer(world.owner);
    for (const [session, zone] of [
      [null, "Asia/Manila"],
      [customer.token, ""],
      // Days of figures are counted in the account's zone, but times of orders are shown in the browser's.
      [customer.token, "account"],
      [customer.token, "480"],
    ] as const)
      expect((await open("/pages/quickStart/quickStart", session, { zone })).markup).toBe("");
  });
});

it.each([{ "sec-fetch-dest": "iframe" }, { "sec-fetch-site": "cross-site" }, { "sec-purpose": "prefetch" }])(
  "[SES-1] a request that is no navigation of the user gets nothing of the session: %o",
  async (headers) => {
    const { token, orderId } = await customerWithOrder("running");
    const document = await open(`/pages/deviceOrder/order?orderId=${orderId}`, token, headers);
    expect([document.session, document.keys]).toEqual([null, []]);
  },
);

it("[SES-1] a document that sets the cookie may be stored by no cache, even without content", async () => {
  const { token } = await makeCustomer(world.owner);
  for (const session of [token, "x".repeat(43)]) {
    const { headers, session: rendered } = await open("/pages/err/err", session, { zone: "480" });
    expect(rendered).toBeNull();
    expect(headers["set-cookie"]).toMatch(/^reposo\.session=/);
    expect(headers["cache-control"]).toBe("private, no-store");
  }
});
