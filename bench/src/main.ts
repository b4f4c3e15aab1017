import { resolve } from "node:path";
import { Command } from "commander";
import { type AlertsBenchOptions, runAlertsBench } from "./alerts/alerts-bench.ts";
import { runChairsBench } from "./chairs/chairs-bench.ts";
import { runCoinsBench } from "./chairs/coins-bench.ts";
import { runExportsBench } from "./exports/exports-bench.ts";
import { machineLines } from "./figures.ts";
import { runStartBench } from "./start/start-bench.ts";
import { runStatisticsBench } from "./statistics/statistics-bench.ts";
import { runWebBench } from "./web/web-bench.ts";

const program = new Command("bench")
  .description(
    "Compares the product with its performance targets; each figure is measured in the same run as its baseline.",
  )
  .configureHelp({ showGlobalOptions: true });

const positive = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) program.error(`give a whole number above 0, not '${text}'`);
  return number;
};

program
  .command("start")
  .description("latency of a start until the chair runs, and starts per second")
  .option("--starts <N>", "number of measured starts", positive, 300)
  .option("--seconds <N>", "duration of each throughput measurement", positive, 20)
  .option("--clients <N>", "concurrent starts; baseline transactions use at most 32 clients", positive, 64)
  .option("--chairs <N>", "virtual chairs that run whole massages repeatedly", positive, 1000)
  .option("--long-chairs <N>", "virtual chairs that are started once and keep running", positive, 8000)
  .action(async (options: Parameters<typeof runStartBench>[0]) => {
    console.log(machineLines().join("\n"));
    await runStartBench(options);
  });

program
  .command("web")
  .description(
    "pages opened on a slow phone, compared with the same pages built with other libraries, and taps on a long list",
  )
  .option("--runs <N>", "visits per page, alternately of both versions; the median is printed", positive, 7)
  .option("--only <text>", "measure only pages whose name contains this text")
  .option("--no-taps", "skip the taps on the long list")
  .action(async (options: Parameters<typeof runWebBench>[0]) => {
    console.log(machineLines().join("\n"));
    await runWebBench(options);
  });

program
  .command("chairs")
  .description(
    "memory with thousands of chairs, recovery and losses after the server is killed, and coins per second",
  )
  .option("--chairs <N>", "virtual chairs", positive, 5000)
  .option("--running <N>", "running massages when the server is killed", positive, 200)
  .option("--coin-chairs <N>", "chairs that send coins after an outage", positive, 1000)
  .option("--runs <N>", "massages per chair, each paid with four coins", positive, 10)
  .option("--only-coins", "measure only coins per second")
  .action(
    async (options: {
      chairs: number;
      running: number;
      coinChairs: number;
      runs: number;
      onlyCoins?: true;
    }) => {
      console.log(machineLines().join("\n"));
      if (!options.onlyCoins) await runChairsBench(options);
      await runCoinsBench(options);
    },
  );

/** Parses a number of orders with an optional unit: `k` for thousands, `m` for millions. */
const inOrders = (text: string): number => {
  const [, number = "", unit = ""] = /^(\d+)([km]?)$/.exec(text.trim().toLowerCase()) ?? [];
  if (number === "") program.error(`give sizes such as 1m,10m, not '${text}'`);
  return Number(number) * ({ k: 1_000, m: 1_000_000 }[unit] ?? 1);
};

interface StatisticsOptions {
  orders: string;
  large?: true;
  calls: number;
  groupBySeconds: number;
  keep?: string;
}

program
  .command("statistics")
  .description("home and details over a long history, compared with the same results by GROUP BY")
  .option("--orders <sizes>", "numbers of orders, measured one after another", "1m,10m")
  .option("--large", "also measure 100 million orders; needs 150 GB of disk space and takes hours")
  .option("--calls <N>", "measured calls of each request", positive, 300)
  .option("--group-by-seconds <N>", "time limit of each GROUP BY", positive, 120)
  .option("--keep <folder>", "keep the databases in this folder; a later run of the same size reuses them")
  .action(async (options: StatisticsOptions) => {
    console.log(machineLines().join("\n"));
    const sizes = options.orders.split(",").map(inOrders);
    await runStatisticsBench({
      sizes: options.large ? [...sizes, 100_000_000] : sizes,
      calls: options.calls,
      groupBySeconds: options.groupBySeconds,
      keepFolder: options.keep === undefined ? null : resolve(options.keep),
    });
  });

program
  .command("exports")
  .description("speed and memory of exporting a long order list as CSV and as a workbook")
  .option("--orders <N>", "rows of the file", positive, 1_000_000)
  .action(async (options: { orders: number }) => {
    console.log(machineLines().join("\n"));
    await runExportsBench(options);
  });

program
  .command("alerts")
  .description("delay of alerts for seeded faults in thirteen months of the demo's history, and false alerts")
  .option("--seed <N>", "repeat the run of this seed", positive, Math.floor(Math.random() * 1_000_000) + 1)
  .option("--windows <N>", "evaluated fortnights, distributed over the thirteen months", positive, 4)
  .option("--list", "list every missed fault and every false alert")
  .action(async (options: AlertsBenchOptions) => {
    console.log(machineLines().join("\n"));
    await runAlertsBench(options);
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
