import type { Command } from "commander";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import { findDevices, listDeviceIds } from "#features/devices/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { CliFailure } from "#cli/terminal.ts";

/** Arguments of a command for several chairs, see `addDeviceSelection`. */
export interface DeviceSelection {
  readonly deviceIds: readonly string[];
  readonly all: boolean;
}

/** Adds the argument `[deviceIds...]` and the option `--all` to a command. */
export const addDeviceSelection = (command: Command): Command =>
  command
    .argument("[deviceIds...]", "device IDs on the chairs' labels", collectDeviceId)
    .option("--all", "every chair instead of device IDs");

const collectDeviceId = (typed: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  normaliseDeviceId(typed),
];

/**
 * Returns the IDs of the selected chairs without repetitions.
 * @throws CliFailure if a chair is unknown, or if neither or both of device IDs and `--all` are given
 */
export async function selectDevices(
  database: Database,
  { deviceIds, all }: DeviceSelection,
): Promise<string[]> {
  if (all === deviceIds.length > 0) throw new CliFailure(2, "Give either device IDs or --all.");
  if (all) return listDeviceIds(database);
  const known = await findDevices(database, deviceIds);
  const unknown = deviceIds.filter((deviceId) => !known.has(deviceId));
  if (unknown.length > 0)
    throw new CliFailure(1, unknown.map((deviceId) => `There is no chair "${deviceId}".`).join("\n"));
  return [...known.keys()];
}
