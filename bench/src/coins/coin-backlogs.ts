import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { chairTopic } from "@reposo/contract/devices/chair-topics.ts";

type Event = PayloadOf<"event">;

/** Value of a coin in minor units: 10 pesos. */
export const coinMinor = 10_00;
export const coinsOfRun = 4;
const coinSeconds = 60;

/** Events that one chair sends after an outage: runs of four coins, each run with its start and end. */
export interface CoinBacklog {
  readonly deviceId: string;
  /** Oldest first, numbered from 1. */
  readonly events: readonly { readonly topic: string; readonly payload: Buffer }[];
}

/**
 * Creates `runs` consecutive runs of a chair that ended before `until`. Each run has the duration that its coins paid
 * for.
 */
export function makeBacklog(deviceId: string, runs: number, until: Date): CoinBacklog {
  const epoch = randomUUID();
  const runMs = (coinsOfRun * coinSeconds + 30) * 1000;
  const events: Event[] = [];
  let counter = 0;
  const add = (atMs: number, event: Partial<Event> & Pick<Event, "type">) =>
    events.push({ epoch, seq: events.length + 1, at: new Date(atMs).toISOString(), ...event });
  for (let run = 0; run < runs; run += 1) {
    const runId = randomUUID();
    const startMs = until.getTime() - (runs - run) * runMs;
    for (let coin = 0; coin < coinsOfRun; coin += 1) {
      const counterBefore = counter;
      counter += coinMinor;
      const bought = { amount: coinMinor, currency: "PHP", seconds: coinSeconds, gear: 1 } as const;
      add(startMs + coin * 3_000, { type: "coin", runId, ...bought, counterBefore, counterAfter: counter });
      if (coin === 0) add(startMs, { type: "started", runId, gear: 1, seconds: coinSeconds });
    }
    const ranSeconds = coinsOfRun * coinSeconds;
    add(startMs + ranSeconds * 1000, { type: "finished", runId, seconds: ranSeconds });
  }
  const topic = chairTopic(deviceId, "event");
  return {
    deviceId,
    events: events.map((event) => ({ topic, payload: Buffer.from(JSON.stringify(event)) })),
  };
}
