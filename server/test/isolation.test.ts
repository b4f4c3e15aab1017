import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importAdverts } from "#features/adverts/index.ts";
import { bookRevenue } from "#features/revenue/index.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "./network-factory.ts";
import { makePlace, openOrderApp, type OrderApp, type Place } from "./order-app.ts";

/**
 * Every operation of the published document, called by everyone, with an id of this outlet, of another one, and of
 * nothing at all. An operation that the table does not know fails, and so does one that the server no longer has.
 */
const callers = ["nobody", "guest", "manager", "viewer", "outsider"] as const;
const targets = ["here", "there", "absent"] as const;
type CallerName = (typeof callers)[number];
type Target = (typeof targets)[number];

interface Ids {
  readonly deviceId: string;
  readonly areaId: string;
  readonly orderId: string;
  readonly priceId: string;
  readonly feedbackId: string;
}
type Codes = number | readonly [here: number, there: number, absent: number];
interface Expected extends Readonly<Record<CallerName, Codes>> {
  readonly fields?: (ids: Ids) => Record<string, string>;
}

const everyone = (codes: Codes, fields?: Expected["fields"]): Expected => ({
  nobody: codes,
  guest: codes,
  manager: codes,
  viewer: codes,
  outsider: codes,
  ...(fields && { fields }),
});
/** Figures of the caller's own outlets; the viewer lacks the permission. */
const ownFigures: Expected = { nobody: 401, guest: 403, manager: 200, viewer: 403, outsider: 200 };
const ofAnOrder: Expected = {
  fields: ({ orderId }) => ({ orderId }),
  nobody: 401,
  guest: [200, 20301, 20301],
  manager: [200, 20301, 20301],
  viewer: [200, 20301, 20301],
  outsider: [20301, 200, 20301],
};
/** Words on an order: of managers, those who may see its outlet's orders. */
const onAnOrder: Expected = { ...ofAnOrder, viewer: 403 };
/** Of an outlet's managers who may see its orders. */
const ofAFeedback = (fields: Record<string, string>, own = 200): Expected => ({
  fields: ({ feedbackId }) => ({ feedbackId, ...fields }),
  nobody: 401,
  guest: 403,
  manager: [own, 20603, 20603],
  viewer: 403,
  outsider: [20603, own, 20603],
});
const ofAnOutletsOrder = (fields: Record<string, string>, own = 200): Expected => ({
  fields: ({ orderId }) => ({ orderId, ...fields }),
  nobody: 401,
  guest: 403,
  manager: [own, 20301, 20301],
  viewer: 403,
  outsider: [20301, own, 20301],
});
/** Figures of a range, of an outlet that is named. */
const ofAnOutlet: Expected = {
  fields: ({ areaId }) => ({ areaId, range: "today" }),
  nobody: 401,
  guest: 403,
  manager: [200, 20601, 20601],
  viewer: 403,
  outsider: [20601, 200, 20601],
};
const byDay: Expected = { ...ownFigures, fields: () => ({ unit: "day" }) };
const device = ({ deviceId }: Ids) => ({ deviceId });
/** A chair of an outlet's managers who may see its figures. */
const ofAChair: Expected = {
  fields: device,
  nobody: 401,
  guest: 403,
  manager: [200, 20204, 20201],
  viewer: 403,
  outsider: [20204, 200, 20201],
};
const onlyArea = ({ areaId }: Ids) => ({ areaId });

