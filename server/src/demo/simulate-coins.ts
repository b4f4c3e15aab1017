import type { Clock } from "#platform/time/clock.ts";
import type { ChairProcess } from "./chair-process.ts";
import { demoOutlets, faultyChair, offlineChair, servicedChair } from "./demo-network.ts";

/**
 * Value of each inserted coin: 10.00 in the currency of the outlet. In rupiah, this amount is less than any coin, so no
 * coins are inserted in Indonesia.
 */
const coinMinor = 1_000;

const coinChairs = demoOutlets
  .filter((outlet) => outlet.currency !== "IDR")
  .flatMap(({ deviceIds, currency }) => deviceIds.map((deviceId) => ({ deviceId, currency })))
  .filter(({ deviceId }) => ![offlineChair, faultyChair, servicedChair].includes(deviceId));

type CoinChair = (typeof coinChairs)[number];

const between = (min: number, max: number): number => min + Math.random() * (max - min);

/** Simulates customers who insert one to four coins. In 20 % of these visits, the chair is offline. */
export function simulateCoins(dependencies: { readonly chairs: ChairProcess; readonly clock: Clock }): {
  stop(): void;
} {
  const { chairs, clock } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function visit({ deviceId, currency }: CoinChair, isOffline: boolean): Promise<void> {
    if (isOffline) chairs.setNetwork(deviceId, "offline");
    const coins = Math.round(between(1, 4));
    for (let coin = 0; coin < coins && !signal.aborted; coin += 1) {
      chairs.insertCoin(deviceId, coinMinor, currency);
      await clock.sleep(between(1_000, 4_000), signal);
    }
    if (!isOffline) return;
    await clock.sleep(between(20_000, 60_000), signal);
    chairs.setNetwork(deviceId, "online");
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const chair = coinChairs[Math.floor(Math.random() * coinChairs.length)] as CoinChair;
      void visit(chair, Math.random() < 0.2);
      await clock.sleep(between(4_000, 12_000), signal);
    }
  }
  void run();
  return { stop: () => stopping.abort() };
}
