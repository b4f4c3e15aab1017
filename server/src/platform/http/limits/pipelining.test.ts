import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/**
 * Returns a function that resolves to the statuses of the next responses, once the last of them has arrived completely.
 */
function statusesOn(socket: Socket) {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  return async (count: number) => {
    const found = () => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
    const last = () => text.slice(text.lastIndexOf("HTTP/1.1 "));
    await expect.poll(() => [found().length, isComplete(last())], { timeout: 30_000 }).toEqual([count, true]);
    return found();
  };
}

/** Returns true if the last byte of the body has arrived: only then may a client send its next call. */
function isComplete(response: string): boolean {
  const headEnd = response.indexOf("\r\n\r\n");
  const length = Number(/^content-length: (\d+)/im.exec(response)?.[1] ?? Number.NaN);
  return headEnd !== -1 && response.length === headEnd + 4 + length;
}

it("[ATTACK-3] refuses calls sent before the responses to two earlier calls, and accepts later calls", async () => {
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
  await expect.poll(() => calls).toBe(2);
  released.resolve();
  expect(await statuses(64)).toEqual([200, 200, ...Array<number>(62).fill(429)]);
  expect(calls).toBe(2);
  for (let next = 65; next < 75; next += 1) {
    socket.write(get(next % 2 === 0 ? "/api/slow" : "/api/large"));
    expect((await statuses(next)).at(-1)).toBe(200);
  }
  socket.destroy();
  await http.close();
});

it("[NET-2] accepts a call of a client that has received the last byte of a response that the server has not ended yet", async () => {
  const { http } = await openTestHttp(db.database);
  const ended = Promise.withResolvers<void>();
  // The stream of a file ends only after another read, which finds its end.
  http.get("/api/file", async (_request, reply) => {
    const content = Readable.from(
      (async function* () {
        yield "x";
        await ended.promise;
      })(),
    );
    return reply.header("content-length", 1).send(content);
  });
  let calls = 0;
  http.get("/api/next", async () => {
    calls += 1;
    return "";
  });
  await http.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  const statuses = statusesOn(socket);
  socket.write(get("/api/file"));
  await statuses(1);
  socket.write(get("/api/next"));
  await expect.poll(() => calls).toBe(1);
  ended.resolve();
  expect(await statuses(2)).toEqual([200, 200]);
  socket.destroy();
  await http.close();
});
