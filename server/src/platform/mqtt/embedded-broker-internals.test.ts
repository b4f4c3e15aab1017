import { readFileSync } from "node:fs";
import { Aedes } from "aedes";
import mqtt from "mqtt";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { keepLastWills, supportedAedesVersion } from "./embedded-broker-internals.ts";

it("runs the version of Aedes for whose private members the patches were written", async () => {
  const packageFile = new URL(
    "package.json",
    import.meta.resolve("aedes").replace(/(\/node_modules\/aedes\/).*/, "$1"),
  );
  const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
  expect(version).toBe(supportedAedesVersion);

  const broker = (await Aedes.createBroker()) as unknown as Record<string, never> & {
    close(done: () => void): void;
  };
  expect(broker).toMatchObject({
    mq: { _do: expect.any(Function) },
    persistence: { createRetainedStreamCombi: expect.any(Function) },
    unregisterClient: expect.any(Function),
    _clearWillInterval: expect.anything(),
  });
  await new Promise<void>((resolve) => broker.close(resolve));
});

it("[PROTO-2] does not publish the last wills of connected chairs when the clock is set forward", async () => {
  const broker = await Aedes.createBroker({ heartbeatInterval: 20 });
  keepLastWills(broker);
  const server = createServer((socket) => void broker.handle(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const will = { topic: "will", payload: Buffer.from("offline"), qos: 0, retain: false } as const;
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = await mqtt.connectAsync(url, { will, reconnectPeriod: 0 });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await client.endAsync(true);
    await new Promise<void>((resolve) => broker.close(resolve));
    server.close();
  });
  const published: string[] = [];
  const record = ({ topic }: { topic: string }, done: () => void) => {
    published.push(topic);
    done();
  };
  await new Promise<void>((resolve) => broker.subscribe("will", record, resolve));
  let now = Date.now();
  // Every reading of the clock is an hour later, so that each heartbeat is outdated immediately.
  vi.spyOn(Date, "now").mockImplementation(() => (now += 3_600_000));
  await delay(300);
  expect(published).toEqual([]);
});
