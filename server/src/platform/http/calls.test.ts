import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Access } from "@reposo/contract/permissions.ts";
import { Limit, OneOf, Repeated, Request } from "@reposo/contract/fields.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { type ResultName, resultCodes, transportFaults } from "@reposo/contract/result-codes.ts";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "#features/login/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { authorize } from "#platform/http/authorize.ts";
import { serve } from "#platform/http/serve.ts";
import { messageOf } from "#platform/messages/message-catalogue.ts";
import { invalidField, ProductError } from "./product-error.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  call,
  envelopeOf,
  newManager,
  openTestHttp,
  refusedFields,
  tryLogin,
} from "#test/clients/http-client.ts";

const fields = Request({
  name: Type.String({ minLength: 2, maxLength: 5 }),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  kind: Type.Optional(OneOf(["a", "b"])),
  areaId: Type.Optional(Repeated(Type.String())),
  limit: Type.Optional(Limit),
});
const seen = Type.Object({ fields: Type.Unknown(), zone: Type.Unknown(), language: Type.String() });
const operation = <A extends Access>(
  name: string,
  method: "GET" | "POST",
  access: A,
): Endpoint<typeof fields, typeof seen, A> => ({
  name,
  method,
  path: `/test/${name}`,
  access,
  summary: name,
  request: fields,
  reply: seen,
  codes: [],
});

const echoPost = operation("echoPost", "POST", "anyone");
const echoGet = operation("echoGet", "GET", "anyone");
const forToken = operation("forToken", "GET", "token");
const forManager = operation("forManager", "GET", "manager");
const forHome = operation("forHome", "GET", "home");
const empty = {
  name: "empty",
  method: "POST",
  path: "/test/empty",
  access: "anyone",
  summary: "empty",
  request: null,
  reply: Type.Object({ shown: Type.String() }),
  codes: [],
} satisfies Endpoint;
const failing = {
  name: "failing",
  method: "POST",
  path: "/test/failing",
  access: "anyone",
  summary: "failing",
  request: Request({ name: Type.String() }),
  reply: Type.Null(),
  codes: [],
} satisfies Endpoint;

type Seen = Static<typeof seen>;

let db: TestDatabase;
let http: FastifyInstance;
beforeAll(async () => {
  db = await sharedTestDatabase();
  ({ http } = await openTestHttp(db.database));
  for (const one of [echoPost, echoGet, forToken, forManager, forHome]) {
    serve(http, one, async (met) => ({
      fields: met.request,
      zone: met.requestedZone,
      language: met.language,
    }));
  }
  serve(http, empty, async () => ({ shown: "yes", hidden: "an undeclared field cannot leak" }) as never);
  serve(http, failing, async ({ request }) => {
    if (request.name === "bug") throw new TypeError("the secret detail");
    if (request.name === "database") throw Object.assign(new Error("shutting down"), { code: "57P01" });
    if (request.name === "disk") throw Object.assign(new Error("disk full"), { code: "53100" });
    if (request.name === "field") throw invalidField("cursor", "format");
    throw new ProductError(request.name as ResultName, {
      data: { name: "Maria {name}", retryAfterSeconds: 7 },
    });
  });
  http.route({
    method: "GET",
    url: "/api/test/plain",
    handler: async (request) => (await authorize(request, { access: "token" })).kind,
  });
});
afterAll(async () => {
  await http.close();
  await db.close();
});

