import { randomUUID } from "node:crypto";
import { type Endpoint, isRead, methodsOf } from "@reposo/contract/endpoint.ts";
import { endpoints } from "@reposo/contract/endpoints.ts";
import { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { TSchema } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { envelopeOf, refusedFields } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet, sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";

/** Tests of every operation of the contract, called as clients of the original protocol call it. */
type Fields = Record<string, string>;
type Encoding = "GET" | "form" | "JSON";

const reads = endpoints.filter(isRead);
const writes = endpoints.filter((endpoint) => !isRead(endpoint));
const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);

let world: OrderApp;
let values: Fields;
const tokens = { manager: "", guest: "", viewer: "" };

beforeAll(async () => {
  world = await sharedOrderApp();
  const outlet = await makePricedOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, outlet);
  const guest = await makeCustomer(world.owner);
  const { customerId } = guest.caller;
  const { outletId } = outlet;
  const orderId = await makeOrder(world.owner, { deviceId, outletId, customerId });
  tokens.manager = (await makeManager(world.owner, { outletIds: [outletId] })).token;
  tokens.viewer = (await makeManager(world.owner, { outletIds: [outletId], permissions: ["user"] })).token;
  tokens.guest = guest.token;
  const feedback = { orderId, problem: "The chair did not start" };
  const { feedbackId } = envelopeOf<{ feedbackId: string }>(
    await world.http.inject({
      method: "POST",
      url: "/api/web/api/v1/order-feedback/insert",
      headers: { "access-token": tokens.guest },
      payload: feedback,
    }),
  ).data;
  const collectionId = randomUUID();
  await world.http.inject({
    method: "POST",
    url: `/api${recordCollection.path}`,
    headers: { "access-token": tokens.manager },
    payload: {
      collectionId,
      deviceId,
      counted: 0,
      currency: "PHP",
      collectedAt: world.clock.now().toISOString(),
    },
  });
  values = {
    collectionId,
    code: "20101",
    deviceId,
    areaId: outletId,
    orderId,
    feedbackId,
    key: "default/none.jpg",
    format: "csv",
    rows: "outlets",
    by: "devices",
  };
});
afterAll(() => world.close());

function propertiesOf({ request }: Endpoint): Record<string, TSchema> {
  const schema: { properties?: Record<string, TSchema> } | null = request;
  return schema?.properties ?? {};
}

/** Returns the required fields of an operation. A required field for which `values` has no value makes the test fail. */
function requiredFields(endpoint: Endpoint): Fields {
  const { required = [] } = (endpoint.request ?? {}) as { required?: string[] };
  return Object.fromEntries(required.map((name) => [name, values[name] ?? `no value for ${name}`]));
}

async function send(endpoint: Endpoint, encoding: Encoding, fields: Fields, token: string | null) {
  const headers: Record<string, string> = token === null ? {} : { "access-token": token };
  const url = `/api${endpoint.path}`;
  if (encoding === "GET") return world.http.inject({ url, query: fields, headers });
  // JSON contains numbers; query strings and forms contain only text.
  const typed = "code" in fields ? { ...fields, code: Number(fields["code"]) } : fields;
  if (encoding === "JSON") return world.http.inject({ method: "POST", url, headers, payload: typed });
  headers["content-type"] = "application/x-www-form-urlencoded";
  const payload = new URLSearchParams(fields).toString();
  return world.http.inject({ method: "POST", url, headers, payload });
}

