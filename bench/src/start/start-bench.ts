import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type BenchChair, insertNetwork } from "#bench-network.ts";
import { measureMinimalTransactions } from "./minimal-transactions.ts";
import type { ChairsTask } from "#chairs/chairs-process.ts";
import { startChild } from "#child-process.ts";
import type { RunCpu } from "#cpu-time.ts";
import { formatRate, type Figure, inMs, inPercent, percentile, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";
import { measurePeer } from "./peer-throughput.ts";
import { type LatencySamples, measureStartLatency, stopWatching } from "./start-latency.ts";
import { measurePlacing, type Placed } from "./placing-throughput.ts";
import { createStarter, type StartLoad } from "./start-request.ts";
import { measureStarts, productRuns, type Throughput } from "./start-throughput.ts";

const warmUps = 50;
/**
 * Speed of the virtual chairs' clocks: a massage of one minute takes one second, so that its chair is soon available
 * again.
 */
const speed = 60;
/**
 * Upper bound of placed orders per second. Each order needs a separate chair, so the bound determines the number of
 * chairs.
 */
const maxPlaced = 2000;
/** Maximum number of database connections of a measurement. */
const maxConnections = 32;

export interface StartBenchOptions {
  /** Number of starts whose latency is measured. */
  readonly starts: number;
  /** Duration of each throughput measurement. */
  readonly seconds: number;
  /** Number of concurrent starts. */
  readonly clients: number;
  /** Number of chairs that run whole massages. */
  readonly chairs: number;
  /** Number of chairs that are started once. */
  readonly longChairs: number;
}

/**
 * Measures the latency of a start until the chair runs, and the starts per second, compared with minimal baselines.
 * Prints the figures.
 */
export async function runStartBench({
  starts,
  seconds,
  clients,
  chairs,
  longChairs,
}: StartBenchOptions): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  // The observer queries orders by ID hundreds of times per second. With a generic plan, PostgreSQL does not plan each
  // query again, which would take CPU time from the measured starts.
  const observer = new pg.Client({
    ...server.ready.connection,
    options: "-c plan_cache_mode=force_generic_plan",
  });
  // After a failure, the database stops before its clients disconnect. Connection errors must not hide the failure.
  for (const client of [owner, observer]) client.on("error", () => {});
  const starter = createStarter(server.ready.url);
  try {
    await owner.connect();
    await observer.connect();
    const { rows } = await owner.query<{ version: string; fsync: string }>(
      "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync",
    );
    console.log(`postgres ${rows[0]?.version}, fsync ${rows[0]?.fsync}, embedded database and broker`);
    const network = await insertNetwork(owner, clients);
    const { priceId, tokens } = network;
    const { mqttUrl } = server.ready;

    const [echo, ...slowChairs] = await network.addChairs(1 + warmUps + starts);
    if (!echo) throw new Error("no chairs");
    const first = await openChairs({ mqttUrl, speed: 1, chairs: slowChairs, echoes: [echo] });
    await settle(observer);
    const samples = await measureStartLatency({
      server: server.ready,
      observer,
      minimal: owner,
      starter,
      token: tokens[0] as string,
      priceId,
      chairs: slowChairs,
      echo,
      warmUps,
    });
    await stopWatching(observer);
    await first.stop();
    printFigures(`Latency of ${samples.running.length} consecutive starts`, latencyFigures(samples));

    const load: StartLoad = { observer, starter, tokens, priceId, clients, seconds };
    const runs = productRuns(observer);
    const measureOn = async (added: readonly BenchChair[], options: { speed: number; again: boolean }) => {
      const child = await openChairs({ mqttUrl, speed: options.speed, chairs: added, echoes: [] });
      await settle(observer);
      const processes = { serverPid: server.pid, chairsPid: child.pid };
      const reached = await measureStarts(load, { processes, runs, chairs: added, again: options.again });
      await child.stop();
      return reached;
    };
    const whole = await measureOn(await network.addChairs(chairs), { speed, again: true });
    const started = await measureOn(await network.addChairs(longChairs), { speed: 1, again: false });
    // The database accepts `maxConnections` in addition to the server's connections. The minimal transactions have only
    // as many clients; the peer has all clients, which share the connections.
    const connections = Math.min(clients, maxConnections);
    const pool = new pg.Pool({ ...server.ready.connection, max: connections });
    pool.on("error", () => {});
    const minimal = await measureMinimalTransactions({ pool, clients: connections, seconds, chairs });
    await pool.end();
    const { connection } = server.ready;
    const peer = await measurePeer({ observer, connection, connections, clients, seconds });
    const placed = await measurePlacing(load, {
      processes: { serverPid: server.pid },
      // The measurement warms up for two seconds.
      chairs: await network.addChairs(maxPlaced * (seconds + 2), true),
    });
    const figures = throughputFigures({ whole, started, placed, peer }, minimal);
    printFigures(`Starts per second, ${clients} concurrent`, figures);
    printFigures("CPU time per start, of the product and of the measurement", [
      cpuFigure("placed", placed.cpu),
      cpuFigure("started", started.cpu),
      cpuFigure("whole massage", whole.cpu),
      cpuFigure("peer", peer.cpu),
    ]);
  } finally {
    starter.close();
    await observer.end().catch(() => {});
    await owner.end().catch(() => {});
    await server.stop();
  }
}

