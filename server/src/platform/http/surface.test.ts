import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { endpoints } from "@reposo/contract/endpoints.ts";
import { typedFormats } from "@reposo/contract/text/typed-text.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { login } from "@reposo/contract/sessions/login.ts";
import { orderExport } from "@reposo/contract/orders/order-lists.ts";
import { productVersion } from "@reposo/contract/product-version.ts";
import { type ResultName, resultCodes } from "@reposo/contract/result-codes.ts";
import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerDictionaryRoutes } from "#features/dictionary/index.ts";
import { bodyTimeoutMs } from "./limits/connections.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { StartError } from "#platform/config/settings.ts";
import { startMetricsServer } from "./metrics/metrics-server.ts";
import { addressKey } from "./limits/address-key.ts";
import { createLog, silentLog } from "#platform/logging/log.ts";
import { contentSecurityPolicy } from "#platform/http/security-headers.ts";
import { serve } from "#platform/http/serve.ts";
import { compileSerializer } from "./response-serializer.ts";
import { templateOf } from "#platform/messages/message-catalogue.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { envelopeOf, openTestHttp, type TestHttpOptions, testHttpLimits } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
  "x-planned": { path: string }[];
}
interface Operation {
  "x-codes": number[];
  requestBody: { content: object };
  responses: Record<string, { content: object }>;
}
interface Dictionary {
  version: string;
  entries: Record<string, { value: string; label: string }[]>;
}

const documentOf = async (http: FastifyInstance): Promise<Document> =>
  JSON.parse((await http.inject({ url: "/api/openapi.json" })).body) as Document;

const open = async (options: TestHttpOptions = {}) => (await openTestHttp(db.database, options)).http;

it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  "can write the reply of %s as JSON",
  (_, endpoint) => {
    expect(compileSerializer(endpoint)).toBeInstanceOf(Function);
  },
);

describe("the OpenAPI document", () => {
  it("[I18N-4] contains the version of every package, which the account page also shows", async () => {
    const root = join(import.meta.dirname, "..", "..", "..", "..");
    const versionIn = async (folder: string) =>
      (JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as { version: string }).version;
    const folders = ["", "contract", "server", "web", "chair", "e2e", "bench", "tools"];
    expect(await Promise.all(folders.map(versionIn))).toEqual(folders.map(() => productVersion));
    expect((await documentOf(await open())).info.version).toBe(productVersion);
  });

  it("is valid OpenAPI 3.1 and contains every operation of the contract", async () => {
    const http = await open();
    const mounted = new Set(http.service.served);
    for (const endpoint of endpoints) {
      if (!mounted.has(endpoint)) serve(http, endpoint, () => Promise.reject(new Error("never called")));
    }
    http.get(`/api${liveEventsPath}`, async () => "");
    const document = await documentOf(http);
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document["x-planned"]).toEqual([]);
    // This format is not standard; it is an instruction for the server only.
    const published = JSON.stringify(document);
    expect(Object.keys(typedFormats).filter((format) => published.includes(format))).toEqual([]);
    for (const { path, method, name, access } of endpoints) {
      expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({
        operationId: name,
        "x-access": access,
      });
    }
    const failures = new Ajv().compile(document.components.schemas["Failure"] as object);
    for (const data of [
      null,
      { fields: [] },
      { retryAfterSeconds: 3 },
      { endsAt: "2026-11-27T08:00:00.000Z" },
    ])
      expect([data, failures({ code: resultCodes.deviceInUse, message: "", data })]).toEqual([data, true]);
    expect(failures({ code: resultCodes.deviceInUse, message: "", data: { retryAfterSeconds: "3" } })).toBe(
      false,
    );
    expect(document.paths).toHaveProperty([liveEventsPath]);
    const file = document.paths[orderExport.path]?.["get"];
    expect(Object.keys(file?.responses["200"]?.content ?? {})).toEqual([
      "text/csv",
      expect.stringContaining("spreadsheetml") as string,
      "application/json",
    ]);
    expect(document.components.schemas).not.toHaveProperty("OrderExportAnswer");
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
    await http.close();
  });

  it("omits operations that this server does not serve, and lists planned ones", async () => {
    const http = await open();
    const document = await documentOf(http);
    expect(document.paths).not.toHaveProperty(["/web/api/v1/order/orderH5"]);
    expect(document.paths).not.toHaveProperty([liveEventsPath]);
    expect(document["x-planned"].map(({ path }) => path)).toEqual(
      endpoints.filter((endpoint) => endpoint.planned).map(({ path }) => path),
    );
    const operation = document.paths[login.path]?.["post"];
    expect(operation?.["x-codes"]).toEqual(
      expect.arrayContaining([200, 400, 20101, 20102, 20103, 20104, 30107]),
    );
    expect(Object.keys(operation?.requestBody.content ?? {})).toEqual([
      "application/x-www-form-urlencoded",
      "application/json",
    ]);
    await http.close();
  });

  it("has a page that works over plain HTTP", async () => {
    const http = await open();
    const page = await http.inject({ url: "/api/docs/" });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/);
    const shown = await http.inject({ url: "/api/docs/json" });
    expect(JSON.parse(shown.body)).toEqual(await documentOf(http));
    await http.close();
  });

  it("is disabled by a setting, together with its page and the page's files", async () => {
    const paths = [
      "/api/openapi.json",
      "/api/docs",
      "/api/docs/",
      "/api/docs/json",
      "/api/docs/static/index.css",
    ];
    for (const apiDocs of [true, false]) {
      const http = await open({ config: { apiDocs } });
      const statuses = await Promise.all(paths.map(async (url) => (await http.inject({ url })).statusCode));
      expect(
        statuses.every((status) => (status === 404) === !apiDocs),
        statuses.join(" "),
      ).toBe(true);
      await http.close();
    }
  });
});

