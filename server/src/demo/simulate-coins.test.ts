import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ChairProcess } from "./chair-process.ts";
import { demoOutlets, faultyChair, offlineChair } from "./demo-network.ts";
import { simulateCoins } from "./simulate-coins.ts";

const currencyOf = new Map(
  demoOutlets.flatMap(({ deviceIds, currency }) => deviceIds.map((deviceId) => [deviceId, currency])),
);

it("[CASH-2] simulates coins in the outlet's currency, some of them while the chair is temporarily offline", async () => {
  const offline = new Set<string>();
  const coins = { online: 0, offline: 0 };
  let returned = 0;
  const chairs: ChairProcess = {
    pid: 0,
    mqttUrl: "",
    switchOn: async () => {},
    stop: async () => {},
    setNetwork(deviceId, to) {
      if (to === "offline") offline.add(deviceId);
      else if (offline.delete(deviceId)) returned += 1;
    },
    insertCoin(deviceId, amountMinor, currency) {
      expect([amountMinor, currency]).toEqual([1_000, currencyOf.get(deviceId)]);
      expect([offlineChair, faultyChair]).not.toContain(deviceId);
      coins[offline.has(deviceId) ? "offline" : "online"] += 1;
    },
  };
  // In a fifth of several hundred visits, the chair is offline.
  const traffic = simulateCoins({ chairs, clock: { now: () => new Date(0), sleep: () => setImmediate() } });
  await expect.poll(() => coins.online).toBeGreaterThan(500);
  traffic.stop();
  expect(coins.offline).toBeGreaterThan(0);
  expect(returned).toBeGreaterThan(0);
  const { online } = coins;
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(coins.online).toBe(online);
});
