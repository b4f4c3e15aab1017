import { randomBytes } from "node:crypto";
import pg from "pg";
import { type BenchChair, type BenchNetwork, insertNetwork } from "#bench-network.ts";
import type { ChairsTask } from "#chairs/chairs-process.ts";
import { chairsSettled } from "#chairs/chairs-settled.ts";
import { type Child, startChild } from "#child-process.ts";
import { formatRate, type Figure, inMs, inPercent, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";
import { measureStarts, type Rate, type StartLoad } from "./measure-starts.ts";
import type { PeerReady, PeerTask } from "./peer-process.ts";
import { createStarter } from "./start-request.ts";

/** Target for the starts per second, compared with the peer. */
const minRatio = 0.6;
/** Target for the CPU time of a start, compared with the peer. */
const maxCpuRatio = 1.6;
const peerChairs = 200;
/** The database accepts this many connections in addition to those of the server. */
const peerConnections = 32;
const peerName = "reposo-bench-peer";

type Load = Pick<StartLoad, "clients" | "seconds">;

/**
 * Measures the starts per second of concurrent clients, each of which begins its next start when the chair's run is
 * committed. The peer of decision 14 exchanges the same messages and commits a minimal transaction, on the same
 * database: it has no authentication, outbox, history, or recovery.
 */
export async function runRateBench({
  chairs,
  ...load
}: Load & {
  /** Number of chairs, each of which is started once. */
  readonly chairs: number;
}): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  // The observer queries orders by ID hundreds of times per second. With a generic plan, PostgreSQL does not plan each
  // query again, which would take CPU time from the measured starts.
  const options = "-c plan_cache_mode=force_generic_plan";
  const observer = new pg.Client({ ...server.ready.connection, options });
  // After a failure, the database stops before its clients disconnect. Connection errors must not hide the failure.
  observer.on("error", () => {});
  try {
    await observer.connect();
    const network = await insertNetwork(observer, load.clients);
    const product = await measureProduct(observer, server, {
      network,
      chairs: await network.addChairs(chairs),
      ...load,
    });
    const peer = await measurePeer(observer, server.ready.connection, load);
    printFigures(`Starts with ${load.clients} concurrent clients`, rateFigures(product, peer));
  } finally {
    await observer.end().catch(() => {});
    await server.stop();
  }
}

async function measureProduct(
  observer: pg.Client,
  server: Child<ServerReady>,
  { network, chairs, ...load }: Load & { network: BenchNetwork; chairs: readonly BenchChair[] },
): Promise<Rate> {
  const task: ChairsTask = { mqttUrl: server.ready.mqttUrl, speed: 1, chairs, echoes: [] };
  const connected = await startChild("chairs/chairs-process.ts", task);
  const starter = createStarter(server.ready.url);
  try {
    await chairsSettled(observer, chairs.length);
    return await measureStarts({
      ...load,
      observer,
      starter,
      tokens: network.tokens,
      priceId: network.priceId,
      deviceIds: chairs.map(({ deviceId }) => deviceId),
      isRepeated: false,
      processes: { serverPid: server.pid },
      orders: "orders",
    });
  } finally {
    starter.close();
    await connected.stop();
  }
}

async function measurePeer(observer: pg.Client, connection: pg.PoolConfig, load: Load): Promise<Rate> {
  const task: PeerTask = { connection, connections: peerConnections, applicationName: peerName };
  const peer = await startChild<PeerReady>("start/peer-process.ts", task);
  const echoes = Array.from({ length: peerChairs }, (_, n) => ({
    deviceId: `P${String(n).padStart(7, "0")}`,
    secret: randomBytes(16).toString("hex"),
  }));
  const chairsTask: ChairsTask = { mqttUrl: peer.ready.mqttUrl, speed: 1, chairs: [], echoes };
  const connected = await startChild("chairs/chairs-process.ts", chairsTask);
  const starter = createStarter(peer.ready.url);
  try {
    return await measureStarts({
      ...load,
      observer,
      starter,
      tokens: ["unused"],
      priceId: "unused",
      deviceIds: echoes.map(({ deviceId }) => deviceId),
      isRepeated: true,
      processes: { serverPid: peer.pid, applicationName: peerName },
      orders: "bench_order",
    });
  } finally {
    starter.close();
    await connected.stop();
    await peer.stop();
  }
}

function rateFigures(product: Rate, peer: Rate): Figure[] {
  const total = ({ cpu }: Rate) => cpu.serverMs + cpu.databaseMs;
  const cpuOf = ({ cpu }: Rate) => `${inMs(cpu.serverMs)} + ${inMs(cpu.databaseMs)}`;
  return [
    {
      name: `started: request → chair replied → running committed, for ${product.seconds.toFixed(0)} s`,
      value: formatRate(product.perSecond),
      comparison: `peer ${formatRate(peer.perSecond)}`,
      ratio: inPercent(product.perSecond / peer.perSecond),
      goal: `≥ ${inPercent(minRatio)}`,
      met: product.perSecond >= minRatio * peer.perSecond,
    },
    {
      name: "CPU time of a start: server and database",
      value: cpuOf(product),
      comparison: `peer ${cpuOf(peer)}`,
      ratio: `${(total(product) / total(peer)).toFixed(1)}×`,
      goal: `≤ ${maxCpuRatio}×`,
      met: total(product) <= maxCpuRatio * total(peer),
    },
  ];
}
