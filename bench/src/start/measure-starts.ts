import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { cpuPerItem, type CpuTime, type Processes, readCpuTime } from "#cpu-time.ts";
import type { createStarter } from "./start-request.ts";

const pollMs = 4;
const warmUpMs = 2000;

export interface StartLoad {
  /** Database connection from which the results are read. */
  readonly observer: pg.Client;
  readonly starter: ReturnType<typeof createStarter>;
  /** Session tokens, which are distributed over the clients. */
  readonly tokens: readonly string[];
  readonly priceId: string;
  readonly deviceIds: readonly string[];
  /** Whether a chair is started again; otherwise the measurement ends when all chairs have been started. */
  readonly isRepeated: boolean;
  /** Number of concurrent starts. */
  readonly clients: number;
  /** Duration of the measurement. */
  readonly seconds: number;
  readonly processes: Processes;
  /** Table of the orders. */
  readonly orders: "orders" | "bench_order";
}

export interface Rate {
  readonly perSecond: number;
  /** Duration of the measurement; shorter than requested if all chairs were used. */
  readonly seconds: number;
  /** CPU time per start. */
  readonly cpu: CpuTime;
}

/**
 * Measures starts by a constant number of clients. Each client begins its next start when the database contains its
 * previous order as running. The result counts these orders, not requests.
 * @throws Error if a start is refused or an order fails
 */
export async function measureStarts(load: StartLoad): Promise<Rate> {
  const { observer, starter, tokens, priceId, deviceIds, isRepeated, clients, seconds, orders } = load;
  const waiting = new Map<string, () => void>();
  const allChairsUsed = new AbortController();
  let started = 0;
  let running = 0;
  let hasEnded = false;
  let haveClientsFinished = false;

  // Polls until the last client has finished, because a client waits until its order runs even after the measurement.
  const watch = async () => {
    while (!haveClientsFinished) {
      await sleep(pollMs);
      if (waiting.size === 0) continue;
      const { rows } = await observer.query<{ order_id: string; status: string }>({
        name: `bench-running-${orders}`,
        text: `SELECT order_id, status FROM ${orders}
          WHERE order_id = ANY ($1::uuid[]) AND status NOT IN ('paid', 'starting')`,
        values: [[...waiting.keys()]],
      });
      for (const { order_id, status } of rows) {
        if (status !== "running" && status !== "completed") throw new Error(`order ${order_id} is ${status}`);
        running += 1;
        waiting.get(order_id)?.();
        waiting.delete(order_id);
      }
    }
  };

  const client = async (token: string) => {
    while (!hasEnded) {
      if (!isRepeated && started >= deviceIds.length) return allChairsUsed.abort();
      const deviceId = deviceIds[started % deviceIds.length] as string;
      started += 1;
      const { code, orderId } = await starter.start({ token, deviceId, priceId });
      if (orderId === null) throw new Error(`a start was refused with code ${code}`);
      await new Promise<void>((resolve) => waiting.set(orderId, resolve));
    }
  };

  const pause = (ms: number) => sleep(ms, undefined, { signal: allChairsUsed.signal }).catch(() => {});
  const read = async () => ({
    cpu: await readCpuTime(observer, load.processes),
    running,
    atMs: performance.now(),
  });
  const watching = watch();
  const working = Promise.all(
    Array.from({ length: clients }, (_, i) => client(tokens[i % tokens.length] as string)),
  );
  try {
    await Promise.race([pause(warmUpMs), working, watching]);
    const before = await read();
    await Promise.race([pause(seconds * 1000), working, watching]);
    const after = await read();
    hasEnded = true;
    await Promise.race([working, watching]);
    const count = after.running - before.running;
    const measuredSeconds = (after.atMs - before.atMs) / 1000;
    return {
      perSecond: count / measuredSeconds,
      seconds: measuredSeconds,
      cpu: cpuPerItem(before.cpu, after.cpu, count),
    };
  } finally {
    hasEnded = true;
    haveClientsFinished = true;
    await watching.catch(() => {});
  }
}
