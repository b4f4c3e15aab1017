import { rm } from "node:fs/promises";
import { join } from "node:path";
import { applicationRole } from "@reposo/server/platform/postgres/schema/application-login.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { lockFolder } from "@reposo/server/platform/files/data-folder.ts";
import { silentLog } from "@reposo/server/platform/logging/log.ts";
import { openDatabase } from "@reposo/server/platform/postgres/open-database.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { makeBenchFolder } from "#bench-folder.ts";
import { measureAlerts } from "./measure-alerts.ts";
import { printAlertFigures } from "./report.ts";
import { maxWindows, planWindows, windowDays } from "./scenario.ts";

export interface AlertsBenchOptions {
  readonly seed: number;
  /** Number of fortnights to evaluate, limited to `maxWindows`. */
  readonly windows: number;
  /** Prints every missed fault and every false alert. */
  readonly list?: true;
}

/**
 * Measures how soon the product detects seeded faults in thirteen months of history, and how many false alerts it
 * opens. Prints the figures, and sets the exit code of the process to 1 if a target is missed.
 */
export async function runAlertsBench({ seed, windows: requested, list }: AlertsBenchOptions): Promise<void> {
  const count = Math.min(requested, maxWindows);
  const started = performance.now();
  const progress = (message: string) =>
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s: ${message}`);
  console.log(
    `seed ${seed}: ${count} of ${maxWindows} fortnights, distributed over thirteen months (--windows ${maxWindows} evaluates all)`,
  );
  const folder = await makeBenchFolder();
  try {
    const config = readConfig({ DATA_DIR: join(folder, "data"), LOG_LEVEL: "fatal" });
    const lock = await lockFolder(config.dataDir);
    const opened = await openDatabase(config, { log: silentLog });
    const owner = connectDatabase({
      connection: {
        ...opened.ownerConnection,
        // With `importing_orders`, the product's triggers accept orders in any state.
        options: "-c reposo.importing_orders=on -c synchronous_commit=off",
      },
      poolSize: 1,
    });
    try {
      // The database is temporary, so commits need no durability.
      await sql`ALTER ROLE ${sql.identifier(applicationRole)} SET synchronous_commit = off`.execute(owner);
      const windows = planWindows(seed, count);
      const { figures, matches, evaluations, orders } = await measureAlerts({
        owner,
        database: opened.database,
        seed,
        windows,
        progress,
      });
      console.log(`\n${orders} orders, ${evaluations} evaluations of ${count * windowDays} days\n`);
      printAlertFigures(figures);
      if (list) printList(matches);
      if (!figures.met) process.exitCode = 1;
    } finally {
      await owner.destroy();
      await opened.close();
      await lock.release();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Prints the faults for which no alert opened within 15 minutes after they met their definition, and the false alerts.
 * Faults that never met their definition are printed as missed, too.
 */
function printList(matches: Awaited<ReturnType<typeof measureAlerts>>["matches"]): void {
  const time = (at: number | null) => (at === null ? "-" : new Date(at).toISOString().slice(0, 19));
  for (const { faults, falseAlerts } of matches) {
    for (const { kind, outlet, deviceIds, from, to, definedAt, openedAt } of faults)
      if (definedAt === null || openedAt === null || openedAt - definedAt > 15 * 60_000)
        console.log(
          `  missed ${kind} ${deviceIds[0] ?? outlet.outletId} from ${time(from)} to ${time(to)}, defined ${time(definedAt)}, opened ${time(openedAt)}`,
        );
    for (const { kind, outletId, deviceId, openedAt } of falseAlerts)
      console.log(`  false ${kind} ${deviceId ?? outletId} ${time(openedAt)}`);
  }
}
