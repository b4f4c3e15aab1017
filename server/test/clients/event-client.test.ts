import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { followEvents } from "./event-client.ts";

const unhandled: unknown[] = [];
const addUnhandled = (error: unknown) => void unhandled.push(error);
let server: Server;
let text: string;
let origin: string;
beforeEach(async () => {
  process.on("unhandledRejection", addUnhandled);
  text = 'id: 1\nevent: order\ndata: {"orderId":"a"}\n\n';
  server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  process.off("unhandledRejection", addUnhandled);
  unhandled.length = 0;
  server.closeAllConnections();
  server.close();
});

it("causes no unhandled rejection if the connection is lost and no caller awaits the next event", async () => {
  const stream = await followEvents(origin, "");
  expect(await stream.next()).toEqual({ name: "order", data: { orderId: "a" }, id: "1" });
  void stream.next();
  server.closeAllConnections();
  await setTimeout(50);
  expect(unhandled).toEqual([]);
});

it("rejects the next event and the end if the connection is lost", async () => {
  const stream = await followEvents(origin, "");
  await stream.next();
  const next = stream.next();
  server.closeAllConnections();
  await expect(next).rejects.toThrow("terminated");
  await expect(stream.ended).rejects.toThrow("terminated");
  await expect(stream.next()).rejects.toThrow("terminated");
});

it("rejects the next event and the end if an event is not valid JSON", async () => {
  text = "data: {\n\n";
  const stream = await followEvents(origin, "");
  await expect(stream.next()).rejects.toThrow(SyntaxError);
  await expect(stream.ended).rejects.toThrow(SyntaxError);
  expect(unhandled).toEqual([]);
});