const operations: Record<string, Expected> = {
  guestLogin: everyone(200, device),
  publicKey: everyone(200),
  login: everyone(20104, () => ({ account: randomUUID(), password: "AAAA", keyId: "none" })),
  logout: { ...everyone(200), nobody: 401 },
  changePassword: {
    ...everyone(20104, () => ({ currentPassword: "AAAA", newPassword: "AAAA", keyId: "none" })),
    nobody: 401,
    guest: 403,
  },
  loginInfo: { ...everyone(200), nobody: 401 },
  dictionary: everyone(200),
  resultMessage: everyone(200, () => ({ code: "20101" })),
  launch: { ...everyone(200), nobody: 401 },
  outletList: { ...everyone(200), nobody: 401, guest: 403 },
  proposePosition: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ areaId, latitude: "14.6", longitude: "121" }),
  },
  positionProposal: { ...ofAnOutlet, fields: onlyArea, viewer: [200, 20601, 20601] },
  deviceList: { ...ofAnOutlet, fields: onlyArea },
  // The chair there is in use by another customer.
  deviceStatus: {
    fields: device,
    nobody: 401,
    guest: [200, 20203, 20201],
    manager: [200, 20204, 20201],
    viewer: [200, 20204, 20201],
    outsider: [20204, 200, 20201],
  },
  devicePage: ofAChair,
  deviceTimeline: ofAChair,
  publicDevice: everyone([200, 200, 20201], device),
  priceGroup: { ...everyone([200, 200, 20201], device), nobody: 401 },
  adverts: everyone(200, device),
  activate: {
    fields: ({ deviceId, priceId }) => ({ deviceId, priceId, payType: "coupon", couponCode: "NO-SUCH-CODE" }),
    nobody: 401,
    guest: [20401, 20203, 20201],
    manager: [20401, 20204, 20201],
    viewer: [20401, 20204, 20201],
    outsider: [20204, 20203, 20201],
  },
  couponPrices: {
    fields: ({ deviceId }) => ({ deviceId, couponCode: "NO-SUCH-CODE" }),
    nobody: 401,
    guest: [20401, 20401, 20201],
    manager: [20401, 20204, 20201],
    viewer: [20401, 20204, 20201],
    outsider: [20204, 20401, 20201],
  },
  getOrder: ofAnOrder,
  orderDetail: ofAnOrder,
  orderExport: { ...ofAnOutlet, fields: ({ areaId }) => ({ areaId, format: "csv" }) },
  areaExport: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ areaId, format: "csv", range: "thisYear", rows: "devices" }),
  },
  exportLink: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ operation: "orderExport", query: `format=csv&areaId=${areaId}` }),
  },
  orderList: { ...ofAnOutlet, fields: onlyArea },
  // Of the caller alone, whoever that is: it names nothing.
  ownOrders: { nobody: 401, guest: 200, manager: 403, viewer: 403, outsider: 403 },
  // Nothing runs: whoever may see the order is told so, and nobody else that there is one.
  extend: {
    ...ofAnOrder,
    fields: ({ orderId, priceId }) => ({ orderId, priceId, payType: "coupon", couponCode: "NO-SUCH-CODE" }),
    guest: [20302, 20301, 20301],
    manager: [20302, 20301, 20301],
    viewer: [20302, 20301, 20301],
    outsider: [20301, 20302, 20301],
  },
  stop: ofAnOrder,
  refundRequests: ofAnOutletsOrder({}),
  // It took no money yet.
  requestRefund: ofAnOutletsOrder({ reason: "It was cold" }, 20302),
  incomeToday: ownFigures,
  incomeOverview: ownFigures,
  otherSummary: ownFigures,
  appStatistics: ownFigures,
  incomeComparison: ownFigures,
  incomeLineChartRealTime: ownFigures,
  incomeLineChartSevenDays: byDay,
  ordersBarChartSevenDays: byDay,
  incomeDetailByArea: ofAnOutlet,
  areaReport: ofAnOutlet,
  incomeEntries: ofAnOutlet,
  counterCash: ofAnOutlet,
  outletFigures: { ...ofAnOutlet, fields: onlyArea },
  getPolicy: { ...everyone(200), guest: 20605, nobody: 401 },
  // Of the caller's own files only: of all others it says that there are none.
  uploadState: { ...everyone(200, () => ({ key: "default/20261121/none/chair.jpg" })), nobody: 401 },
  feedbackInsert: {
    ...onAnOrder,
    fields: ({ orderId }) => ({ orderId, problem: "The chair did not start", abnormal: "" }),
  },
  feedbackOfOrder: onAnOrder,
  feedbackList: {
    fields: onlyArea,
    nobody: 401,
    guest: 403,
    manager: [200, 20601, 20601],
    viewer: 403,
    outsider: [20601, 200, 20601],
  },
  giftCoupons: { ...ofAnOutlet, fields: onlyArea },
  feedbackDetail: ofAFeedback({}),
  feedbackLook: ofAFeedback({}),
  feedbackAnswer: ofAFeedback({ answer: "We are sorry" }),
  // Nobody has answered it yet.
  feedbackClose: ofAFeedback({ outcome: "explained" }, 20302),
  liveEvents: { ...everyone(200), nobody: 401 },
  healthLive: everyone(200),
  healthReady: everyone(200),
};
/** Whatever is shown of a chair to anyone who stands at it. */
const isPublic = ["publicDevice", "priceGroup", "adverts"];

