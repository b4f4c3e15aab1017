import { Request } from "@reposo/contract/fields.ts";
import { type OperationName, operations } from "@reposo/contract/operations.ts";
import type { Access } from "@reposo/contract/permissions.ts";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp, testHttpLimits } from "#test/clients/http-client.ts";
import { createOperationCall } from "./operation-call.ts";
import { ProductError } from "./product-error.ts";
import { serve } from "./serve.ts";

/** An operation of this name that returns what the server knows about the call. */
const echo = (name: OperationName, access: Access) => ({
  ...operations[name],
  name,
  access,
  summary: name,
  request: Request({ name: Type.Optional(Type.String()) }),
  reply: Type.Object({
    name: Type.Unknown(),
    language: Type.String(),
    requestedZone: Type.Unknown(),
    ip: Type.String(),
  }),
  codes: [],
});

let db: TestDatabase;
let http: FastifyInstance;
beforeAll(async () => {
  db = await sharedTestDatabase();
  const limits = { ...testHttpLimits, callsPerMinuteAddress: 2 };
  ({ http } = await openTestHttp(db.database, { config: { limits } }));
  for (const name of ["publicDevice", "proposePosition"] as const)
    serve(http, echo(name, "anyone"), async ({ request, language, requestedZone, ip }) => ({
      name: request.name,
      language,
      requestedZone,
      ip,
    }));
  serve(http, echo("dictionary", "anyone"), async () => {
    throw new ProductError("rateLimited", { data: { retryAfterSeconds: 1 } });
  });
  serve(http, echo("outletList", "manager"), async () => {
    throw new Error("reached without a token");
  });
});
afterAll(async () => {
  await http.close();
  await db.close();
});

const callAs = (ip: string, name: OperationName, zone = "Asia/Manila") =>
  createOperationCall(http, { headers: { lang: "id_ID", "time-zone": zone }, ip })(name, { name: "a&b" });

it("[G-9] [PERF-1] calls an operation with the address, language, and time zone of the caller", async () => {
  const expected = { name: "a&b", language: "id_ID", requestedZone: "Asia/Manila", ip: "192.0.2.1" };
  // One of them is a GET, the other a POST.
  expect(await callAs("192.0.2.1", "publicDevice")).toEqual(expected);
  expect(await callAs("192.0.2.1", "proposePosition")).toEqual(expected);
  expect(await callAs("192.0.2.2", "publicDevice", "account")).toMatchObject({ requestedZone: null });
});

it("[G-9] throws if the operation refuses the call", async () => {
  for (const name of ["dictionary", "outletList"] as const)
    await expect(callAs("192.0.2.3", name)).rejects.toThrow(`${name} refused the call`);
});

it("[ATTACK-2] counts the calls towards the limit of the caller's address", async () => {
  await callAs("192.0.2.4", "publicDevice");
  await callAs("192.0.2.4", "publicDevice");
  await expect(callAs("192.0.2.4", "publicDevice")).rejects.toThrow("429");
  await callAs("192.0.2.5", "publicDevice");
});
