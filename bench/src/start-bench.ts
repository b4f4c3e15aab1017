import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { layNetwork } from "./bench-network.ts";
import { measureBareTransactions } from "./bare-transactions.ts";
import type { ChairsTask } from "./chairs-process.ts";
import { startChild } from "./child-process.ts";
import { aSecond, type Figure, inMs, percentile, printFigures } from "./figures.ts";
import type { ServerReady } from "./server-process.ts";
import { type LatencySamples, measureStartLatency, stopWatching } from "./start-latency.ts";
import { measurePlacing, type Placed } from "./placing-throughput.ts";
import { createStarter } from "./start-request.ts";
import { measureStarts, type Throughput } from "./start-throughput.ts";

const warmUps = 50;
/** Massages of the throughput run take a second instead of a minute, so that chairs are free again. */
const speed = 60;
/** More orders a second than can be hoped for: each takes a chair of its own. */
const mostPlaced = 2000;
const mostConnections = 32;

export interface StartBenchOptions {
  readonly starts: number;
  readonly seconds: number;
  readonly clients: number;
  readonly chairs: number;
}

export async function runStartBench({ starts, seconds, clients, chairs }: StartBenchOptions): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  const observer = new pg.Client(server.ready.connection);
  // Where something fails the database stops first, and must not hide what it was.
  for (const client of [owner, observer]) client.on("error", () => {});
  const starter = createStarter(server.ready.url);
  try {
    await owner.connect();
    await observer.connect();
    const { rows } = await owner.query<{ version: string; fsync: string }>(
      "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync",
    );
    console.log(`postgres ${rows[0]?.version}, fsync ${rows[0]?.fsync}, embedded database and broker`);
    const network = await layNetwork(owner, clients);
    const { priceId, tokens } = network;
    const { mqttUrl } = server.ready;

    const [echo, ...slowChairs] = await network.addChairs(1 + warmUps + starts);
    if (!echo) throw new Error("no chairs");
    const first = await openChairs({ mqttUrl, speed: 1, chairs: slowChairs, echo });
    await settle(observer);
    const samples = await measureStartLatency({
      server: server.ready,
      observer,
      bare: owner,
      starter,
      token: tokens[0] as string,
      priceId,
      chairs: slowChairs,
      echo,
      warmUps,
    });
    await stopWatching(observer);
    await first.stop();
    printFigures(`A start, ${samples.running.length} times one after another`, latencyFigures(samples));

    const fastChairs = await network.addChairs(chairs);
    const second = await openChairs({ mqttUrl, speed, chairs: fastChairs, echo: null });
    await settle(observer);
    const reached = await measureStarts({
      observer,
      serverPid: server.pid,
      starter,
      tokens,
      priceId,
      chairs: fastChairs,
      clients,
      seconds,
    });
    await second.stop();
    // The database has room for so many beside the server's own; more clients take turns.
    const pool = new pg.Pool({ ...server.ready.connection, max: Math.min(clients, mostConnections) });
    pool.on("error", () => {});
    const bare = await measureBareTransactions({ pool, clients, seconds, chairs });
    await pool.end();
    const placed = await measurePlacing({
      observer,
      serverPid: server.pid,
      starter,
      tokens,
      priceId,
      chairs: await network.addChairs(mostPlaced * (seconds + 2), true),
      clients,
      seconds,
    });
    printFigures(
      `Starts a second, ${clients} under way at once, ${chairs} chairs`,
      throughputFigures(reached, placed, bare),
    );
  } finally {
    starter.close();
    await observer.end().catch(() => {});
    await owner.end().catch(() => {});
    await server.stop();
  }
}

/** Chairs that have just come are asked to report; that traffic is not a start's. */
async function settle(observer: pg.Client): Promise<void> {
  const until = performance.now() + 15_000;
  for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
    await sleep(250);
    const { rows } = await observer.query<{ busy: boolean }>(
      "SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM chair_command WHERE replied_at IS NULL) AS busy",
    );
    quiet = rows[0]?.busy ? 0 : quiet + 1;
  }
}

const openChairs = (task: ChairsTask) => startChild<{ connectedInMs: number }>("chairs-process.ts", task);

function latencyFigures(samples: LatencySamples): Figure[] {
  const floors = samples.commit.map((commit, i) => commit + (samples.hop[i] ?? 0));
  const row = (p: number, name: string, goal: number | null): Figure => {
    const value = percentile(samples.running, p);
    const floor = percentile(floors, p);
    return {
      name: `request → chair replied → running committed, ${name}`,
      value: inMs(value),
      beside: `floor ${inMs(floor)}`,
      ratio: `${(value / floor).toFixed(1)}×`,
      ...(goal === null ? {} : { goal: `≤ ${goal}×`, met: value <= goal * floor }),
    };
  };
  return [
    row(0.5, "p50", 5),
    row(0.99, "p99", null),
    { name: "request → answered, p50", value: inMs(percentile(samples.answered, 0.5)) },
    { name: "two bare commits, p50", value: inMs(percentile(samples.commit, 0.5)) },
    { name: "two bare broker hops, p50", value: inMs(percentile(samples.hop, 0.5)) },
  ];
}

const throughputFigures = (reached: Throughput, placed: Placed, bare: number): Figure[] => [
  {
    name: "starts, each until its chair runs and to the end of its massage",
    value: aSecond(reached.perSecond),
    beside: `bare transaction ${aSecond(bare)}`,
    ratio: `${((100 * reached.perSecond) / bare).toFixed(0)} %`,
    goal: "≥ 70 %",
    met: reached.perSecond >= 0.7 * bare,
  },
  {
    name: "placed: order, money, roll-ups, outbox and answer committed, start sent",
    value: aSecond(placed.perSecond),
    beside: `bare transaction ${aSecond(bare)}`,
    ratio: `${((100 * placed.perSecond) / bare).toFixed(0)} %`,
  },
  {
    name: "CPU time of an order placed: server, database",
    value: `${inMs(placed.cpu.serverMs)}, ${inMs(placed.cpu.databaseMs)}`,
  },
  {
    name: "CPU time of a start with its massage: server, database",
    value: `${inMs(reached.cpu.serverMs)}, ${inMs(reached.cpu.databaseMs)}`,
  },
  { name: "chairs still busy when asked", value: String(reached.refused) },
];
