import { publishEvents } from "#features/live-events/index.ts";
import {
  areComplete,
  completeRows,
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
  type PartialRow,
} from "#features/outlets/index.ts";
import {
  type DeviceFacts,
  lockKnownDevices,
  referencesOf,
  type References,
  upsertDevices,
} from "./device-import-store.ts";
import { isDeviceId } from "#features/devices/devices-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Defaults of a new chair; without a price group it cannot be sold. */
export const newDevice = { priceGroupId: null, disabled: false } as const;

/** A row of the devices file; absent fields stay unchanged. */
export type DeviceRow = Omit<DeviceFacts, keyof typeof newDevice> & Partial<DeviceFacts>;

/** Creates and updates chairs; their reported state and secrets stay unchanged. */
export async function importDevices(
  uow: UnitOfWork,
  given: readonly PartialRow<DeviceRow>[],
  now: Date,
): Promise<ImportOutcome> {
  const known = await lockKnownDevices(
    uow,
    given.flatMap((row) => row.deviceId ?? []),
  );
  const rows = completeRows<DeviceFacts>(given, (row) => known.get(row.deviceId ?? ""), newDevice);
  const references = await referencesOf(uow, rows);
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "deviceId", (row) => row.deviceId),
    ...rows.flatMap((row, index) => rowProblems(row, index, references)),
  ];
  if (problems.length > 0 || !areComplete<DeviceFacts>(rows)) return refusedImport(problems);
  const written = await upsertDevices(uow, rows, now);
  for (const { deviceId, outletId } of written)
    publishEvents(uow, { name: "device", outletId, subject: deviceId, at: now });
  const created = written.filter((device) => device.created).length;
  return {
    created,
    changed: written.length - created,
    unchanged: rows.length - written.length,
    problems: [],
  };
}

function rowProblems(
  { deviceId, outletId, priceGroupId }: PartialRow<DeviceFacts>,
  index: number,
  known: References,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (deviceId !== undefined && !isDeviceId(deviceId))
    refuse("deviceId", "a chair's id is 4 to 20 capital letters and digits");
  const outletCurrency = known.outlets.get(outletId ?? "");
  if (outletId !== undefined && outletCurrency === undefined)
    refuse("outletId", `there is no outlet "${outletId}"`);
  if (priceGroupId === null || priceGroupId === undefined) return problems;
  const groupCurrency = known.priceGroups.get(priceGroupId);
  if (groupCurrency === undefined) refuse("priceGroupId", `there is no price group "${priceGroupId}"`);
  else if (outletCurrency !== undefined && outletCurrency !== groupCurrency)
    refuse("priceGroupId", `is in ${groupCurrency}, the outlet works in ${outletCurrency}`);
  return problems;
}
