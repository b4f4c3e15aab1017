import { rm } from "node:fs/promises";
import { join } from "node:path";
import { alertKinds } from "@reposo/contract/alerts/alert-kinds.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { lockFolder } from "@reposo/server/platform/files/data-folder.ts";
import { silentLog } from "@reposo/server/platform/logging/log.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import { openDatabase } from "@reposo/server/platform/postgres/open-database.ts";
import { applicationRole } from "@reposo/server/platform/postgres/schema/application-login.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { makeBenchFolder } from "#bench-folder.ts";
import { type Figure, inPercent, median, printFigures } from "#figures.ts";
import { type MeasuredFault, type MeasuredWindow, measureWindow } from "./measure-window.ts";
import { type Interval, maxWindows, minuteMs, planFaults, planWindows } from "./scenario.ts";

/** Targets: the share of faults that are detected within this time, and the false alerts per 100 chairs and week. */
const withinMs = 15 * minuteMs;
const minShare = 0.95;
const maxFalseRate = 1;

export interface AlertsBenchOptions {
  readonly seed: number;
  /** Number of fortnights to evaluate, limited to those of thirteen months. */
  readonly windows: number;
  /** Prints every missed fault and every false alert. */
  readonly list?: true;
}

/**
 * Measures how soon the product detects seeded faults in thirteen months of the demo's history, and how many false
 * alerts it opens. Each fortnight is evaluated in a database of its own.
 */
export async function runAlertsBench({ seed, windows, list }: AlertsBenchOptions): Promise<void> {
  const measured: MeasuredWindow[] = [];
  console.log(`seed ${seed}`);
  for (const window of planWindows(seed, Math.min(windows, maxWindows))) {
    console.log(`evaluating the fortnight from ${new Date(window.from).toISOString().slice(0, 10)} …`);
    measured.push(await measureInDatabase(seed, window));
  }
  if (list) measured.forEach(printList);
  printFigures(`Alerts in ${measured.length} fortnights of thirteen months`, alertFigures(measured));
}

async function measureInDatabase(seed: number, window: Interval): Promise<MeasuredWindow> {
  const folder = await makeBenchFolder();
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
    const faults = planFaults(seed, window);
    return await measureWindow({ owner, database: opened.database }, { seed, window, faults });
  } finally {
    await owner.destroy();
    await opened.close();
    await lock.release();
    await rm(folder, { recursive: true, force: true });
  }
}

const isDefined = ({ definedAt }: MeasuredFault): boolean => definedAt !== null;
const isWithin = ({ definedAt, openedAt }: MeasuredFault): boolean =>
  definedAt !== null && openedAt !== null && openedAt - definedAt <= withinMs;

export function alertFigures(windows: readonly MeasuredWindow[]): Figure[] {
  const all = windows.flatMap(({ faults }) => faults).filter(isDefined);
  const falseAlerts = windows.flatMap((window) => window.falseAlerts);
  const chairWeeks = windows.reduce((sum, window) => sum + window.chairWeeks, 0);
  const falseRate = (100 * falseAlerts.length) / chairWeeks;
  const share = all.filter(isWithin).length / all.length;
  const ofKind = (kind: string): Figure => {
    const faults = all.filter((fault) => fault.kind === kind);
    const delays = faults.flatMap(({ definedAt, openedAt }) =>
      definedAt === null || openedAt === null ? [] : [(openedAt - definedAt) / minuteMs],
    );
    return {
      name: kind,
      value: `${faults.filter(isWithin).length} of ${faults.length} within 15 min`,
      comparison: delays.length === 0 ? "" : `median ${median(delays).toFixed(1)} min after its definition`,
      ratio: `${falseAlerts.filter((alert) => alert.kind === kind).length} false`,
    };
  };
  return [
    ...alertKinds.map(ofKind),
    {
      name: "detected within 15 minutes",
      value: `${all.filter(isWithin).length} of ${all.length}`,
      ratio: inPercent(share),
      goal: `≥ ${inPercent(minShare)}`,
      met: share >= minShare,
    },
    {
      name: "false alerts per 100 chairs and week",
      value: falseRate.toFixed(2),
      goal: `≤ ${maxFalseRate}`,
      met: falseRate <= maxFalseRate,
    },
  ];
}

function printList({ faults, falseAlerts }: MeasuredWindow): void {
  const time = (at: number | null) => (at === null ? "-" : new Date(at).toISOString().slice(0, 16));
  for (const fault of faults.filter((one) => isDefined(one) && !isWithin(one)))
    console.log(
      `  missed ${fault.kind} ${fault.deviceIds[0] ?? fault.outlet.outletId} from ${time(fault.from)} to ${time(fault.to)}, ` +
        `defined ${time(fault.definedAt)}, opened ${time(fault.openedAt)}`,
    );
  for (const { kind, outletId, deviceId, openedAt } of falseAlerts)
    console.log(`  false ${kind} ${deviceId ?? outletId} ${time(openedAt)}`);
}
