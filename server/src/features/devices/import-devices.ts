import { announce } from "#features/live-events/index.ts";
import {
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
} from "#features/outlets/index.ts";
import type { Transaction } from "#platform/database.ts";
import { type DeviceFacts, referencesOf, type References, upsertDevices } from "./device-import-store.ts";
import { isDeviceId } from "./devices-rules.ts";

/** One line of the devices' file. Without a price group the chair can't be sold. */
export type DeviceRow = DeviceFacts;

/** Creates and updates chairs; what they said of themselves and their secrets stay. */
export async function importDevices(
  tx: Transaction,
  rows: readonly DeviceRow[],
  now: Date,
): Promise<ImportOutcome> {
  const known = await referencesOf(tx, rows);
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "deviceId", (row) => row.deviceId),
    ...rows.flatMap((row, index) => rowProblems(row, index, known)),
  ];
  if (problems.length > 0) return refusedImport(problems);
  const written = await upsertDevices(tx, rows, now);
  for (const { deviceId, outletId } of written)
    await announce(tx, { name: "device", outletId, subject: deviceId, at: now });
  const created = written.filter((device) => device.created).length;
  return {
    created,
    changed: written.length - created,
    unchanged: rows.length - written.length,
    problems: [],
  };
}

function rowProblems(row: DeviceRow, index: number, known: References): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (!isDeviceId(row.deviceId)) refuse("deviceId", "a chair's id is 4 to 20 capital letters and digits");
  const outletCurrency = known.outlets.get(row.outletId);
  if (outletCurrency === undefined) refuse("outletId", `there is no outlet "${row.outletId}"`);
  if (row.priceGroupId === null) return problems;
  const groupCurrency = known.priceGroups.get(row.priceGroupId);
  if (groupCurrency === undefined) refuse("priceGroupId", `there is no price group "${row.priceGroupId}"`);
  else if (outletCurrency !== undefined && outletCurrency !== groupCurrency)
    refuse("priceGroupId", `is in ${groupCurrency}, the outlet works in ${outletCurrency}`);
  return problems;
}
