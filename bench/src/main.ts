import { resolve } from "node:path";
import { Command } from "commander";
import { type AlertsBenchOptions, runAlertsBench } from "./alerts/alerts-bench.ts";
import { runChairsBench } from "./chairs/chairs-bench.ts";
import { runCoinsBench } from "./chairs/coins-bench.ts";
import { runExportsBench } from "./exports/exports-bench.ts";
import { machineLines } from "./machine.ts";
import { runStartBench } from "./start/start-bench.ts";
import { runStatisticsBench } from "./statistics/statistics-bench.ts";
import { runWebBench } from "./web/web-bench.ts";

const program = new Command("bench")
  .description("Measures what the product promises, each figure with its own baseline in the same run.")
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
  .option("--clients <N>", "concurrent starts; at most 32 clients of the minimal transaction", positive, 64)
  .option("--chairs <N>", "virtual chairs of the run of whole massages", positive, 1000)
  .option("--long-chairs <N>", "virtual chairs that are started once and keep running", positive, 8000)
  .action(async (options: Parameters<typeof runStartBench>[0]) => {
    console.log(machineLines().join("\n"));
    await runStartBench(options);
  });

program
  .command("web")
  .description(
    "pages opened on a slow phone, compared with a peer built from other libraries, and taps on a list of 10,000 orders",
  )
  .option("--runs <N>", "visits per page, alternating with the peer; the median counts", positive, 7)
  .option("--only <text>", "only pages whose name contains it")
  .option("--no-taps", "skip the taps on the long list")
  .action(async (options: Parameters<typeof runWebBench>[0]) => {
    console.log(machineLines().join("\n"));
    await runWebBench(options);
  });

program
  .command("chairs")
  .description(
    "thousands of chairs on one server, which is then killed: memory, reconnect storm, losses; and coins per second",
  )
  .option("--chairs <N>", "virtual chairs", positive, 5000)
  .option("--running <N>", "running massages when the server is killed", positive, 200)
  .option("--coin-chairs <N>", "chairs that return with coins", positive, 1000)
  .option("--runs <N>", "runs of four coins per chair", positive, 10)
  .option("--only-coins", "without the connected chairs")
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

const inOrders = (text: string): number => {
  const [, number = "", unit = ""] = /^(\d+)([km]?)$/.exec(text.trim().toLowerCase()) ?? [];
  if (number === "") program.error(`give sizes such as 1m,10m, not '${text}'`);
  return Number(number) * ({ k: 1_000, m: 1_000_000 }[unit] ?? 1);
};

interface StatisticsOptions {
  orders: string;
  large?: true;
  calls: number;
  plainSeconds: number;
  keep?: string;
}

program
  .command("statistics")
  .description("home and details over a long history, compared with the same results by GROUP BY")
  .option("--orders <sizes>", "how many orders, one size after another", "1m,10m")
  .option("--large", "100 million orders as well; needs 150 GB of disk and hours")
  .option("--calls <N>", "measured calls of each request", positive, 300)
  .option("--plain-seconds <N>", "time limit of each GROUP BY", positive, 120)
  .option("--keep <folder>", "keep the databases there; a later run of the same size reuses its history")
  .action(async (options: StatisticsOptions) => {
    console.log(machineLines().join("\n"));
    const sizes = options.orders.split(",").map(inOrders);
    await runStatisticsBench({
      sizes: options.large ? [...sizes, 100_000_000] : sizes,
      calls: options.calls,
      plainSeconds: options.plainSeconds,
      keep: options.keep === undefined ? null : resolve(options.keep),
    });
  });

program
  .command("exports")
  .description("a long order list as CSV and as a workbook: speed and memory")
  .option("--orders <N>", "rows of the file", positive, 1_000_000)
  .action(async (options: { orders: number }) => {
    console.log(machineLines().join("\n"));
    await runExportsBench(options);
  });

program
  .command("alerts")
  .description("thirteen months of the demo with seeded faults: how soon they are detected, and false alerts")
  .option("--seed <N>", "repeats the run of this seed", positive, Math.floor(Math.random() * 1_000_000) + 1)
  .option("--windows <N>", "fortnights that are evaluated, spread over the thirteen months", positive, 4)
  .option("--list", "every fault that was missed, and every false alert")
  .action(async (options: AlertsBenchOptions) => {
    console.log(machineLines().join("\n"));
    await runAlertsBench(options);
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