describe("headers of every response", () => {
  it("forbid scripts of other origins, framing, and MIME sniffing, and omit HSTS on plain HTTP", async () => {
    const http = await open();
    for (const url of [
      "/api/nowhere",
      "/api/health/live",
      "/api/web/api/v1/login/public-key",
      "/elsewhere",
    ]) {
      const { headers } = await http.inject({ url });
      const policy = String(headers["content-security-policy"]);
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
      expect(scripts).toBe("'self' 'wasm-unsafe-eval'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
      expect(headers["permissions-policy"]).toContain("camera=(self)");
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
    await http.close();
    const secure = await open({ config: { publicUrl: "https://chairs.example" } });
    expect((await secure.inject({ url: "/api" })).headers["strict-transport-security"]).toBe(
      "max-age=31536000",
    );
    await secure.close();
  });

  it("allow a page to add the hash of its inline scripts", () => {
    expect(contentSecurityPolicy({ scripts: ["'sha256-abc'"] })).toContain(
      "script-src 'self' 'wasm-unsafe-eval' 'sha256-abc';",
    );
  });
});

describe("pages", () => {
  it("handle every unknown path outside /api", async () => {
    const http = await open({
      dependencies: {
        pages: async (pages) => {
          pages.get("/pages/*", (_request, reply) => reply.type("text/html").send("a page"));
          pages.setNotFoundHandler((_request, reply) =>
            reply.code(404).type("text/html").send("no such page"),
          );
          pages.setErrorHandler((_error, _request, reply) => reply.type("text/html").send("a broken page"));
        },
      },
    });
    expect((await http.inject({ url: "/pages/login/login" })).body).toContain("a page");
    expect((await http.inject({ url: "/apiary" })).body).toBe("no such page");
    expect((await http.inject({ url: "/" })).statusCode).toBe(404);
    expect(envelopeOf(await http.inject({ url: "/api/pages" })).code).toBe(404);
    expect(envelopeOf(await http.inject({ method: "POST", url: "/api/web/api/v1/login/login" })).code).toBe(
      400,
    );
    await http.close();
  });
});

describe("limits", () => {
  it("[NET-3] limits the calls of an address per minute, and returns the time until a retry", async () => {
    const http = await open({ config: { limits: { ...testHttpLimits, callsPerMinuteAddress: 5 } } });
    const from = (ip: string, url = "/api/web/api/v1/login/public-key") =>
      http.inject({ url, headers: { "x-forwarded-for": ip, lang: "id_ID" } });
    for (let call = 0; call < 5; call += 1) expect((await from("2001:db8::1")).statusCode).toBe(200);
    const refused = await from("2001:db8::ffff");
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(envelopeOf(refused).code).toBe(429);
    expect(envelopeOf(refused).message).toContain("permintaan");
    expect((await from("2001:db8:0:1::1")).statusCode).toBe(200);
    expect((await from("2001:db8::1", "/api/health/live")).statusCode).toBe(200);
    await http.close();
  });

  it("counts an IPv6 /64 network as one address, and a mapped IPv4 address as the IPv4 address", () => {
    expect(addressKey("203.0.113.9")).toBe("203.0.113.9");
    expect(addressKey("::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe(addressKey("2001:db8:1:2::9"));
    expect(addressKey("2001:db8::1")).not.toBe(addressKey("2001:db8:0:1::1"));
    expect(addressKey("fe80::1%eth0")).toBe(addressKey("fe80::2"));
  });

  it("responds to invalid HTTP with an envelope and closes the connection", async () => {
    const http = await open();
    const origin = await http.listen({ host: "127.0.0.1", port: 0 });
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(Number(new URL(origin).port), "127.0.0.1", () =>
        socket.write("NOT HTTP\r\n\r\n"),
      );
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":400/s);
    expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
    expect(http.server.headersTimeout).toBe(15_000);
    expect([http.server.requestTimeout, bodyTimeoutMs]).toEqual([0, 60_000]);
    expect(http.server.maxConnections).toBe(1000);
    await http.close();
  });
});

describe("health and metrics", () => {
  it("returns metrics only with the token, and 404 without it", async () => {
    const metrics = createMetrics();
    metrics.addGauge("reposo_connected_chairs", "Chairs connected.", () => 42);
    metrics.addGauge("reposo_outbox_waiting", "Effects waiting.", () => Promise.reject(new Error("away")));
    const http = await open({ dependencies: { metrics } });
    await http.inject({ url: "/api/nowhere" });
    expect((await http.inject({ url: "/api/metrics" })).statusCode).toBe(404);
    const headers = { authorization: "Bearer metrics-token-of-the-test" };
    const { body } = await http.inject({ url: "/api/metrics", headers });
    expect(body).toContain("reposo_connected_chairs 42");
    expect(body).toContain('reposo_build_info{version="1.0.0"} 1');
    expect(body).toMatch(/reposo_http_answers_total\{route="\/api\/\*",code="404"\} 1/);
    expect(body).toContain("nodejs_eventloop_lag_seconds");
    await http.close();

    const server = await startMetricsServer(metrics, { host: "127.0.0.1", port: 0, log: silentLog });
    expect(await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()).toContain("chairs 42");
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
    await server.close();
  });

  it("logs the error of metrics that cannot be read", async () => {
    const lines: string[] = [];
    const log = createLog("warn", { write: (line: string) => void lines.push(line) });
    const broken = { ...createMetrics(), text: () => Promise.reject(new Error("the registry is broken")) };
    const server = await startMetricsServer(broken, { host: "127.0.0.1", port: 0, log });
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(500);
    expect(lines.join()).toContain("the registry is broken");
    await server.close();
  });

  it("names the settings of the metrics' port if the port or its address cannot be used", async () => {
    const metrics = createMetrics();
    const server = await startMetricsServer(metrics, { host: "127.0.0.1", port: 0, log: silentLog });
    const { port } = server;
    await expect(startMetricsServer(metrics, { host: "127.0.0.1", port, log: silentLog })).rejects.toThrow(
      new StartError(
        `port ${port} on 127.0.0.1 is used by another program; choose another with METRICS_PORT`,
      ),
    );
    await expect(
      startMetricsServer(metrics, { host: "203.0.113.7", port: 0, log: silentLog }),
    ).rejects.toThrow(new StartError("setting METRICS_HOST names no address of this machine"));
    await server.close();
  });
});

describe("the dictionary", () => {
  it("[SES-2] [I18N-1] contains a label for every value in four languages, and responds with 304 if the client has cached it", async () => {
    const http = await open();
    registerDictionaryRoutes(http);
    const url = "/api/web/api/v1/dict/cache-value";
    const english = await http.inject({ url });
    expect(envelopeOf<Dictionary>(english).data.entries["orderStatus"]?.[0]).toEqual({
      value: "unpaid",
      label: "Unpaid",
    });
    const etag = String(english.headers.etag);
    expect(etag).toBe(`"${envelopeOf<Dictionary>(english).data.version}"`);
    const again = await http.inject({ url, headers: { "if-none-match": etag } });
    expect(again.headers["cache-control"]).toBe("no-cache");
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const sizes = Object.values(envelopeOf<Dictionary>(english).data.entries).map((list) => list.length);
    for (const lang of ["zh_CN", "zh_TW", "id_ID"]) {
      const other = await http.inject({ url, headers: { lang, "if-none-match": etag } });
      expect(other.statusCode).toBe(200);
      const lists = Object.values(envelopeOf<Dictionary>(other).data.entries);
      expect(lists.map((list) => list.length)).toEqual(sizes);
      expect(lists.flat().every(({ label }) => label.length > 0)).toBe(true);
    }
    await http.close();
  });

  it("[I18N-1] contains the message of every result code in four languages, with its placeholders", async () => {
    const http = await open();
    registerDictionaryRoutes(http);
    const url = "/api/web/api/v1/dict/message";
    for (const [name, code] of Object.entries(resultCodes) as [ResultName, number][]) {
      for (const lang of languages) {
        const reply = await http.inject({ url, query: { code: String(code) }, headers: { lang } });
        expect(envelopeOf(reply), name).toMatchObject({
          code: 200,
          data: { message: templateOf(name, lang) },
        });
      }
    }
    const query = { code: String(resultCodes.deviceOfOtherOutlet), name: "<b>Call 0900</b>" };
    const { data } = envelopeOf<unknown>(await http.inject({ url, query, headers: { lang: "en_US" } }));
    expect(data).toEqual({ message: "Account {name} cannot scan the device at this branch" });
    await http.close();
  });

  it("[I18N-1] rejects the message of a code that is not in the catalogue, in the caller's language", async () => {
    const http = await open();
    registerDictionaryRoutes(http);
    for (const [code, problem] of [
      ["20199", "不在允许的取值内"],
      ["0", "超出范围"],
      ["<script>", "类型不正确"],
    ] as const) {
      const reply = await http.inject({
        url: "/api/web/api/v1/dict/message",
        query: { code },
        headers: { lang: "zh_CN" },
      });
      expect(envelopeOf(reply)).toMatchObject({
        code: 400,
        message: "请求无效",
        data: { fields: [{ path: "code", message: problem }] },
      });
    }
    await http.close();
  });
});
