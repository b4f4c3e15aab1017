import { Command } from "commander";
import { type AlertsBenchOptions, runAlertsBench } from "./alerts/alerts-bench.ts";
import { runChairsBench } from "./chairs/chairs-bench.ts";
import { runCoinsBench } from "./coins/coins-bench.ts";
import { machineLines } from "./figures.ts";
import { runHomeBench } from "./home/home-bench.ts";
import { runLatencyBench } from "./start/latency-bench.ts";
import { runRateBench } from "./start/rate-bench.ts";
import { runWebBench } from "./web/web-bench.ts";

const program = new Command("bench")
  .usage("<figure> [options]")
  .description("Measures one of the figures below, compared with its peer or limit in the same run.")
  .helpCommand(false)
  .hook("preSubcommand", () => console.log(machineLines().join("\n")))
  .action(() => program.outputHelp());

const positive = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) program.error(`give a whole number above 0, not '${text}'`);
  return number;
};

program
  .command("web")
  .description(
    "pages on Slow 4G, compared with React, antd-mobile and ECharts: prices 25 %, countdown 35 %, managers' pages 30 %, " +
      "repeat visit and pay button 45 %",
  )
  .option("--runs <N>", "visits per page, alternately of both versions; the median is printed", positive, 7)
  .option("--only <text>", "measure only pages whose name contains this text")
  .action(runWebBench);

program
  .command("latency")
  .description("request until the chair's run is committed: p50 ≤ 5 times two commits and two broker hops")
  .option("--starts <N>", "number of measured starts", positive, 300)
  .action(runLatencyBench);

program
  .command("rate")
  .description("starts per second: ≥ 60 % of the peer of decision 14, with CPU time ≤ 1.6 times the peer's")
  .option("--seconds <N>", "duration of each measurement", positive, 20)
  .option("--clients <N>", "concurrent starts", positive, 64)
  .option("--chairs <N>", "virtual chairs, each of which is started once", positive, 8000)
  .action(runRateBench);

program
  .command("chairs")
  .description("5,000 chairs on one server: ≤ 300 MB, and reconnected ≤ 15 s after the server was killed")
  .option("--chairs <N>", "virtual chairs", positive, 5000)
  .option("--running <N>", "running massages when the server is killed", positive, 200)
  .action(runChairsBench);

program
  .command("coins")
  .description("coins stored and booked: ≥ 5,000 per second")
  .option("--chairs <N>", "chairs that send coins after an outage", positive, 1000)
  .option("--runs <N>", "massages per chair, each paid with four coins", positive, 10)
  .action(runCoinsBench);

/** Parses numbers of orders with an optional unit, `k` for thousands or `m` for millions, such as `10m,100m`. */
const inSizes = (text: string): number[] =>
  text.split(",").map((size) => {
    const [, number = "", unit = ""] = /^(\d+)([km]?)$/.exec(size.trim().toLowerCase()) ?? [];
    if (number === "") program.error(`give sizes such as 10m,100m, not '${text}'`);
    return Number(number) * ({ k: 1_000, m: 1_000_000 }[unit] ?? 1);
  });

program
  .command("home")
  .description("home at 10 million orders: p95 ≤ 5 ms, and within 1.3 times of that at 100 million")
  .option("--orders <sizes>", "numbers of orders; 100m needs 150 GB and hours", inSizes, [10_000_000])
  .option("--calls <N>", "measured calls", positive, 300)
  .action(runHomeBench);

program
  .command("alerts")
  .description(
    "seeded faults in the demo's history: ≥ 95 % detected within 15 minutes, ≤ 1 false alert per 100 chairs and week",
  )
  .option("--seed <N>", "repeat the run of this seed", positive, Math.floor(Math.random() * 1_000_000) + 1)
  .option("--windows <N>", "evaluated fortnights, distributed over the thirteen months", positive, 4)
  .option("--list", "list every missed fault and every false alert")
  .action((options: AlertsBenchOptions) => runAlertsBench(options));

await program.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