/**
 * Returns the structure of a response: instants and random texts differ between responses, but the structure does not.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

async function outcome(endpoint: Endpoint, encoding: Encoding, fields: Fields, token: string | null) {
  const response = await send(endpoint, encoding, fields, token);
  const isFile = response.headers["content-type"]?.toString().startsWith("text/csv") === true;
  if (isFile) return { status: response.statusCode, code: 200, data: response.body.split("\n").length };
  const { status, code, data } = envelopeOf(response);
  return { status, code, data: code === 200 ? shapeOf(data) : data };
}

const tokenFor = (endpoint: Endpoint) => (endpoint.name === "ownOrders" ? tokens.guest : tokens.manager);

describe("operations that read", () => {
  it.each(named(reads))(
    "[NET-6] %s returns the same response to GET, form, and JSON, with or without unknown fields",
    async (_, endpoint) => {
      const fields = requiredFields(endpoint);
      const plain = await outcome(endpoint, "GET", fields, tokenFor(endpoint));
      expect(plain).toMatchObject({ status: 200, code: 200 });
      const unknown = { appVersion: "1.0.0", "page[size]": "10" };
      for (const encoding of ["GET", "form", "JSON"] as const) {
        expect(await outcome(endpoint, encoding, fields, tokenFor(endpoint)), encoding).toEqual(plain);
        const more = await outcome(endpoint, encoding, { ...fields, ...unknown }, tokenFor(endpoint));
        expect(more, `${encoding} with unknown fields`).toEqual(plain);
      }
    },
  );

  it.each(named(reads))("[NET-6] %s accepts the same callers for both methods", async (_, endpoint) => {
    const fields = requiredFields(endpoint);
    for (const token of [null, "not a token", tokens.guest, tokens.viewer]) {
      const byGet = await outcome(endpoint, "GET", fields, token);
      expect(await outcome(endpoint, "form", fields, token)).toEqual(byGet);
      if (endpoint.access !== "anyone" && (token === null || token === "not a token"))
        expect(byGet.code).toBe(401);
    }
  });

  it("[NET-6] read the query string of a POST, and prefer its body", async () => {
    const { deviceList } = await import("@reposo/contract/devices/devices.ts");
    const list = async (query: Fields, payload: Fields) =>
      envelopeOf<{ total: number }>(
        await world.http.inject({
          method: "POST",
          url: `/api${deviceList.path}`,
          query,
          payload,
          headers: { "access-token": tokens.manager },
        }),
      ).data.total;
    expect(await list({ keyword: "NOSUCH" }, {})).toBe(0);
    expect(await list({ keyword: "NOSUCH" }, { keyword: values["deviceId"] as string })).toBe(1);
  });

  it("[NET-6] refuse a known field with an invalid value, for both methods", async () => {
    const { incomeDetailByArea } = await import("@reposo/contract/revenue/revenue.ts");
    for (const encoding of ["GET", "form", "JSON"] as const) {
      const answer = envelopeOf(
        await send(incomeDetailByArea, encoding, { range: "lately" }, tokens.manager),
      );
      expect(answer.code, encoding).toBe(400);
      expect(refusedFields(answer).map(({ path }) => path)).toEqual(["range"]);
    }
  });

  const defaults = { unit: "day", range: "today" };
  const withDefaults = Object.entries(defaults).flatMap(([name, value]) =>
    reads
      .filter((endpoint) => name in propertiesOf(endpoint))
      .map((endpoint) => [endpoint.name, name, value, endpoint] as const),
  );
  it.each(withDefaults)("[NET-6] %s uses without `%s` the default `%s`", async (_, name, value, endpoint) => {
    expect(propertiesOf(endpoint)[name]).toMatchObject({ default: value });
    const dataOf = async (fields: Fields) =>
      (
        await send(endpoint, "GET", { ...requiredFields(endpoint), ...fields }, tokens.manager)
      ).body.replaceAll(/"(asOf|until)":"[^"]+"/g, "");
    expect(await dataOf({})).toBe(await dataOf({ [name]: value }));
    expect(await dataOf({})).not.toContain('"code":400');
  });

  it("[NET-6] have defaults if they belong to the original protocol and take a unit or a range", () => {
    expect(withDefaults.map(([operation]) => operation)).toEqual(
      expect.arrayContaining([
        "incomeLineChartSevenDays",
        "ordersBarChartSevenDays",
        "incomeDetailByArea",
        "areaReport",
      ]),
    );
  });
});

describe("operations that write", () => {
  it.each(named(writes))("[NET-6] %s refuses unknown fields and the method GET", async (_, endpoint) => {
    const answer = envelopeOf(await send(endpoint, "JSON", { appVersion: "1.0.0" }, tokens.manager));
    expect(answer.code).toBe(400);
    expect(refusedFields(answer).map(({ path }) => path)).toContain("appVersion");
    expect((await send(endpoint, "GET", {}, tokens.manager)).statusCode).toBe(404);
  });
});

describe("the OpenAPI document", () => {
  it("[NET-6] lists both methods of operations that read, which allow unknown fields, and one method of operations that write", async () => {
    const { paths, components } = (await world.http.inject("/api/openapi.json")).json() as {
      paths: Record<string, Record<string, { operationId: string; "x-operation": string }>>;
      components: { schemas: Record<string, { additionalProperties?: boolean }> };
    };
    for (const endpoint of endpoints) {
      const operations = paths[endpoint.path] ?? {};
      const methods = methodsOf(endpoint).map((method) => method.toLowerCase());
      expect(Object.keys(operations).sort(), endpoint.name).toEqual([...methods].sort());
      for (const method of methods) expect(operations[method]?.["x-operation"]).toBe(endpoint.name);
      expect(operations[endpoint.method.toLowerCase()]?.operationId).toBe(endpoint.name);
      if (endpoint.request === null) continue;
      const body =
        components.schemas[`${endpoint.name.charAt(0).toUpperCase()}${endpoint.name.slice(1)}Request`];
      expect(body?.additionalProperties, endpoint.name).toBe(isRead(endpoint));
    }
  });
});
