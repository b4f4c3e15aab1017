import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

async function limited(): Promise<FastifyInstance> {
  const { http } = await openTestHttp(db.database, {
    config: {
      limits: { callsPerMinuteAddress: 3, healthCallsPerMinuteAddress: 4, webhooksPerMinuteAddress: 5 },
    },
  });
  http.post("/pay/company/webhook", { config: { rateClass: "webhook" } }, async () => "");
  http.get("/pages/any", async () => "");
  await http.listen({ host: "127.0.0.1", port: 0 });
  return http;
}

/** Sends a request with an unmodified target. Resolves to the response's status. */
function statusOf(http: FastifyInstance, method: string, target: string): Promise<number> {
  const { port } = http.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    socket.on("close", () => resolve(Number(text.split(" ")[1])));
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}

async function statuses(http: FastifyInstance, calls: readonly [method: string, target: string][]) {
  const found: number[] = [];
  for (const [method, target] of calls) found.push(await statusOf(http, method, target));
  return found;
}

const key = "/web/api/v1/login/public-key";

describe("calls of one address", () => {
  it("[ATTACK-2] are counted by route, regardless of how its path is encoded", async () => {
    const http = await limited();
    const spellings = [
      `/api${key}`,
      `/%61pi${key}`,
      `http://x/api${key}`,
      `/api${key}`,
      `/%61pi${key}`,
      `http://x/api${key}`,
      `http://x/%61%70%69${key}`,
    ];
    const found = await statuses(
      http,
      spellings.map((target) => ["GET", target]),
    );
    expect(found).toEqual([200, 200, 200, 429, 429, 429, 429]);
    await http.close();
  });

  it("[ATTACK-2] have separate limits for health and webhooks", async () => {
    const http = await limited();
    const several = (times: number, method: string, target: string) =>
      statuses(
        http,
        Array.from({ length: times }, () => [method, target]),
      );
    expect(await several(4, "GET", `/api${key}`)).toEqual([200, 200, 200, 429]);
    expect(await several(5, "GET", "/api/health/live")).toEqual([200, 200, 200, 200, 429]);
    expect(await several(1, "GET", "/%61pi/health/ready")).toEqual([429]);
    expect(await several(6, "POST", "/pay/company/webhook")).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await several(16, "GET", "/pages/any")).toEqual([...Array(15).fill(200), 429]);
    await http.close();
  });
});
