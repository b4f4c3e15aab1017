import { resultCodes } from "@reposo/contract/result-codes.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { BenchChair } from "#bench-network.ts";
import { cpuPerItem, type RunCpu, type Processes, readRunCpu } from "#cpu-time.ts";
import type { StartLoad } from "./start-request.ts";

export interface Throughput {
  readonly perSecond: number;
  /** Starts that were refused because the chair was in use. */
  readonly refused: number;
  /** Duration of the measurement in seconds; shorter than requested if all chairs were used. */
  readonly seconds: number;
  /** CPU time per start. Includes the processing of massages that ended within the measurement. */
  readonly cpu: RunCpu;
}

/** Functions that read from the database which orders have started. */
export interface RunsWritten {
  /**
   * Returns the IDs of the given orders that are running or have run.
   * @throws Error if an order failed
   */
  readonly runningOf: (orderIds: readonly string[]) => Promise<readonly string[]>;
  /** Returns the number of orders that have started so far. */
  readonly countRuns: () => Promise<number>;
}

const pollMs = 4;
const warmUpMs = 2000;

/** Reads the runs of the product from its orders. */
export const productRuns = (observer: pg.Client): RunsWritten => ({
  async runningOf(orderIds) {
    const { rows } = await observer.query<{ order_id: string; status: string }>({
      name: "bench-running",
      text: `SELECT order_id, status FROM orders
        WHERE order_id = ANY ($1::uuid[]) AND status NOT IN ('paid', 'starting')`,
      values: [orderIds],
    });
    for (const { order_id, status } of rows)
      if (status !== "running" && status !== "completed") throw new Error(`order ${order_id} is ${status}`);
    return rows.map((row) => row.order_id);
  },
  async countRuns() {
    const { rows } = await observer.query<{ runs: string }>(
      "SELECT count(*) AS runs FROM order_transition WHERE to_status = 'running'",
    );
    return Number(rows[0]?.runs);
  },
});

/**
 * Measures starts by a constant number of clients for the given duration. Each client begins its next start when the
 * database contains its previous order as running. The result counts these orders, not requests.
 *
 * @param again whether a chair is started again after its massage; otherwise each chair is started once, and the
 *   measurement ends when all chairs have been started
 * @throws Error if a start fails, or is refused for another reason than a chair in use
 */
export async function measureStarts(
  { observer, starter, tokens, priceId, clients, seconds }: StartLoad,
  {
    processes,
    runs,
    chairs,
    again,
  }: { processes: Processes; runs: RunsWritten; chairs: readonly BenchChair[]; again: boolean },
): Promise<Throughput> {
  const waiting = new Map<string, () => void>();
  const allChairsUsed = new AbortController();
  let next = 0;
  let refused = 0;
  let ended = false;
  let haveClientsFinished = false;

  // Polls until the last client has finished, because a client waits until its order runs even after the measurement.
  const watch = async () => {
    while (!haveClientsFinished) {
      await sleep(pollMs);
      if (waiting.size === 0) continue;
      for (const orderId of await runs.runningOf([...waiting.keys()])) {
        waiting.get(orderId)?.();
        waiting.delete(orderId);
      }
    }
  };

  const client = async (token: string) => {
    while (!ended) {
      if (!again && next >= chairs.length) return allChairsUsed.abort();
      const chair = chairs[next % chairs.length] as BenchChair;
      next += 1;
      const { code, orderId } = await starter.start({ token, deviceId: chair.deviceId, priceId });
      if (orderId === null) {
        // The previous massage of the chair has not ended. Continue with the next chair.
        if (code !== resultCodes.deviceInUse) throw new Error(`a start was refused with code ${code}`);
        refused += 1;
        continue;
      }
      await new Promise<void>((resolve) => waiting.set(orderId, resolve));
    }
  };

  const pause = (ms: number) => sleep(ms, undefined, { signal: allChairsUsed.signal }).catch(() => {});
  const readCounts = async () => {
    const cpu = await readRunCpu(observer, processes);
    return { count: await runs.countRuns(), at: performance.now(), cpu };
  };
  const watching = watch();
  const working = Promise.all(
    Array.from({ length: clients }, (_, i) => client(tokens[i % tokens.length] as string)),
  );
  try {
    await Promise.race([pause(warmUpMs), working, watching]);
    const before = await readCounts();
    refused = 0;
    await Promise.race([pause(seconds * 1000), working, watching]);
    const after = await readCounts();
    ended = true;
    await Promise.race([working, watching]);
    const count = after.count - before.count;
    const measured = (after.at - before.at) / 1000;
    return {
      perSecond: count / measured,
      refused,
      seconds: measured,
      cpu: cpuPerItem(before.cpu, after.cpu, count),
    };
  } finally {
    ended = true;
    haveClientsFinished = true;
    await watching.catch(() => {});
  }
}
