import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { createLog } from "@reposo/server/platform/logging/log.ts";
import type { LocalBroker, LocalSubscription } from "@reposo/server/platform/mqtt/local-broker.ts";
import pg from "pg";
import { serveParent } from "#child-process.ts";
import { cpuPerItem, readRunCpu } from "#cpu-time.ts";
import type { BenchChair } from "#bench-network.ts";
import { type CoinBacklog, makeBacklogs } from "./coin-load.ts";

export interface CoinsTask {
  readonly settings: Record<string, string>;
  readonly chairs: readonly BenchChair[];
  /** Number of runs of each chair. */
  readonly runs: number;
}

/** The result of a measurement: the number of events, the coins among them, and the time until the last receipt. */
export interface CoinsReady {
  readonly ms: number;
  readonly events: number;
  readonly coins: number;
}

/** A result with the CPU time per coin of the server's process and of the database. */
export interface GatewayReady extends CoinsReady {
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** Maximum number of unacknowledged events of a chair. */
const windowSize = 64;

/**
 * Runs the product with a simulated local broker, which passes events to the chair gateway as fast as the gateway
 * accepts them. Reports that it is ready when all events have receipts.
 */
serveParent<CoinsTask>(async ({ settings, chairs, runs }) => {
  const config = readConfig({ LOG_LEVEL: "fatal", ...settings });
  const gateway = createGateway(makeBacklogs(chairs, runs, new Date()));
  const server = await hostServer(config, {
    log: createLog(config.logLevel),
    buildApp: (dependencies) =>
      buildApp({ ...dependencies, mqtt: { ...dependencies.mqtt, local: gateway.broker } }),
  });
  const observer = new pg.Client(server.ownerConnection);
  observer.on("error", () => {});
  await observer.connect();
  const before = await readRunCpu(observer, { serverPid: process.pid });
  const delivered = await gateway.deliver();
  const cpu = cpuPerItem(before, await readRunCpu(observer, { serverPid: process.pid }), delivered.coins);
  await observer.end();
  const ready: GatewayReady = { ...delivered, serverMs: cpu.serverMs, databaseMs: cpu.databaseMs };
  return { ready, stop: server.stop };
});

/** Creates a simulated local broker for the server, and the function that sends all events through it. */
function createGateway(backlogs: readonly CoinBacklog[]) {
  const byTopic = new Map(backlogs.map((backlog) => [`chairs/${backlog.deviceId}/receipt`, backlog]));
  const sent = new Map<CoinBacklog, number>();
  let subscriber: LocalSubscription | null = null;
  let open = backlogs.length;
  let finish = () => {};

  const send = (backlog: CoinBacklog, upTo: number) => {
    const from = sent.get(backlog) ?? 0;
    const to = Math.min(upTo, backlog.events.length);
    if (to <= from) return;
    sent.set(backlog, to);
    for (const { topic, payload } of backlog.events.slice(from, to))
      subscriber?.whenCapacity(topic, () => subscriber?.onMessage(topic, payload, false));
  };

  const broker: LocalBroker = {
    subscribe(listener) {
      subscriber = listener;
      return {
        readRetained: async () => {},
        end() {
          subscriber = null;
        },
      };
    },
    publish(topic, payload) {
      const backlog = byTopic.get(topic);
      if (backlog === undefined) return;
      const { upTo } = JSON.parse(payload.toString()) as PayloadOf<"receipt">;
      if (upTo === backlog.events.length) {
        byTopic.delete(topic);
        open -= 1;
        if (open === 0) finish();
      } else send(backlog, upTo + windowSize);
    },
  };

  return {
    broker,
    /** Sends all events; resolves when the last event has a receipt, which means that it is committed. */
    async deliver(): Promise<CoinsReady> {
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const startMs = performance.now();
      for (const backlog of backlogs) send(backlog, windowSize);
      await finished;
      const sum = (count: (backlog: CoinBacklog) => number) =>
        backlogs.reduce((total, one) => total + count(one), 0);
      return {
        ms: performance.now() - startMs,
        events: sum(({ events }) => events.length),
        coins: sum(({ coins }) => coins),
      };
    },
  };
}
