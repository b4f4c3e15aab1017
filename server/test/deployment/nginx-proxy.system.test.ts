import { rm } from "node:fs/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testCertificate } from "#test/network/broker-certificate.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp } from "#test/clients/http-client.ts";
import { openNginx, type Nginx } from "#test/network/nginx.ts";
import { makeTestFolder } from "#test/test-folder.ts";

let db: TestDatabase;
let http: FastifyInstance;
let proxy: Nginx;
let folder: string;
const continued = Promise.withResolvers<void>();

beforeAll(async () => {
  db = await openTestDatabase();
  folder = await makeTestFolder("nginx");
  ({ http } = await openTestHttp(db.database, {
    config: { trustProxy: "127.0.0.1", publicUrl: "https://chairs.example.com" },
  }));
  http.get("/api/caller", async ({ ip, protocol, host }) => ({ ip, protocol, host }));
  http.get("/api/stream", { config: { isStream: true } }, async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream" });
    reply.raw.write("first");
    await continued.promise;
    reply.raw.end("second");
  });
  await http.register(async (scope) => {
    scope.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
    scope.post("/api/size", { bodyLimit: 110 * 1024 ** 2 }, async ({ body }) => {
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    });
  });
  await http.listen({ host: "127.0.0.1", port: 0 });
  proxy = await openNginx(folder, (http.server.address() as AddressInfo).port);
});
afterAll(async () => {
  await proxy.stop();
  await http.close();
  await db.close();
  await rm(folder, { recursive: true });
});

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
};

/** Sends a request over TLS and verifies the certificate. */
function call(path: string, headers: Record<string, string> = {}, body?: Iterable<Buffer>) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: proxy.httpsPort,
        path,
        ca: testCertificate,
        servername: "localhost",
        method: body ? "POST" : "GET",
        headers: { host: "chairs.example.com", ...headers },
      },
      resolve,
    );
    outgoing.on("error", reject);
    for (const chunk of body ?? []) outgoing.write(chunk);
    outgoing.end();
  });
}

describe("a server behind nginx with the configuration of docs/operating.md", () => {
  it("[ATTACK-2] uses the client's real address and protocol, and ignores addresses in the client's headers", async () => {
    const forged = {
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-proto": "http",
      forwarded: "for=203.0.113.7",
    };
    const response = await call("/api/caller", forged);
    expect(JSON.parse(await textOf(response))).toEqual({
      ip: "127.0.0.1",
      protocol: "https",
      host: "chairs.example.com",
    });
    expect(response.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    expect(response.headers["content-security-policy"]).toBeDefined();
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("redirects plain HTTP to TLS, with the path and the query", async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      requestPlain(
        {
          host: "127.0.0.1",
          port: proxy.httpPort,
          path: "/pages/index/index?deviceId=E1",
          headers: { host: "chairs.example.com" },
        },
        resolve,
      )
        .on("error", reject)
        .end();
    });
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe("https://chairs.example.com/pages/index/index?deviceId=E1");
    response.resume();
  });

  it("[HOME-3] delivers the first event of a stream without waiting for the next event", async () => {
    const response = await call("/api/stream");
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await chunks.next()).value)).toBe("first");
    continued.resolve();
    expect(String((await chunks.next()).value)).toBe("second");
  });

  it("[FB-2] forwards an upload of 100 MiB", async () => {
    const chunk = Buffer.alloc(1024 ** 2);
    const body = Array.from({ length: 100 }, () => chunk);
    const headers = { "content-type": "application/octet-stream", "content-length": String(100 * 1024 ** 2) };
    const response = await call("/api/size", headers, body);
    expect(JSON.parse(await textOf(response))).toEqual({ bytes: 100 * 1024 ** 2 });
  });
});
