import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openTestHttp } from "#test/clients/http-client.ts";
import { bodyTimeoutMs, limitConnections } from "./connections.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

interface OpenConnection {
  socket: Socket;
  /** All data received until the other side has closed the connection. */
  received: Promise<string>;
}

async function open(http: FastifyInstance, text: string): Promise<OpenConnection> {
  const { port } = http.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  const received = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    // A closed socket may also report a connection reset.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(text);
  return { socket, received };
}

async function listening(maxConnections: number): Promise<FastifyInstance> {
  const { http } = await openTestHttp(db.database, { config: { maxConnections, trustProxy: false } });
  await http.listen({ host: "127.0.0.1", port: 0 });
  return http;
}

describe("the connections of one address", () => {
  /** Returns a function that opens a connection from an address: a socket that can only be closed. */
  function limited(maxConnections: number, trustProxy: false | 1 = false) {
    const server = createServer();
    limitConnections(server, { maxConnections, trustProxy });
    return (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        isOpen: true,
        destroy() {
          socket.isOpen = false;
          socket.emit("close");
        },
      });
      server.emit("connection", socket);
      return socket;
    };
  }
  const openOf = (sockets: readonly { isOpen: boolean }[]) => sockets.filter(({ isOpen }) => isOpen).length;

  it("[ATTACK-3] may be a quarter of all connections, rounded up, until one of them closes", () => {
    const open = limited(10);
    const sockets = ["198.51.100.1", "::ffff:198.51.100.1", "198.51.100.1", "198.51.100.1"].map(open);
    expect(sockets.map(({ isOpen }) => isOpen)).toEqual([true, true, true, false]);
    expect(openOf(["198.51.100.2", "2001:db8::1"].map(open))).toBe(2);
    // An IPv6 network of 64 bits counts as one address.
    expect(openOf(["2001:db8::2", "2001:db8::3", "2001:db8::4"].map(open))).toBe(2);
    sockets[0]?.destroy();
    expect(openOf(["198.51.100.1", "198.51.100.1"].map(open))).toBe(1);
  });

  it("[ATTACK-3] are not limited if the address is loopback, or with TRUST_PROXY that of the proxy", () => {
    const local = limited(10);
    for (const address of ["127.0.0.1", "127.1.2.3", "::ffff:127.0.0.1", "::1"])
      expect(openOf(Array.from({ length: 9 }, () => local(address))), address).toBe(9);
    const proxied = limited(10, 1);
    expect(openOf(Array.from({ length: 9 }, () => proxied("198.51.100.1")))).toBe(9);
  });
});

describe("slow and many sockets", () => {
  it("are closed after the timeout of headers or body, or without any data", async () => {
    const http = await listening(100);
    // The real limits are 15 s and 60 s. The test's shorter limits apply at the next check, every 5 s.
    http.server.headersTimeout = 200;
    http.server.requestTimeout = 300;
    const startMs = performance.now();
    const openConnections = await Promise.all([
      open(http, "GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Slow: "),
      open(http, "POST /api/web/api/v1/login/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{"),
      open(http, ""),
    ]);
    const [headers = "", body = ""] = await Promise.all(openConnections.map(({ received }) => received));
    // A slow machine takes longer than the test's limits, but the real limits would take at least 15 s.
    expect(performance.now() - startMs).toBeLessThan(14_000);
    expect(headers).toMatch(/^HTTP\/1\.1 408 .*"code":400/s);
    expect(body).toMatch(/^HTTP\/1\.1 (408|400|415) /);
    await http.close();
  });

  it("[ATTACK-3] are closed after a timeout even if the client keeps its side open", async () => {
    const http = await listening(100);
    http.server.headersTimeout = 200;
    http.server.requestTimeout = 300;
    const { port } = http.server.address() as { port: number };
    const sockets = [
      "GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ",
      "POST /api/web/api/v1/login/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{",
    ].map((text) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => {});
      socket.resume().write(text);
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, "end")));
    await expect
      .poll(() => new Promise((resolve) => http.server.getConnections((_, n) => resolve(n))))
      .toBe(0);
    for (const socket of sockets) socket.destroy();
    await http.close();
  });

  it("are dropped beyond the limit, and served within it", async () => {
    const http = await listening(4);
    const idle = await Promise.all([1, 2, 3].map(() => open(http, "")));
    const served = await open(http, "GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect
      .poll(() => new Promise((resolve) => http.server.getConnections((_, n) => resolve(n))))
      .toBe(4);
    const dropped = await open(http, "GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await dropped.received).toBe("");
    const answer = await new Promise<string>((resolve) => {
      served.socket.once("data", (chunk) => resolve(String(chunk)));
      served.socket.write("GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n");
    });
    expect(answer).toContain("200 OK");
    for (const { socket } of [...idle, served]) socket.destroy();
    await http.close();
  });

  it("do not include injected calls, which have no socket to close", async () => {
    const { http } = await openTestHttp(db.database);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await http.inject({
        method: "POST",
        url: "/api/web/api/v1/login/guest",
        payload: "a",
        headers: { "content-type": "text/plain" },
      });
      expect(() => vi.advanceTimersByTime(bodyTimeoutMs)).not.toThrow();
    } finally {
      vi.useRealTimers();
      await http.close();
    }
  });

  it("get no body timeout for a call without a body", async () => {
    const { http } = await openTestHttp(db.database);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await http.inject({ method: "POST", url: "/api/health/live" });
      expect(vi.getTimerCount()).toBe(0);
      expect(() => vi.advanceTimersByTime(bodyTimeoutMs)).not.toThrow();
    } finally {
      vi.useRealTimers();
      await http.close();
    }
  });
});
