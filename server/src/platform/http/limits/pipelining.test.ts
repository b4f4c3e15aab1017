import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Statuses of the next responses on a connection. */
function statusesOn(socket: Socket) {
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  return async (count: number) => {
    const found = () => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
    await expect.poll(() => found().length).toBe(count);
    return found();
  };
}

it("[ATTACK-3] calls sent before the response to an earlier one are refused, and later ones are not", async () => {
  const { http } = await openTestHttp(db.database);
  const released = Promise.withResolvers<void>();
  let calls = 0;
  http.get("/api/slow", async () => {
    calls += 1;
    await released.promise;
    return "";
  });
  http.get("/api/large", async () => Buffer.alloc(8 * 1024 ** 2));
  await http.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  const statuses = statusesOn(socket);
  socket.write(get("/api/slow").repeat(64));
  await expect.poll(() => calls).toBe(1);
  released.resolve();
  expect(await statuses(64)).toEqual([200, ...Array<number>(63).fill(429)]);
  expect(calls).toBe(1);
  for (let next = 65; next < 75; next += 1) {
    socket.write(get(next % 2 === 0 ? "/api/slow" : "/api/large"));
    expect((await statuses(next)).at(-1)).toBe(200);
  }
  socket.destroy();
  await http.close();
});
