import { setTimeout as sleep } from "node:timers/promises";
import type { BenchChair } from "#bench-network.ts";
import { cpuPerItem, type RunCpu, type Processes, readRunCpu } from "#cpu-time.ts";
import type { StartLoad } from "./start-request.ts";

export interface Placed {
  readonly perSecond: number;
  /** CPU time per order. */
  readonly cpu: RunCpu;
}

const warmUpMs = 2000;

/**
 * Measures the orders placed per second by concurrent clients. Each order is authenticated, validated, and committed
 * with its money, roll-ups, outbox row, and stored response. Each order is for a separate chair that is not connected,
 * so the measurement includes sending the start command but not the massage.
 * @throws Error if an order is refused, or if `chairs` is too short for the duration
 */
export async function measurePlacing(
  { observer, starter, tokens, priceId, clients, seconds }: StartLoad,
  { processes, chairs }: { processes: Processes; chairs: readonly BenchChair[] },
): Promise<Placed> {
  let next = 0;
  let ended = false;

  const client = async (token: string) => {
    while (!ended) {
      const chair = chairs[next];
      if (chair === undefined) throw new Error("all chairs have an order; increase maxPlaced");
      next += 1;
      const { code } = await starter.start({ token, deviceId: chair.deviceId, priceId });
      if (code !== 200) throw new Error(`an order was refused with code ${code}`);
    }
  };
  const readCounts = async () => {
    const { rows } = await observer.query<{ orders: string; at: Date }>(
      "SELECT count(*) AS orders, clock_timestamp() AS at FROM order_transition WHERE from_status IS NULL",
    );
    const cpu = await readRunCpu(observer, processes);
    return { orders: Number(rows[0]?.orders), at: rows[0]?.at.getTime() ?? 0, cpu };
  };

  const working = Promise.all(
    Array.from({ length: clients }, (_, i) => client(tokens[i % tokens.length] as string)),
  );
  await Promise.race([sleep(warmUpMs), working]);
  const before = await readCounts();
  await Promise.race([sleep(seconds * 1000), working]);
  const after = await readCounts();
  ended = true;
  await working;
  const orders = after.orders - before.orders;
  return {
    perSecond: (orders * 1000) / (after.at - before.at),
    cpu: cpuPerItem(before.cpu, after.cpu, orders),
  };
}
