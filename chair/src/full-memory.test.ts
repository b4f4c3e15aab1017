import { mkdirSync, mkdtempSync, rmSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestBroker } from "#test/test-broker.ts";
import { openServerSide, until } from "#test/server-side.ts";
import { createDiskMemory, createVolatileMemory, diskMemoryPath } from "./chair-memory.ts";
import { createVirtualChair } from "./virtual-chair.ts";

let broker: Awaited<ReturnType<typeof openTestBroker>>;
let folder: string;
beforeAll(async () => {
  broker = await openTestBroker();
  folder = mkdtempSync(join(tmpdir(), "chair memory "));
});
afterAll(async () => {
  await broker.close();
  rmSync(folder, { recursive: true });
});

it("[PROTO-1] neither runs nor replies while the memory cannot be written, and works again afterwards", async () => {
  const server = await openServerSide(broker.url);
  const path = diskMemoryPath(folder, "TEST0001");
  const chair = createVirtualChair({
    deviceId: "TEST0001",
    secret: "secret",
    mqttUrl: broker.url,
    memory: createDiskMemory(path),
    reconnectMs: 20,
    maxReconnectMs: 50,
  });
  chair.start();
  await until(() => chair.state().connected, "the chair's connection");
  const firstBoot = chair.state().bootId;

  // A folder with the name of the temporary file makes every write fail, like a full disk.
  mkdirSync(`${path}.next`);
  const start = server.command("start", { orderId: "order-1", gear: 1, seconds: 60 });
  await server.send("TEST0001", start);
  await until(() => !chair.state().powered, "the restart");
  expect(chair.insertCoin(1000, "PHP")).toBe("returned");
  expect(server.replies).toEqual([]);

  rmdirSync(`${path}.next`);
  await until(() => chair.state().connected && chair.state().bootId !== firstBoot, "the chair's return");
  expect((await server.request("TEST0001", start)).outcome).toBe("done");
  expect(chair.state().running?.orderId).toBe("order-1");
  await chair.stop();
  await server.close();
});

it("records the end of a run once, even if reading and writing the memory fail repeatedly", async () => {
  const ended: string[] = [];
  let full = false;
  const memory = createVolatileMemory();
  const chair = createVirtualChair({
    deviceId: "TEST0002",
    secret: "secret",
    mqttUrl: broker.url,
    memory: {
      ...memory,
      store(contents) {
        if (full) throw new Error("no space left");
        memory.store(contents);
      },
    },
    onMotorStopped: ({ runId }) => ended.push(String(runId)),
  });
  chair.start();
  expect(chair.insertCoin(1000, "PHP")).toBe("accepted");
  full = true;
  for (let restarts = 0; restarts < 3; restarts += 1) {
    chair.powerCut(Number.POSITIVE_INFINITY);
    chair.start();
    expect(chair.state().powered).toBe(false);
  }
  expect(ended).toHaveLength(1);
  await chair.stop();
});
