import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Access } from "@reposo/contract/permissions.ts";
import { Request } from "@reposo/contract/fields.ts";
import type { EarlyCall } from "@reposo/contract/page-rendering.ts";
import type { FastifyInstance } from "fastify";
import { type TObject, Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp, testHttpLimits } from "#test/clients/http-client.ts";
import { ProductError } from "./product-error.ts";
import { serve } from "./serve.ts";

const fields = Request({ name: Type.Optional(Type.String()) });
const seen = Type.Object({
  name: Type.Unknown(),
  language: Type.String(),
  requestedZone: Type.Unknown(),
  ip: Type.String(),
});
const operation = <R extends TObject>(name: string, method: "GET" | "POST", access: Access, reply: R) =>
  ({
    name,
    method,
    path: `/test/${name}`,
    access,
    summary: name,
    request: fields,
    reply,
    codes: [],
  }) satisfies Endpoint;

const inner = {
  echoGet: operation("innerGet", "GET", "anyone", seen),
  echoPost: operation("innerPost", "POST", "anyone", seen),
  refused: operation("innerRefused", "GET", "anyone", seen),
  forManager: operation("innerManager", "GET", "manager", seen),
};
const outer = operation("outer", "GET", "anyone", Type.Object({ data: Type.Unknown() }));

const callTo = ({ method, path }: Endpoint): EarlyCall =>
  method === "GET"
    ? { method, url: `/api${path}?name=a%26b`, body: null }
    : { method, url: `/api${path}`, body: "name=a%26b" };

let db: TestDatabase;
let http: FastifyInstance;
beforeAll(async () => {
  db = await openTestDatabase();
  const limits = { ...testHttpLimits, callsPerMinuteAddress: 4 };
  ({ http } = await openTestHttp(db.database, { config: { limits } }));
  for (const echo of [inner.echoGet, inner.echoPost])
    serve(http, echo, async ({ request, language, requestedZone, ip }) => ({
      name: request.name,
      language,
      requestedZone,
      ip,
    }));
  serve(http, inner.refused, async () => {
    throw new ProductError("rateLimited", { data: { retryAfterSeconds: 1 } });
  });
  serve(http, inner.forManager, async () => {
    throw new Error("reached without a token");
  });
  serve(http, outer, async ({ request, callOperation }) => ({
    data: await callOperation(callTo(inner[request.name as keyof typeof inner])),
  }));
});
afterAll(async () => {
  await http.close();
  await db.close();
});

const callOuter = async (name: keyof typeof inner, address: string, headers = {}) => {
  const response = await http.inject({
    url: `/api${outer.path}?name=${name}`,
    headers: { "x-forwarded-for": address, ...headers },
  });
  return response.json<{ code: number; data: { data: unknown } }>();
};

it("[G-9] [PERF-1] makes an internal call with the address, language, and time zone of its caller", async () => {
  const headers = { lang: "id_ID", "timezone-offset": "480", "time-zone": "Asia/Manila" };
  const expected = { name: "a&b", language: "id_ID", requestedZone: "Asia/Manila", ip: "192.0.2.1" };
  expect((await callOuter("echoGet", "192.0.2.1", headers)).data.data).toEqual(expected);
  expect((await callOuter("echoPost", "192.0.2.1", headers)).data.data).toEqual(expected);
  const ofAccount = await callOuter("echoGet", "192.0.2.2", { ...headers, "time-zone": "account" });
  expect(ofAccount.data.data).toMatchObject({ requestedZone: null });
});

it("[G-9] returns no data if an internal call is refused", async () => {
  for (const name of ["refused", "forManager"] as const)
    expect(await callOuter(name, "192.0.2.3")).toMatchObject({ code: 200, data: { data: null } });
});

it("[ATTACK-2] counts internal calls only towards the limit of their caller's address", async () => {
  expect(await callOuter("echoGet", "192.0.2.4")).toMatchObject({ data: { data: { ip: "192.0.2.4" } } });
  expect(await callOuter("echoGet", "192.0.2.4")).toMatchObject({ data: { data: { ip: "192.0.2.4" } } });
  expect((await callOuter("echoGet", "192.0.2.4")).code).toBe(429);
  expect((await callOuter("echoGet", "192.0.2.5")).code).toBe(200);
});
