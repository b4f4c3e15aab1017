import { setTimeout as delay } from "node:timers/promises";
import { type FaultWorld, isReady } from "./fault-world.ts";

interface Interval {
  readonly fromMs: number;
  toMs: number;
}

export interface ConnectivityWatch {
  /** Returns whether the chair could be reached without interruption in this interval, by `performance.now`. */
  wasReachable(deviceId: string, fromMs: number, toMs: number): boolean;
  stop(): Promise<void>;
}

/** Records when each chair could be reached: it was connected, and the server of its customers was ready. */
export function watchConnectivity(world: FaultWorld): ConnectivityWatch {
  const intervals = new Map<string, Interval[]>();
  const open = new Map<string, Interval>();
  let isStopped = false;
  let ready = false;

  const check = () => {
    const nowMs = performance.now();
    for (const { deviceId, connected } of world.fleet.states()) {
      const last = open.get(deviceId);
      if (!(connected && ready)) {
        open.delete(deviceId);
        continue;
      }
      if (last !== undefined) last.toMs = nowMs;
      else {
        const next = { fromMs: nowMs, toMs: nowMs };
        open.set(deviceId, next);
        intervals.set(deviceId, [...(intervals.get(deviceId) ?? []), next]);
      }
    }
  };
  const timer = setInterval(check, 25);
  const polling = (async () => {
    while (!isStopped) {
      ready = await isReady(world);
      await delay(50);
    }
  })();

  return {
    wasReachable: (deviceId, fromMs, toMs) =>
      (intervals.get(deviceId) ?? []).some((one) => one.fromMs <= fromMs && one.toMs >= toMs),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await polling;
    },
  };
}
