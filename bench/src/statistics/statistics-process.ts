import { join } from "node:path";
import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { createLog } from "@reposo/server/platform/logging/log.ts";
import pg from "pg";
import { serveParent } from "#child-process.ts";
import { openStatisticsFolder, type StatisticsFolder } from "./statistics-folder.ts";
import { loadStatistics } from "./statistics-load.ts";
import { type InjectableHttp, type Measured, measureStatistics } from "./statistics-measure.ts";

export interface StatisticsTask {
  readonly orders: number;
  readonly calls: number;
  /** Time limit of each GROUP BY over the orders and ledger entries. */
  readonly groupBySeconds: number;
  /** Folder of databases that later runs reuse; null if the databases are removed after the run. */
  readonly keepFolder: string | null;
}

export interface StatisticsResult extends Measured {
  readonly orders: number;
  readonly chairs: number;
  readonly outlets: number;
  /** Size of the database. */
  readonly bytes: number;
}

/**
 * Measures a server on a separate database with a long history; reports that it is ready when all measurements are
 * done.
 */
serveParent<StatisticsTask>(async (task) => {
  const folder = await openStatisticsFolder(task.keepFolder, task.orders);
  try {
    return await loadAndMeasure(folder, task);
  } catch (error) {
    await folder.leave();
    throw error;
  }
});

async function loadAndMeasure(
  folder: StatisticsFolder,
  { orders, calls, groupBySeconds }: StatisticsTask,
): Promise<{ ready: StatisticsResult; stop(): Promise<void> }> {
  const settings = { DATA_DIR: join(folder.path, "data"), PORT: "0", MQTT_PORT: "0" };
  const config = readConfig({ ...settings, LOG_LEVEL: "fatal", CALLS_PER_MINUTE_ADDRESS: "100000000" });
  // The server's clock starts at the end of the history.
  const aheadMs = folder.evening.getTime() - Date.now();
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
  const log = createLog(config.logLevel);
  const started = performance.now();
  const progress = (message: string) =>
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s: ${message}`);
  const loaded =
    folder.loaded ??
    (await loadStatistics({ dataFolder: config.dataDir, orders, now: folder.evening, log, progress }));
  await folder.saveHistory(loaded);
  const server = await hostServer(config, { log, buildApp, clock });
  const owner = new pg.Client(server.ownerConnection);
  // After a failure, the database stops before its client disconnects. The connection error must not hide the failure.
  owner.on("error", () => {});
  try {
    await owner.connect();
    progress("measuring requests");
    const { network } = loaded;
    const http = server.app.http as unknown as InjectableHttp;
    const measured = await measureStatistics({
      http,
      database: server.database,
      owner,
      clock,
      network,
      calls,
      groupBySeconds,
    });
    const { rows } = await owner.query<{ bytes: string }>(
      "SELECT pg_database_size(current_database()) AS bytes",
    );
    const ready: StatisticsResult = {
      ...measured,
      orders: loaded.orders,
      chairs: network.chairs.length * network.copies,
      outlets: network.director.outletIds.length,
      bytes: Number(rows[0]?.bytes ?? 0),
    };
    const stop = async () => {
      await server.stop();
      await folder.leave();
    };
    return { ready, stop };
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await owner.end();
  }
}