interface Operation {
  /** Unique: an operation that reads is published by two methods. */
  readonly operationId: string;
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
}

let world: OrderApp;
let here: Place;
let there: Place;
let document: Operation[];
let origin: string;
let sold: Date;
const devices = { here: "", there: "" };
const foreignAmount = 987_654_321;

beforeAll(async () => {
  world = await openOrderApp();
  [here, there] = [await makePlace(world.owner), await makePlace(world.owner)];
  devices.here = await makeDevice(world.owner, here);
  devices.there = await makeDevice(world.owner, there);
  const { caller } = await makeCustomer(world.owner);
  const { customerId } = caller;
  const now = world.clock.now();
  sold = now;
  const orderId = await makeOrder(world.owner, {
    ...there,
    deviceId: devices.there,
    customerId,
    orderedAt: now,
  });
  await world.database.transaction().execute(async (tx) => {
    const of = { orderId, outletId: there.outletId, deviceId: devices.there, currency: "PHP" } as const;
    const paid = {
      channel: "cash",
      amountMinor: foreignAmount,
      source: "counter",
      sourceId: orderId,
    } as const;
    await bookRevenue(tx, { ...of, ...paid, occurredAt: now }, now);
    const advert = { advertId: "there", outletIds: [there.outletId], en_US: "advert of there" };
    await importAdverts(tx, [advert], now);
  });
  await world.http.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(world.http.server.address() as AddressInfo).port}`;
  document = await publishedOperations();
});
afterAll(() => world.close());

async function publishedOperations(): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; "x-operation"?: string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, "x-operation": name = operationId }]) => ({
      operationId,
      name,
      method: method.toUpperCase() as Operation["method"],
      path,
    })),
  );
}

/** The router's own picture of its routes: a tree of path pieces, four columns a level. */
function routesOf(tree: string): { method: string; path: string }[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", piece = "", methods = ""] =
      /^((?:[│ ] {3})*)[├└]── (\S+) \(([^)]+)\)/.exec(line) ?? [];
    above.length = indent.length / 4;
    const path = above.join("") + piece;
    above.push(piece);
    return methods
      .split(", ")
      .filter((method) => method !== "" && method !== "HEAD")
      .map((method) => ({ method, path }));
  });
}

async function cast() {
  const guest = await makeCustomer(world.owner);
  const hereOnly = { outletIds: [here.outletId] };
  const tokens: Record<CallerName, string | null> = {
    nobody: null,
    guest: guest.token,
    manager: (await makeManager(world.owner, hereOnly)).token,
    viewer: (await makeManager(world.owner, { ...hereOnly, permissions: ["user"] })).token,
    outsider: (await makeManager(world.owner, { outletIds: [there.outletId] })).token,
  };
  return { tokens, customerId: guest.caller.customerId };
}

/** An order of its own for each call: some calls end it. */
async function idsOf(target: Target, customerId: string): Promise<Ids> {
  if (target === "absent")
    return {
      deviceId: "NOSUCH00",
      areaId: "no-such-area",
      orderId: randomUUID(),
      priceId: randomUUID(),
      feedbackId: randomUUID(),
    };
  const place = target === "here" ? here : there;
  const deviceId = devices[target];
  const orderId = await makeOrder(world.owner, {
    deviceId,
    outletId: place.outletId,
    status: "unpaid",
    customerId: target === "here" ? customerId : null,
  });
  await world.owner
    .insertInto("order_transition")
    .values({
      order_id: orderId,
      step: 1,
      from_status: null,
      to_status: "unpaid",
      cause: "ordered",
      at: new Date(),
    })
    .execute();
  const feedbackId = await makeFeedback({ orderId, deviceId, outletId: place.outletId, customerId });
  return { deviceId, areaId: place.outletId, orderId, priceId: place.priceIds[0], feedbackId };
}

async function makeFeedback(of: {
  orderId: string;
  deviceId: string;
  outletId: string;
  customerId: string;
}): Promise<string> {
  const feedbackId = randomUUID();
  const digits = feedbackId.slice(0, 8).toUpperCase();
  await world.owner
    .insertInto("feedback")
    .values({
      feedback_id: feedbackId,
      reference: `FB-${digits.slice(0, 4)}-${digits.slice(4)}`,
      order_id: of.orderId,
      outlet_id: of.outletId,
      device_id: of.deviceId,
      customer_id: of.customerId,
      account_id: null,
      problem: "It did not start",
      abnormal: "",
      media_count: 0,
      state: "sent",
      outcome: null,
      answer: null,
      coupon_code: null,
      refund_requested_minor: null,
      created_at: world.clock.now(),
      answered_at: null,
      closed_at: null,
      number: null,
    })
    .execute();
  return feedbackId;
}

/** The code and the text of an answer; of a stream its beginning. */
async function callOperation(
  { method, path }: Operation,
  token: string | null,
  fields: Record<string, string>,
) {
  const abort = new AbortController();
  const query = method === "GET" ? `?${new URLSearchParams(fields).toString()}` : "";
  const response = await fetch(`${origin}/api${path}${query}`, {
    method,
    headers: token === null ? {} : { "access-token": token },
    signal: abort.signal,
    ...(method === "POST" && { body: new URLSearchParams(fields) }),
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    abort.abort();
    return { code: 200, text: "", data: null };
  }
  const text = await response.text();
  // A file: its rows are looked through as those of any answer.
  if (response.headers.get("content-type")?.startsWith("text/csv")) return { code: 200, text, data: null };
  const { code = response.status, data = null } = JSON.parse(text) as { code?: number; data?: unknown };
  return { code, text, data };
}

/** What must not be read of the other outlet, by whom. */
const secretsFrom = (caller: CallerName): string[] =>
  caller === "outsider"
    ? [here.outletId, devices.here]
    : [there.outletId, devices.there, String(foreignAmount), "advert of there"];

describe("[G-9] another's things are as good as absent", () => {
  it("in every operation of the published document, and in none beside it", async () => {
    expect([...new Set(document.map(({ name }) => name))].sort()).toEqual(Object.keys(operations).sort());
    const documents = ["/api", "/api*", "/api/openapi.json", "/api/asyncapi.json"];
    const registered = routesOf(world.http.printRoutes({ commonPrefix: false })).filter(
      ({ path }) => path.startsWith("/api") && !path.startsWith("/api/docs") && !documents.includes(path),
    );
    const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(registered.map(named).sort()).toEqual(
      document.map(({ method, path }) => named({ method, path: `/api${path}` })).sort(),
    );
  });

  it.each(Object.keys(operations))("%s, by whoever calls, about whatever is named", async (name) => {
    const expected = operations[name] as Expected;
    const published = document.filter((one) => one.name === name);
    const cases = published.flatMap((operation) => targets.map((target) => ({ operation, target })));
    for (const { operation, target } of cases) {
      const { tokens, customerId } = await cast();
      for (const caller of callers) {
        const ids = await idsOf(target, customerId);
        const { code, text, data } = await callOperation(
          operation,
          tokens[caller],
          expected.fields?.(ids) ?? {},
        );
        const cell = `${operation.operationId} by ${caller} about what is ${target}`;
        const wanted = expected[caller];
        expect(code, cell).toBe(typeof wanted === "number" ? wanted : wanted[targets.indexOf(target)]);
        // Until when a chair is in use stands on its own page.
        if (code === 20203) expect(Object.keys(data as object), cell).toEqual(["endsAt"]);
        // The caller's own name fills the message in another language.
        else if (code === 20204) expect(data, cell).toEqual({ name: "Maria Santos" });
        else if (code !== 200) expect(data, cell).toBeNull();
        if (isPublic.includes(name) || caller === "guest" || caller === "nobody") continue;
        for (const secret of secretsFrom(caller)) expect(text, cell).not.toContain(secret);
      }
    }
  });

  it("nor can an outlet be left out that is another's, or absent, and what remains is the caller's own", async () => {
    const leaving = [
      "orderList",
      "orderExport",
      "incomeDetailByArea",
      "incomeEntries",
      "counterCash",
      "areaExport",
    ];
    const { tokens, customerId } = await cast();
    const mine = here.outletId;
    const ids = await idsOf("here", customerId);
    for (const operation of document.filter(({ name }) => leaving.includes(name))) {
      const { areaId: _, ...fields } = (operations[operation.name] as Expected).fields?.(ids) ?? {};
      for (const [exceptAreaId, code] of [
        [mine, 200],
        [there.outletId, 20601],
        ["no-such-area", 20601],
      ] as const) {
        const answer = await callOperation(operation, tokens.manager, { ...fields, exceptAreaId });
        const cell = `${operation.operationId} without ${code === 200 ? "the only one" : exceptAreaId}`;
        expect(answer.code, cell).toBe(code);
        for (const secret of [...secretsFrom("manager"), devices.here, mine])
          expect(answer.text, cell).not.toContain(secret);
      }
      const others = await callOperation(operation, tokens.manager, fields);
      for (const secret of secretsFrom("manager")) expect(others.text).not.toContain(secret);
    }
  });

  it("a chair of another's outlet has no money in the caller's figures", async () => {
    const { tokens } = await cast();
    const operation = document.find((one) => one.operationId === "incomeEntries") as Operation;
    // The days around the sale: midnight may have come since.
    const day = Temporal.Instant.from(sold.toISOString()).toZonedDateTimeISO("Asia/Manila").toPlainDate();
    const days = {
      range: "custom",
      startDate: day.toString(),
      endDate: day.add({ days: 1 }).toString(),
    };
    const entriesOf = async (caller: CallerName, fields: Record<string, string>) =>
      (await callOperation(operation, tokens[caller], { ...days, ...fields })).data;
    const none = { items: [], nextCursor: null, total: 0 };
    expect(await entriesOf("manager", { deviceId: devices.there })).toEqual(none);
    expect(await entriesOf("manager", { deviceId: "NOSUCH00" })).toEqual(none);
    expect(await entriesOf("manager", {})).toEqual(none);
    expect(await entriesOf("outsider", { deviceId: devices.there })).toMatchObject({ total: 1 });
  });

  it("a chair that anyone stands at tells nothing of who uses it, nor another outlet's adverts", async () => {
    const { tokens } = await cast();
    for (const operationId of isPublic) {
      const operation = document.find((one) => one.operationId === operationId) as Operation;
      const { text } = await callOperation(operation, tokens.guest, { deviceId: devices.here });
      for (const secret of secretsFrom("guest")) expect(text, operationId).not.toContain(secret);
      const busy = await callOperation(operation, tokens.guest, { deviceId: devices.there });
      expect(busy.text, operationId).not.toMatch(/orderId|customerId/);
    }
  });
});
