import { Agent, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

/** Makes a call on a kept-alive connection. Resolves to status, body, and whether the server closes the connection. */
function call(agent: Agent, url: string) {
  return new Promise<{ status: number | undefined; closes: boolean; body: string }>((resolve, reject) => {
    get(url, { agent }, (response: IncomingMessage) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode, closes: response.headers.connection === "close", body }),
      );
    }).on("error", reject);
  });
}

it("[G-4] a stopping server completes active calls and rejects new calls with 503, even on kept-alive connections", async () => {
  const { http } = await openTestHttp(db.database);
  const entered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isDatabaseClosed = false;
  http.get("/api/slow", async () => {
    entered.resolve();
    await released.promise;
    return { isDatabaseClosed };
  });
  http.get("/api/quick", async () => ({ isDatabaseClosed }));
  await http.listen({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  const [idle, busy] = agents;
  expect(await call(idle, `${origin}/api/quick`)).toMatchObject({ status: 200, closes: false });

  const slow = call(busy, `${origin}/api/slow`);
  await entered.promise;
  const closed = http.close().then(() => (isDatabaseClosed = true));
  await expect.poll(async () => (await call(idle, `${origin}/api/quick`)).status).toBe(503);
  released.resolve();
  expect(await slow).toMatchObject({ status: 200, closes: true, body: '{"isDatabaseClosed":false}' });
  await closed;
  for (const agent of agents) agent.destroy();
});

it("[G-4] a stopping server waits for active calls until a timeout, but not for streams", async () => {
  const { http } = await openTestHttp(db.database);
  const entered = Promise.withResolvers<void>();
  http.get("/api/stream", { config: { isStream: true } }, async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream" });
    reply.raw.write(": open\n\n");
    entered.resolve();
  });
  await http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const agent = new Agent();
  const stream = call(agent, `http://127.0.0.1:${port}/api/stream`).catch((error: Error) => error);
  await entered.promise;
  await http.close();
  expect(await stream).toBeInstanceOf(Error);
  agent.destroy();
});
