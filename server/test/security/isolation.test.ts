import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importAdverts } from "#features/adverts/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import {
  type CallerName,
  callers,
  type Expected,
  type Ids,
  type Target,
  targets,
} from "#test/clients/expected-access.ts";
import { operations } from "#test/clients/operation-access.ts";
import { absentIds, createOperationRows } from "#test/app/operation-rows.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Operations whose results every customer of a chair may see. */
const publicOperations = ["publicDevice", "priceGroup", "adverts"];

interface Operation {
  /** Unique; an operation that reads is published with two methods and thus two IDs. */
  readonly operationId: string;
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
}

let world: OrderApp;
let here: PricedOutlet;
let there: PricedOutlet;
let document: Operation[];
let origin: string;
let sold: Date;
const devices = { here: "", there: "" };
let insertRowsOf: ReturnType<typeof createOperationRows>;

const idsOf = (target: Target, customerId: string): Promise<Ids> | Ids =>
  target === "absent"
    ? absentIds()
    : insertRowsOf(
        { ...(target === "here" ? here : there), deviceId: devices[target] },
        { ordererId: target === "here" ? customerId : null, customerId },
      );
const foreignAmount = 987_654_321;

beforeAll(async () => {
  world = await openOrderApp();
  [here, there] = [await makePricedOutlet(world.owner), await makePricedOutlet(world.owner)];
  devices.here = await makeDevice(world.owner, here);
  devices.there = await makeDevice(world.owner, there);
  const { caller } = await makeCustomer(world.owner);
  const { customerId } = caller;
  const now = world.clock.now();
  sold = now;
  insertRowsOf = createOperationRows(world.owner, now);
  const orderId = await makeOrder(world.owner, {
    ...there,
    deviceId: devices.there,
    customerId,
    orderedAt: now,
  });
  await transact(world.database, async (uow) => {
    const of = { orderId, outletId: there.outletId, deviceId: devices.there, currency: "PHP" } as const;
    const paid = {
      channel: "cash",
      amountMinor: foreignAmount,
      source: "counter",
      sourceId: orderId,
    } as const;
    addLedgerEntry(uow, { ...of, ...paid, occurredAt: now }, now);
    const advert = { advertId: "there", outletIds: [there.outletId], en_US: "advert of there" };
    await importAdverts(uow, [advert], now);
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

/** Parses the router's list of routes: a tree of path segments with four columns per level. */
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
    anonymous: null,
    guest: guest.token,
    manager: (await makeManager(world.owner, hereOnly)).token,
    viewer: (await makeManager(world.owner, { ...hereOnly, permissions: ["user"] })).token,
    outsider: (await makeManager(world.owner, { outletIds: [there.outletId] })).token,
  };
  return { tokens, customerId: guest.caller.customerId };
}

/** Returns the code and the text of a response; for a stream, the beginning of its text. */
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
  // A file has no envelope; its rows are searched for secrets like any other response.
  if (response.headers.get("content-type")?.startsWith("text/csv")) return { code: 200, text, data: null };
  const { code = response.status, data = null } = JSON.parse(text) as { code?: number; data?: unknown };
  return { code, text, data };
}

/** Texts of other outlets that a response to this caller must not contain. */
const secretsFrom = (caller: CallerName): string[] =>
  caller === "outsider"
    ? [here.outletId, devices.here]
    : [there.outletId, devices.there, String(foreignAmount), "advert of there"];

describe("[G-9] treats data of other outlets as missing", () => {
  it("in every operation of the OpenAPI document, which lists all operations", async () => {
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

  it.each(Object.keys(operations))("in %s, for every caller and every target", async (name) => {
    const expected = operations[name] as Expected;
    const published = document.filter((one) => one.name === name);
    const cases = published.flatMap((operation) => targets.map((target) => ({ operation, target })));
    // Calls of a GET operation change none of these rows, so they share tokens and rows.
    const reading = published.some(({ method }) => method === "GET") ? await cast() : null;
    for (const { operation, target } of cases) {
      const { tokens, customerId } = reading ?? (await cast());
      const sharedIds = reading && (await idsOf(target, customerId));
      for (const caller of callers) {
        const ids = sharedIds ?? (await idsOf(target, customerId));
        const { code, text, data } = await callOperation(
          operation,
          tokens[caller],
          expected.fields?.(ids) ?? {},
        );
        const cell = `${operation.operationId} by ${caller} about what is ${target}`;
        const wanted = expected[caller];
        expect(code, cell).toBe(typeof wanted === "number" ? wanted : wanted[targets.indexOf(target)]);
        // The page of another outlet's chair may show when its current use ends.
        if (code === 20203) expect(Object.keys(data as object), cell).toEqual(["endsAt"]);
        // The caller's own name fills the placeholder of the message.
        else if (code === 20204) expect(data, cell).toEqual({ name: "Maria Santos" });
        else if (code === 400) expect(Object.keys(data as object), cell).toEqual(["fields"]);
        else if (code !== 200) expect(data, cell).toBeNull();
        if (publicOperations.includes(name) || caller === "guest" || caller === "anonymous") continue;
        for (const secret of secretsFrom(caller)) expect(text, cell).not.toContain(secret);
      }
    }
  });

  it("and rejects excluding outlets that are unknown or belong to others", async () => {
    const leaving = [
      "orderList",
      "orderExport",
      "incomeDetailByArea",
      "ranking",
      "incomeEntries",
      "counterCash",
      "lateEntries",
      "areaExport",
    ];
    const { tokens, customerId } = await cast();
    const ownOutletId = here.outletId;
    const ids = await idsOf("here", customerId);
    for (const operation of document.filter(({ name }) => leaving.includes(name))) {
      const { areaId: _, ...fields } = (operations[operation.name] as Expected).fields?.(ids) ?? {};
      for (const [exceptAreaId, code] of [
        [ownOutletId, 200],
        [there.outletId, 20601],
        ["no-such-area", 20601],
      ] as const) {
        const answer = await callOperation(operation, tokens.manager, { ...fields, exceptAreaId });
        const cell = `${operation.operationId} without ${code === 200 ? "the only one" : exceptAreaId}`;
        expect(answer.code, cell).toBe(code);
        for (const secret of [...secretsFrom("manager"), devices.here, ownOutletId])
          expect(answer.text, cell).not.toContain(secret);
      }
      const others = await callOperation(operation, tokens.manager, fields);
      for (const secret of secretsFrom("manager")) expect(others.text).not.toContain(secret);
    }
  });

  it("and shows no income of a chair of another outlet", async () => {
    const { tokens } = await cast();
    const operation = document.find((one) => one.operationId === "incomeEntries") as Operation;
    // Requests the day of the sale and the next day, because it may be past midnight.
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

  it("and shows customers of a chair neither its current user nor adverts of another outlet", async () => {
    const { tokens } = await cast();
    for (const operationId of publicOperations) {
      const operation = document.find((one) => one.operationId === operationId) as Operation;
      const { text } = await callOperation(operation, tokens.guest, { deviceId: devices.here });
      for (const secret of secretsFrom("guest")) expect(text, operationId).not.toContain(secret);
      const busy = await callOperation(operation, tokens.guest, { deviceId: devices.there });
      expect(busy.text, operationId).not.toMatch(/orderId|customerId/);
    }
  });
});
