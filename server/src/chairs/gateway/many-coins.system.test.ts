import { createVirtualChair } from "@reposo/chair/virtual-chair.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { chairSecret, createTestGateway, startGatewayBroker } from "#test/network/gateway-broker.ts";

let broker: EmbeddedBroker;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  broker = await startGatewayBroker();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await broker.close();
});

it("[CASH-2] lets a chair with thousands of coins from a time without connection pause, and deliver all of them", async () => {
  // The limit is reached after 400 of 3,000 events; each pause is then a second.
  const gateway = createTestGateway(broker, {
    local: broker.local,
    eventLimit: { perMinute: 6_000, burst: 400 },
  });
  cleanUps.push(() => gateway.stop());
  const stored = new Set<number>();
  gateway.onMessages(async (id, loadBatch) => {
    const { events = [] } = loadBatch();
    for (const { seq } of events) stored.add(seq);
    let upTo = 0;
    while (stored.has(upTo + 1)) upTo += 1;
    const [first] = events;
    if (first) await gateway.sendReceipt(id, { epoch: first.epoch, upTo });
  });
  const excesses: string[] = [];
  gateway.onExcess(async (id) => void excesses.push(id));
  gateway.start();
  await vi.waitUntil(() => gateway.connected(), { timeout: 30_000, interval: 5 });
  const deviceId = "GATE0001";
  const chair = createVirtualChair({
    deviceId,
    secret: chairSecret(deviceId),
    mqttUrl: broker.url,
    faults: { offline: true },
    reconnectMs: 20,
    resendMs: 100,
  });
  cleanUps.push(() => chair.stop());
  chair.start();
  for (let coin = 0; coin < 1_000; coin += 1) {
    expect(chair.insertCoin(1_000, "PHP")).toBe("accepted");
    chair.pressStop();
  }
  const { nextSeq } = chair.state();
  chair.setFaults({ offline: false });
  await vi.waitUntil(() => chair.state().pendingEvents === 0, { timeout: 100_000, interval: 50 });
  expect(stored.size).toBe(nextSeq - 1);
  expect(new Set(excesses)).toEqual(new Set([deviceId]));
  // The chair sends at most one window of 64 events before it learns of a pause.
  expect(gateway.counts().refused).toBeLessThanOrEqual(64 * excesses.length);
}, 120_000);
