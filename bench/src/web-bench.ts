import { chromium as chromiumProgram, provideProgram } from "@reposo/tools/system-programs.ts";
import { chromium } from "playwright-core";
import pg from "pg";
import { layNetwork } from "./bench-network.ts";
import type { ChairsTask } from "./chairs-process.ts";
import { startChild } from "./child-process.ts";
import { type Figure, inMs, percentile, printFigures } from "./figures.ts";
import { type FirstView, measureFirstView, slowPhone } from "./first-view.ts";
import { measureManagerWeb } from "./manager-web.ts";
import type { ServerReady } from "./server-process.ts";
import { scriptFigures } from "./script-sizes.ts";

const goalMs = 1500;

/** The first pages as customers and managers meet them: nothing cached, a slow phone on a slow network. */
export async function runWebBench({ runs }: { runs: number }): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  const browser = await chromium.launch({
    executablePath: provideProgram(chromiumProgram),
    args: ["--no-sandbox"],
  });
  try {
    await owner.connect();
    const network = await layNetwork(owner, 1);
    const chairs = await network.addChairs(1);
    const task: ChairsTask = { mqttUrl: server.ready.mqttUrl, speed: 1, chairs, echoes: [] };
    const alive = await startChild("chairs-process.ts", task);
    const address = `${server.ready.url}/pages/index/index?deviceId=${chairs[0]?.deviceId}`;

    // The first one also wakes the server's renderer and the browser itself.
    await measureFirstView(browser, { address });
    const views: FirstView[] = [];
    for (let i = 0; i < runs; i += 1) views.push(await measureFirstView(browser, { address }));
    await alive.stop();
    const manager = await measureManagerWeb(browser, { url: server.ready.url, owner, network, runs });

    console.log(
      `chromium ${browser.version()}; ${slowPhone.name}: ${slowPhone.latencyMs} ms a request, ` +
        `${slowPhone.downKilobits} kbit/s down, ${slowPhone.upKilobits} up, CPU ${slowPhone.cpuSlowdown} times slower`,
    );
    printFigures(`The chair page, median of ${runs} cold visits`, viewFigures(views, goalMs));
    printFigures(`The manager's home, median of ${runs} cold visits`, viewFigures(manager.views));
    printFigures("The list of 10,000 orders, slowest tap to its next frame", manager.interactions);
    printFigures("Script, gzipped, one language included", scriptFigures());
  } finally {
    await browser.close();
    await owner.end().catch(() => {});
    await server.stop();
  }
}

function viewFigures(views: readonly FirstView[], goal?: number): Figure[] {
  const row = (name: string, values: number[]): Figure => {
    const median = percentile(values, 0.5);
    const seen = {
      name,
      value: inMs(median),
      beside: `${inMs(Math.min(...values))} to ${inMs(Math.max(...values))}`,
    };
    if (goal === undefined) return seen;
    const ratio = `${((100 * median) / goal).toFixed(0)} % of the goal`;
    return { ...seen, ratio, goal: `≤ ${goal} ms`, met: median <= goal };
  };
  return [
    row(
      "first contentful paint",
      views.map((view) => view.firstMs),
    ),
    row(
      "largest contentful paint",
      views.map((view) => view.largestMs),
    ),
  ];
}
