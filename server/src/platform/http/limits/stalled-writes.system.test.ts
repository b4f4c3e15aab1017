import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { closeStalledWrites } from "./stalled-writes.ts";
import { socketClosed } from "#test/network/socket-closed.ts";

const bytes = 32 * 1024 ** 2;
const slowBytes = 1.5 * 1024 ** 2;
const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ("listen" in one) one.close();
    else one.destroy();
  }
});

async function serve(stallMs: number) {
  const server = createServer((_request, response) => response.end(Buffer.alloc(bytes, "a")));
  closeStalledWrites(server, { stallMs, minBytes: 1024 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  const { port } = server.address() as { port: number };
  return async () => {
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const client = connect(port, "127.0.0.1");
    client.on("error", () => {});
    opened.push(client);
    client.pause();
    client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const [socket] = await accepted;
    return { client, socket };
  };
}

describe("responses that the client does not read", () => {
  it("[ATTACK-3] are aborted, so that their memory is released", async () => {
    const open = await serve(1_000);
    const { socket } = await open();
    await expect.poll(() => socket.writableLength).toBeGreaterThan(1024 ** 2);
    await socketClosed(socket);
    expect(socket.writableLength).toBe(0);
  });

  it("[ATTACK-3] continue if the client reads slowly", async () => {
    const stallMs = 2_000;
    const open = await serve(stallMs);
    const { client } = await open();
    const startedMs = performance.now();
    let received = 0;
    let pauses = 0;
    client.on("data", (chunk: Buffer) => {
      received += chunk.length;
      // The kernel accepts more data only when a third of its buffer of up to 4 MB is free.
      if (received < (pauses + 1) * slowBytes) return;
      pauses += 1;
      client.pause();
      void delay(200).then(() => client.resume());
    });
    client.resume();
    await socketClosed(client);
    expect(received).toBeGreaterThan(bytes);
    expect(performance.now() - startedMs).toBeGreaterThan(1.5 * stallMs);
  });
});
