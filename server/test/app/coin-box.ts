import { randomUUID } from "node:crypto";
import type { OrderApp } from "./order-app.ts";

const minuteMs = 60_000;

/** Returns the time `minutes` before the present of the app's clock. */
export const minutesAgo = (world: OrderApp, minutes: number): Date =>
  new Date(world.clock.now().getTime() - minutes * minuteMs);

/** Simulates a chair with a coin counter. Each call inserts a coin and returns a function that delivers its event. */
export function openCoinBox(world: OrderApp, deviceId: string) {
  const epoch = randomUUID();
  let seq = 0;
  let counter = 0;
  return (minutes: number, amount = 1_000, rest: { currency?: "MYR"; counted?: false } = {}) => {
    seq += 1;
    const counters = rest.counted === false ? {} : { counterBefore: counter, counterAfter: counter + amount };
    counter += amount;
    const { currency = "PHP" } = rest;
    const at = minutesAgo(world, minutes).toISOString();
    const event = { epoch, seq, at, type: "coin", gear: 1, seconds: 60 } as const;
    return () =>
      world.app.chairIntake.process(deviceId, () => ({
        events: [{ ...event, amount, currency, ...counters }],
      }));
  };
}