/**
 * Waits until the server has processed the states of newly connected chairs, which must not count as part of a start,
 * but at most one minute.
 */
async function settle(observer: pg.Client): Promise<void> {
  const until = performance.now() + 60_000;
  for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
    await sleep(250);
    const { rows } = await observer.query<{ busy: boolean }>(
      "SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM chair_command JOIN device USING (device_id) WHERE replied_at IS NULL AND online) AS busy",
    );
    quiet = rows[0]?.busy ? 0 : quiet + 1;
  }
}

const openChairs = (task: ChairsTask) => startChild("chairs/chairs-process.ts", task);

function latencyFigures(samples: LatencySamples): Figure[] {
  const floors = samples.commit.map((commit, i) => commit + (samples.hop[i] ?? 0));
  const row = (p: number, name: string, goal: number | null): Figure => {
    const value = percentile(samples.running, p);
    const floor = percentile(floors, p);
    return {
      name: `request → chair replied → running committed, ${name}`,
      value: inMs(value),
      comparison: `floor ${inMs(floor)}`,
      ratio: `${(value / floor).toFixed(1)}×`,
      ...(goal === null ? {} : { goal: `≤ ${goal}×`, met: value <= goal * floor }),
    };
  };
  return [
    row(0.5, "p50", 5),
    row(0.99, "p99", null),
    { name: "request → response, p50", value: inMs(percentile(samples.answered, 0.5)) },
    { name: "two minimal commits, p50", value: inMs(percentile(samples.commit, 0.5)) },
    { name: "two broker hops, p50", value: inMs(percentile(samples.hop, 0.5)) },
  ];
}

/**
 * Returns the throughput figures with their ratios to minimal transactions and to the peer. The target applies to the
 * ratio to the peer, because the peer exchanges the same messages as the product.
 */
function throughputFigures(
  { whole, started, placed, peer }: Record<"whole" | "started" | "peer", Throughput> & { placed: Placed },
  minimal: number,
): Figure[] {
  const row = (name: string, perSecond: number): Figure => ({
    name,
    value: formatRate(perSecond),
    comparison: `minimal ${formatRate(minimal)}, peer ${formatRate(peer.perSecond)}`,
    ratio: `${inPercent(perSecond / minimal)}, ${inPercent(perSecond / peer.perSecond)}`,
  });
  const lasted = (reached: Throughput) => `${reached.seconds.toFixed(0)} s`;
  return [
    {
      ...row(
        `started: request → chair replied → running committed, for ${lasted(started)}`,
        started.perSecond,
      ),
      goal: "≥ 50 % of the peer",
      met: started.perSecond >= 0.5 * peer.perSecond,
    },
    row(`whole massages: started and ended, for ${lasted(whole)}`, whole.perSecond),
    row("placed: order, money, roll-ups, outbox and response committed, start sent", placed.perSecond),
    row("peer: request → minimal transaction → chair replied → one update committed", peer.perSecond),
    { name: "starts refused because the chair was in use", value: String(whole.refused + started.refused) },
  ];
}

const cpuFigure = (name: string, cpu: RunCpu): Figure => ({
  name,
  value: `server ${inMs(cpu.serverMs)}, database ${inMs(cpu.databaseMs)}`,
  comparison: `chairs ${inMs(cpu.chairsMs)}, load generator ${inMs(cpu.clientMs)}`,
});