describe("requests", () => {
  it("[NET-1] accepts forms and JSON on every POST", async () => {
    const form = await http.inject({
      method: "POST",
      url: "/api/test/echoPost",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "name=abc&count=3&areaId=x&areaId=y",
    });
    const json = await call(http, echoPost, { name: "abc", count: 3, areaId: ["x", "y"] });
    expect(envelopeOf<Seen>(form).data.fields).toEqual({
      name: "abc",
      count: 3,
      areaId: ["x", "y"],
      limit: 20,
    });
    expect(json.data).toEqual(envelopeOf(form).data);
    const one = await http.inject({ url: "/api/test/echoGet?name=abc&areaId=x" });
    expect(envelopeOf<Seen>(one).data.fields).toMatchObject({ areaId: ["x"] });
  });

  it("[NET-1] accepts an empty body with any content type if an operation has no fields", async () => {
    for (const type of [undefined, "application/json", "application/x-www-form-urlencoded"]) {
      const headers = type === undefined ? {} : { "content-type": type };
      const answer = await http.inject({ method: "POST", url: "/api/test/empty", headers });
      expect(answer.json()).toMatchObject({ code: 200, message: "Success" });
    }
  });

  it("[NET-2] returns no undeclared field", async () => {
    expect((await call(http, empty, undefined)).data).toEqual({ shown: "yes" });
  });

  it("[NET-2] rejects unknown, missing, and invalid fields, and names each in the caller's language", async () => {
    const wrong = { name: "x", count: 0, kind: "c", unknownField: 1 };
    const english = await call(http, echoPost, wrong);
    expect(english).toMatchObject({ status: 200, code: 400, message: "Invalid request" });
    expect(refusedFields(english)).toEqual(
      expect.arrayContaining([
        { path: "name", message: "is too short" },
        { path: "count", message: "is out of range" },
        { path: "kind", message: "is not one of the allowed values" },
        { path: "unknownField", message: "is not a known field" },
      ]),
    );
    const missing = await call(http, echoGet, {}, { lang: "zh_CN" });
    expect(missing).toMatchObject({ code: 400, data: { fields: [{ path: "name", message: "为必填项" }] } });
    expect(refusedFields(await call(http, echoPost, { name: 12345 }))).toEqual([
      { path: "name", message: "is of the wrong type" },
    ]);
    expect(refusedFields(await call(http, failing, { name: "field" }))).toEqual([
      { path: "cursor", message: "has the wrong format" },
    ]);
  });

  it.each(["Infinity", "-Infinity", "1e309", "NaN", "%20", "0x10", "1,5", ""])(
    "[NET-2] refuses %j as a number of a form, and names the field",
    async (text) => {
      const answer = await http.inject({ url: `/api/test/echoGet?name=abc&limit=${text}` });
      expect(answer.json()).toMatchObject({
        code: 400,
        data: { fields: [{ path: "limit", message: "is of the wrong type" }] },
      });
    },
  );

  it("[NET-2] rejects a NUL in any text before it reaches the database", async () => {
    for (const wrong of [{ name: "a\0b" }, { name: "abc", areaId: ["x", "\0"] }]) {
      const answer = await call(http, echoPost, wrong);
      const path = "areaId" in wrong ? "areaId" : "name";
      expect(answer).toMatchObject({ status: 200, code: 400, data: { fields: [{ path }] } });
    }
    expect((await http.inject({ url: "/api/test/echoGet?name=a%00b" })).json()).toMatchObject({ code: 400 });
  });

  it("[NET-2] rejects malformed JSON, values that are not objects, query fields with a body, and prototype pollution", async () => {
    const send = (payload: string, url = "/api/test/echoPost") =>
      http.inject({ method: "POST", url, headers: { "content-type": "application/json" }, payload });
    for (const payload of [
      '{"name":',
      "[]",
      '"abc"',
      '{"__proto__":{"name":"abc"}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      expect((await send(payload)).json()).toMatchObject({ code: 400, message: "Invalid request" });
    }
    expect(envelopeOf(await send('{"name":"abc"}', "/api/test/echoPost?count=3")).code).toBe(400);
  });

  it("[DAY-1] reads the Timezone-Offset header, which must be a multiple of 15 minutes from -720 to +840", async () => {
    const offset = async (value?: string) =>
      call(http, echoGet, { name: "abc" }, value === undefined ? {} : { "timezone-offset": value });
    const zones = {
      "480": "+08:00",
      "+480": "+08:00",
      "-720": "-12:00",
      "840": "+14:00",
      "0": "+00:00",
      "-0": "+00:00",
    };
    for (const [valid, zone] of Object.entries(zones)) expect((await offset(valid)).data.zone).toBe(zone);
    expect((await offset()).data.zone).toBeNull();
    for (const bad of ["", "481", "-735", "855", "abc", "4.5e2", "480x", "NaN", "--15"]) {
      const answer = await offset(bad);
      expect(answer).toMatchObject({ code: 400, data: { fields: [{ path: "Timezone-Offset" }] } });
    }
  });

  it.each([
    ["America/New_York", "America/New_York"],
    ["account", null],
    // A browser may know a zone that the server does not.
    ["America/Atlantis", "-05:00"],
    ["PST", "-05:00"],
    ["+08:00", "-05:00"],
    ["2026-11-20T00:00[Asia/Manila]", "-05:00"],
    ["", "-05:00"],
  ])(
    "[DAY-1] [NET-1] counts days in the zone of the Time-Zone header, or else of the offset: %j",
    async (name, zone) => {
      const headers = { "timezone-offset": "-300", "time-zone": name };
      expect((await call(http, echoGet, { name: "abc" }, headers)).data.zone).toBe(zone);
    },
  );

  it("[I18N-1] responds in the language of the lang header or the default", async () => {
    const messageIn = async (lang: string) =>
      (await call(http, failing, { name: "tokenMissing" }, { lang })).message;
    expect(await messageIn("zh_TW")).toBe("請重新登入");
    expect(await messageIn("id_ID")).toBe("Silakan masuk kembali");
    expect(await messageIn("xx_YY")).toBe("Please log in again");
  });
});

describe("responses", () => {
  it("[NET-2] sends business errors with HTTP status 200, and every transport error with its own status", async () => {
    for (const [name, code] of Object.entries(resultCodes) as [ResultName, number][]) {
      if (name === "ok" || name === "okLegacy") continue;
      const answer = await call(http, failing, { name });
      const status = name in transportFaults ? transportFaults[name as keyof typeof transportFaults] : 200;
      expect(answer, name).toMatchObject({ status, code });
      const text = messageOf(name, "en_US", { name: "Maria {name}", retryAfterSeconds: 7 });
      expect(answer.message, name).toBe(text);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect((await call(http, failing, { name: "deviceOfOtherOutlet" })).message).toBe(
      "Account Maria {name} cannot scan the device at this branch",
    );
  });

  it("[NET-3] responds 'Unable to find interface path' to every unknown path and method", async () => {
    for (const [method, url] of [
      ["GET", "/api"],
      ["GET", "/api/nowhere"],
      ["POST", "/api/web/api/v1/nowhere?x=1"],
      ["GET", "/api/test/echoPost"],
      ["DELETE", "/api/test/echoPost"],
      ["GET", "/api/web/api/v1/order?orderId=1"],
    ] as const) {
      const answer = await http.inject({ method, url });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toEqual({ code: 404, message: "Unable to find interface path", data: null });
    }
    const bad = await http.inject({ url: "/api/%zz" });
    expect(bad.json()).toMatchObject({ code: 400 });
  });

  it("[NET-3] rejects a body that exceeds 64 KB, or is neither a form nor JSON", async () => {
    const big = await http.inject({
      method: "POST",
      url: "/api/test/echoPost",
      payload: { name: "x".repeat(65_536) },
    });
    expect([big.statusCode, envelopeOf(big).code]).toEqual([413, 413]);
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/xml", "text/html"]) {
      const headers = { "content-type": type };
      const other = await http.inject({ method: "POST", url: "/api/test/echoPost", headers, payload: "x" });
      expect([other.statusCode, envelopeOf(other).code]).toEqual([415, 415]);
    }
  });

  it("[NET-3] returns only a request ID for an internal error", async () => {
    const answer = await call(http, failing, { name: "bug" });
    expect(answer).toMatchObject({ status: 500, code: 500 });
    expect(Object.keys(answer.data as unknown as object)).toEqual(["requestId"]);
    expect(JSON.stringify(answer)).not.toContain("secret detail");
  });

  it("[NET-3] tells clients to retry while the database is unavailable or its disk is full", async () => {
    for (const name of ["database", "disk"])
      expect(await call(http, failing, { name })).toMatchObject({ status: 503, code: 503 });
  });
});

describe("access", () => {
  it("[NET-3] [WHO-1] checks for a token first, then for a manager, then for the permission", async () => {
    const viewer = newManager({ permissions: ["user"] });
    const manager = newManager();
    for (const account of [viewer, manager]) await createAccount(db.database, systemClock, account);
    const tokens = {
      customer: (await call(http, guestLogin, undefined)).data.token,
      viewer: (await tryLogin(http, viewer.loginName, viewer.password)).data.token,
      manager: (await tryLogin(http, manager.loginName, manager.password)).data.token,
    };
    const codeOf = async (one: typeof forToken | typeof forManager | typeof forHome, token: string | null) =>
      (await call(http, one, { name: "abc" }, token === null ? {} : { "access-token": token })).code;
    expect(await codeOf(forToken, null)).toBe(401);
    expect(await codeOf(forToken, "not a token")).toBe(401);
    expect(await codeOf(forToken, tokens.customer)).toBe(200);
    expect(await codeOf(forManager, tokens.customer)).toBe(403);
    expect(await codeOf(forManager, tokens.viewer)).toBe(200);
    expect(await codeOf(forHome, tokens.customer)).toBe(403);
    expect(await codeOf(forHome, tokens.viewer)).toBe(403);
    expect(await codeOf(forHome, tokens.manager)).toBe(200);
    // A missing token is reported instead of invalid fields.
    expect((await call(http, forToken, { unknownField: 1 })).code).toBe(401);
  });

  it("[NET-3] authorizes routes without an envelope by the same rules", async () => {
    const answer = await http.inject({ url: "/api/test/plain" });
    expect(answer.json()).toMatchObject({ code: 401, message: "Please log in again" });
  });

  it("rejects state-changing calls from other sites, and sends no CORS headers", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const answer = await call(http, echoPost, { name: "abc" }, { "sec-fetch-site": site });
      expect(answer.code).toBe(403);
    }
    for (const site of ["same-origin", "none"]) {
      expect((await call(http, echoPost, { name: "abc" }, { "sec-fetch-site": site })).code).toBe(200);
    }
    const preflight = await http.inject({
      method: "OPTIONS",
      url: "/api/test/echoPost",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
