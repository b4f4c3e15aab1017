import type { DeviceConfiguration } from "@reposo/contract/device-configuration.ts";
import { ownDevice } from "#features/devices/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { type ConfigurationRecord, configurationState } from "./configuration-rules.ts";
import { selectConfigurationStatus } from "./device-configuration-store.ts";

/** Of one of the caller's chairs: requested, reported, and whether the chair applies what was requested. */
export const createReadConfiguration =
  (database: Database) =>
  async (caller: ManagerCaller, givenId: string): Promise<DeviceConfiguration> => {
    const { deviceId, currency } = await ownDevice(database, caller, givenId);
    const [status = { deviceId, desired: null, reported: null, command: null }] =
      await selectConfigurationStatus(database, [deviceId]);
    return {
      state: configurationState(status),
      currency,
      desired: view(status.desired),
      reported: view(status.reported),
    };
  };

const view = (record: ConfigurationRecord | null) => record && { ...record, at: record.at.toISOString() };
