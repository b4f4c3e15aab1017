import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { ChairsTask } from "#chairs/chairs-process.ts";
import { startChild } from "#child-process.ts";
import type { PeerReady, PeerTask } from "./peer-process.ts";
import { createStarter, type StartLoad } from "./start-request.ts";
import { measureStarts, type Throughput } from "./start-throughput.ts";

const chairs = 200;
const applicationName = "reposo-bench-peer";

/**
 * Measures the starts per second of the peer (see peer-process.ts) on the product's database. The caller must have
 * created the tables of the minimal transaction there.
 */
export async function measurePeer(options: {
  observer: pg.Client;
  connection: pg.PoolConfig;
  connections: number;
  clients: number;
  seconds: number;
}): Promise<Throughput> {
  const { observer, connection, connections, clients, seconds } = options;
  const task: PeerTask = { connection, connections, applicationName };
  const peer = await startChild<PeerReady>("start/peer-process.ts", task);
  const echoes = Array.from({ length: chairs }, (_, n) => ({
    deviceId: `P${String(n).padStart(7, "0")}`,
    secret: randomBytes(16).toString("hex"),
  }));
  const { mqttUrl, url } = peer.ready;
  const chairsTask: ChairsTask = { mqttUrl, speed: 1, chairs: [], echoes };
  const chairsChild = await startChild("chairs/chairs-process.ts", chairsTask);
  const starter = createStarter(url);
  try {
    const load: StartLoad = { observer, starter, tokens: ["unused"], priceId: "none", clients, seconds };
    return await measureStarts(load, {
      processes: { serverPid: peer.pid, chairsPid: chairsChild.pid, applicationName },
      runs: {
        async runningOf(orderIds) {
          const { rows } = await observer.query<{ order_id: string }>({
            name: "bench-peer-running",
            text: "SELECT order_id FROM bench_order WHERE order_id = ANY ($1::uuid[]) AND status = 'running'",
            values: [orderIds],
          });
          return rows.map((row) => row.order_id);
        },
        async countRuns() {
          const { rows } = await observer.query<{ runs: string }>(
            "SELECT count(*) AS runs FROM bench_order WHERE status = 'running'",
          );
          return Number(rows[0]?.runs);
        },
      },
      chairs: echoes,
      again: true,
    });
  } finally {
    starter.close();
    await chairsChild.stop();
    await peer.stop();
  }
}
