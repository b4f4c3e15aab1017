import { chromium as chromiumProgram, provideProgram } from "@reposo/tools/system-programs.ts";
import { type Browser, chromium } from "playwright-core";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type BenchChair, type BenchNetwork, insertNetwork } from "#bench-network.ts";
import type { ChairsTask } from "#chairs/chairs-process.ts";
import { type Child, startChild } from "#child-process.ts";
import { type Figure, inMs, inPercent, median, printFigures } from "#figures.ts";
import { addOrders } from "./order-rows.ts";
import type { ServerReady } from "#server-process.ts";
import { createStarter } from "#start/start-request.ts";
import { type MeasuredPage, measuredPages, peerShown } from "./measured-pages.ts";
import { measureVisit } from "./page-visit.ts";
import { startPeerWeb } from "./peer-web.ts";

const listedOrders = 10_000;
const onlineWithinMs = 30_000;

/**
 * Measures when a slow phone shows the content of each page, alternately of the product and of the peer, which is built
 * with React, antd-mobile and ECharts, split by route, and uses the same server.
 */
export async function runWebBench({
  runs,
  only = "",
}: {
  /** Number of measured visits per page, for the product and for the peer. */
  readonly runs: number;
  /** Measures only pages whose name contains this text. */
  readonly only?: string;
}): Promise<void> {
  /** Stop functions of the started processes, which are called in reverse order. */
  const stops: (() => Promise<unknown>)[] = [];
  try {
    // The chair page has a pay button only if online payment is available.
    const settings = { PAYMENT_SIMULATED: "on" };
    const server = await startChild<ServerReady>("server-process.ts", { settings });
    stops.unshift(() => server.stop());
    const peer = await startPeerWeb(server.ready.url);
    stops.unshift(() => peer.stop());
    const owner = new pg.Client(server.ready.connection);
    await owner.connect();
    stops.unshift(() => owner.end());
    const browser = await chromium.launch({
      executablePath: provideProgram(chromiumProgram),
      args: ["--no-sandbox"],
    });
    stops.unshift(() => browser.close());
    const network = await insertNetwork(owner, 1);
    const [token = ""] = network.tokens;
    const [outletId = ""] = network.outletIds;
    const both = await network.addChairs(2);
    const chairs = await connectChairs(server.ready, owner, both);
    stops.unshift(() => chairs.stop());
    const [idle = "", running = ""] = both.map(({ deviceId }) => deviceId);
    const orderId = await startMassage(server.ready.url, { token, deviceId: running, network });
    await listOrders(owner, network);

    const origins = { product: server.ready.url, peer: peer.ready.url };
    const figures: Figure[] = [];
    for (const page of measuredPages({ deviceId: idle, outletId, orderId })) {
      if (!page.name.includes(only)) continue;
      const figure = await measurePage(browser, page, { origins, token, runs });
      // Print each figure immediately, because the whole run takes minutes.
      console.error(`${figure.name}: ${figure.value}, ${figure.comparison}, ${figure.ratio}`);
      figures.push(figure);
    }
    printFigures(`Content shown on Slow 4G with a CPU slowed down by 4, median of ${runs} visits`, figures);
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Measures a page of the product and of the peer alternately. */
async function measurePage(
  browser: Browser,
  { name, path, peerPath, needsToken, isRepeat, shown, maxRatio }: MeasuredPage,
  options: {
    readonly origins: { readonly product: string; readonly peer: string };
    readonly token: string;
    readonly runs: number;
  },
): Promise<Figure> {
  const { origins, runs } = options;
  const token = needsToken ? options.token : null;
  const times: { product: number; peer: number }[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const product = { address: origins.product + path, shown, token, isRepeat };
    const peer = { address: origins.peer + peerPath, shown: peerShown, token, isRepeat };
    times.push({
      product: await measureVisit(browser, product),
      peer: await measureVisit(browser, peer),
    });
  }
  // Discard the first visits, which warm up the server's renderer and the browser.
  const measured = times.slice(1);
  const value = median(measured.map((time) => time.product));
  const comparison = median(measured.map((time) => time.peer));
  return {
    name,
    value: inMs(value),
    comparison: `peer ${inMs(comparison)}`,
    ratio: inPercent(value / comparison),
    goal: `≤ ${inPercent(maxRatio)}`,
    met: value <= maxRatio * comparison,
  };
}

/**
 * Starts a process with the chairs, and waits until the server knows them to be online.
 * @throws Error if a chair is not online within 30 seconds
 */
async function connectChairs(
  { mqttUrl }: ServerReady,
  owner: pg.Client,
  chairs: readonly BenchChair[],
): Promise<Child<unknown>> {
  const task: ChairsTask = { mqttUrl, speed: 1, chairs, echoes: [] };
  const process = await startChild("chairs/chairs-process.ts", task);
  for (const deadline = Date.now() + onlineWithinMs; Date.now() < deadline; await sleep(100)) {
    const { rows } = await owner.query("SELECT FROM device WHERE online");
    if (rows.length === chairs.length) return process;
  }
  await process.stop();
  throw new Error("the chairs did not come online");
}

/** Starts a massage that lasts longer than the benchmark. @returns the order's ID */
async function startMassage(
  url: string,
  { token, deviceId, network }: { token: string; deviceId: string; network: BenchNetwork },
): Promise<string> {
  const starter = createStarter(url);
  try {
    const { code, orderId } = await starter.start({ token, deviceId, priceId: network.longPriceId });
    if (orderId === null) throw new Error(`the massage was not started: code ${code}`);
    return orderId;
  } finally {
    starter.close();
  }
}

async function listOrders(owner: pg.Client, network: BenchNetwork): Promise<void> {
  const chairs = await network.addChairs(network.outletIds.length);
  const deviceIds = chairs.map(({ deviceId }) => deviceId);
  await addOrders(owner, network.outletIds, deviceIds, listedOrders);
}
