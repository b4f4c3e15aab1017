import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { BenchChair } from "./bench-network.ts";
import { type CpuTime, readCpuTime } from "./cpu-time.ts";
import type { createStarter } from "./start-request.ts";

export interface Throughput {
  readonly perSecond: number;
  readonly refused: number;
  readonly seconds: number;
  /** Of one start and the rest of its massage. */
  readonly cpu: CpuTime;
}

const pollMs = 4;

/**
 * So many starts under way at all times, for so long: each client begins the next one when its chair's run is
 * committed. What counts is what the database holds as running or beyond, not what was asked for.
 */
export async function measureStarts(parts: {
  observer: pg.Client;
  serverPid: number;
  starter: ReturnType<typeof createStarter>;
  tokens: readonly string[];
  priceId: string;
  chairs: readonly BenchChair[];
  clients: number;
  seconds: number;
}): Promise<Throughput> {
  const { observer, serverPid, starter, tokens, priceId, chairs, clients, seconds } = parts;
  const waiting = new Map<string, () => void>();
  let next = 0;
  let refused = 0;
  let ended = false;

  const watch = async () => {
    while (!ended || waiting.size > 0) {
      await sleep(pollMs);
      if (waiting.size === 0) continue;
      const { rows } = await observer.query<{ order_id: string }>({
        name: "bench-running",
        text: "SELECT order_id FROM orders WHERE order_id = ANY ($1::uuid[]) AND status NOT IN ('paid', 'starting')",
        values: [[...waiting.keys()]],
      });
      for (const { order_id } of rows) {
        waiting.get(order_id)?.();
        waiting.delete(order_id);
      }
    }
  };

  const client = async (token: string) => {
    while (!ended) {
      const chair = chairs[next % chairs.length] as BenchChair;
      next += 1;
      const { code, orderId } = await starter.start({ token, deviceId: chair.deviceId, priceId });
      if (orderId === null) {
        // Its last massage is not over yet: the next chair.
        if (code !== 20203) throw new Error(`a start was refused with code ${code}`);
        refused += 1;
        continue;
      }
      await new Promise<void>((resolve) => waiting.set(orderId, resolve));
    }
  };

  const watching = watch();
  const working = Promise.all(
    Array.from({ length: clients }, (_, i) => client(tokens[i % tokens.length] as string)),
  );
  await Promise.race([sleep(2000), working]);
  const countRuns = async () => {
    const { rows } = await observer.query<{ runs: string; at: Date }>(
      "SELECT count(*) AS runs, clock_timestamp() AS at FROM order_transition WHERE to_status = 'running'",
    );
    const cpu = await readCpuTime(observer, serverPid);
    return { runs: Number(rows[0]?.runs), at: rows[0]?.at.getTime() ?? 0, cpu };
  };
  const before = await countRuns();
  refused = 0;
  await Promise.race([sleep(seconds * 1000), working]);
  const after = await countRuns();
  ended = true;
  await working;
  await watching;
  const measured = (after.at - before.at) / 1000;
  const runs = after.runs - before.runs;
  const cpu = {
    serverMs: (after.cpu.serverMs - before.cpu.serverMs) / runs,
    databaseMs: (after.cpu.databaseMs - before.cpu.databaseMs) / runs,
  };
  return { perSecond: runs / measured, refused, seconds: measured, cpu };
}
