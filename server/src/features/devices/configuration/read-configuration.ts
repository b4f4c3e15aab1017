import type { DeviceConfiguration } from "@reposo/contract/devices/device-configuration.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type ConfigurationRecord, configurationState } from "./configuration-rules.ts";
import { selectConfigurationStatus } from "./device-configuration-store.ts";

/**
 * Reads the requested and the reported configuration of a chair, and whether the chair has applied the former.
 * @throws ProductError deviceUnknown or deviceOfOtherOutlet
 */
export async function readConfiguration(
  database: Database,
  caller: ManagerCaller,
  givenId: string,
): Promise<DeviceConfiguration> {
  const { deviceId, currency } = await ownDevice(database, caller, givenId);
  const [status = { deviceId, desired: null, reported: null, command: null }] =
    await selectConfigurationStatus(database, [deviceId]);
  return {
    state: configurationState(status),
    currency,
    desired: view(status.desired),
    reported: view(status.reported),
  };
}

const view = (record: ConfigurationRecord | null) => record && { ...record, at: record.at.toISOString() };
