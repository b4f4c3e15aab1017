import { chromium as chromiumProgram, provideProgram } from "@reposo/tools/system-programs.ts";
import { type Browser, chromium } from "playwright-core";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type BenchChair, type BenchNetwork, insertNetwork } from "#bench-network.ts";
import type { ChairsTask } from "#chairs/chairs-process.ts";
import { type Child, startChild } from "#child-process.ts";
import { type Figure, inMs, inPercent, percentile, printFigures } from "#figures.ts";
import { type FirstView, measureFirstView, slowPhone } from "./first-view.ts";
import { measureManagerTaps } from "./interaction-latency.ts";
import { addOrders } from "#start/order-rows.ts";
import { startPeerWeb } from "./peer-web.ts";
import type { ServerReady } from "#server-process.ts";
import { scriptFigures } from "./script-sizes.ts";
import { simulatedPhone } from "./simulated-network.ts";
import { createStarter, type StartCall } from "#start/start-request.ts";
import { type MeasuredPage, measuredPages } from "./web-pages.ts";

const listedOrders = 10_000;
const onlineWithinMs = 30_000;

export interface WebBenchOptions {
  /** Number of measured visits per page, for the product and for the peer. */
  readonly runs: number;
  /** Measures only pages whose name contains this text. */
  readonly only?: string;
  /** Whether taps on a long list are measured, too. */
  readonly taps: boolean;
}

/**
 * Measures the pages of customers and managers on a slow phone, alternately with the pages of the peer. Prints the
 * figures.
 */
export async function runWebBench({ runs, only = "", taps }: WebBenchOptions): Promise<void> {
  /** Stop functions of the started processes, which are called in reverse order. */
  const stops: (() => Promise<void>)[] = [];
  try {
    const server = await startChild<ServerReady>("server-process.ts", {
      // The chair page has a pay button only if online payment is available.
      settings: { PAYMENT_SIMULATED: "on" },
    });
    stops.unshift(() => server.stop());
    const peer = await startPeerWeb(server.ready.url);
    stops.unshift(() => peer.stop());
    const owner = new pg.Client(server.ready.connection);
    stops.unshift(() => owner.end().catch(() => {}));
    await owner.connect();
    const browser = await chromium.launch({
      executablePath: provideProgram(chromiumProgram),
      args: ["--no-sandbox"],
    });
    stops.unshift(() => browser.close());
    const network = await insertNetwork(owner, 1);
    const token = network.tokens[0] as string;
    const both = await network.addChairs(2);
    const chairs = await startChairs(server.ready, owner, both);
    stops.unshift(() => chairs.stop());
    const [idle = "", running = ""] = both.map(({ deviceId }) => deviceId);
    const priceId = network.longPriceId;
    const orderId = await startMassage(server.ready.url, { token, deviceId: running, priceId });
    await addListedOrders(owner, network);
    const origins = { product: server.ready.url, peer: peer.ready.url };

    console.log(
      `chromium ${browser.version()}; ${slowPhone.name}: ${slowPhone.latencyMs} ms per request, ` +
        `${slowPhone.downKilobits} kbit/s down, ${slowPhone.upKilobits} kbit/s up; simulated: ` +
        `${simulatedPhone.roundTripMs} ms per round trip, ${simulatedPhone.kilobits} kbit/s; ` +
        `CPU ${slowPhone.cpuSlowdown} times slower`,
    );
    const pages = measuredPages(idle, orderId).filter(({ name }) => name.includes(only));
    const views: Figure[] = [];
    for (const page of pages) {
      const figures = await measurePage(browser, page, { origins, token, runs });
      // Print each figure immediately, because the whole run takes minutes.
      for (const { name, value, comparison } of figures) console.error(`${name}: ${value}, ${comparison}`);
      views.push(...figures);
    }
    printFigures(`Time until the content is shown, median of ${runs} visits`, views);
    if (taps) {
      const figures = await measureManagerTaps(browser, { url: server.ready.url, token, listedOrders });
      printFigures("Taps on a long order list, time of the slowest tap until the next frame", figures);
    }
    printFigures("Gzipped script, including one language", scriptFigures());
  } finally {
    for (const stop of stops) await stop();
  }
}

/**
 * Starts a process with the chairs, and waits until the server knows them to be online.
 * @throws Error if a chair is not online within 30 seconds
 */
async function startChairs(
  { mqttUrl }: ServerReady,
  owner: pg.Client,
  chairs: readonly BenchChair[],
): Promise<Child<unknown>> {
  const task: ChairsTask = { mqttUrl, speed: 1, chairs, echoes: [] };
  const process = await startChild("chairs/chairs-process.ts", task);
  const deviceIds = chairs.map(({ deviceId }) => deviceId);
  for (const deadline = Date.now() + onlineWithinMs; Date.now() < deadline; await sleep(100)) {
    const { rows } = await owner.query(`SELECT FROM device WHERE device_id = ANY ($1) AND online`, [
      deviceIds,
    ]);
    if (rows.length === chairs.length) return process;
  }
  await process.stop();
  throw new Error(`the chairs ${deviceIds.join(", ")} did not come online`);
}

/** Starts a massage that lasts longer than the benchmark. @returns the order's ID */
async function startMassage(url: string, call: StartCall): Promise<string> {
  const starter = createStarter(url);
  try {
    const { code, orderId } = await starter.start(call);
    if (orderId === null) throw new Error(`the massage was not started: code ${code}`);
    return orderId;
  } finally {
    starter.close();
  }
}

async function addListedOrders(owner: pg.Client, network: BenchNetwork): Promise<void> {
  const chairs = await network.addChairs(network.outletIds.length);
  const deviceIds = chairs.map(({ deviceId }) => deviceId);
  await addOrders(owner, network.outletIds, deviceIds, listedOrders);
}

interface Measuring {
  readonly origins: { readonly product: string; readonly peer: string };
  readonly token: string;
  readonly runs: number;
}

/** Measures a page of the product and of the peer alternately, and returns the medians. */
async function measurePage(
  browser: Browser,
  page: MeasuredPage,
  { origins, token, runs }: Measuring,
): Promise<Figure[]> {
  const visit = (
    origin: string,
    shown: string,
    { unneeded, runsDuringCalls }: Pick<MeasuredPage, "unneeded" | "runsDuringCalls">,
  ) =>
    measureFirstView(browser, {
      address: origin + page.path,
      shown,
      ...(unneeded && { unneeded }),
      ...(runsDuringCalls && { runsDuringCalls }),
      ...(page.needsToken ? { token } : {}),
      isRepeat: page.isRepeat === true,
    });
  const product: FirstView[] = [];
  const peer: FirstView[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const productVisit = await visit(origins.product, page.shown, page);
    const peerVisit = await visit(origins.peer, page.peerShown, {});
    // Discard the first visits, which warm up the server's renderer and the browser.
    if (run === 0) continue;
    product.push(productVisit);
    peer.push(peerVisit);
  }
  const figure = (kind: keyof FirstView, label: string): Figure => {
    const own = product.map((view) => view[kind]);
    const value = percentile(own, 0.5);
    const comparison = percentile(
      peer.map((view) => view[kind]),
      0.5,
    );
    const goal = page.goals[kind];
    return {
      name: `${page.name}, ${label}`,
      value: `${inMs(value)} (${inMs(Math.min(...own))} at least)`,
      comparison: `peer ${inMs(comparison)}`,
      ratio: inPercent(value / comparison),
      ...(goal === null ? {} : { goal: `≤ ${goal} ms`, met: value <= goal }),
    };
  };
  return [figure("simulatedMs", "simulated"), figure("appliedMs", "applied")];
}
