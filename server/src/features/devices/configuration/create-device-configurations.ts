import type { DeviceConfiguration } from "@reposo/contract/devices/device-configuration.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { createProcessStates } from "./process-states.ts";
import { type ConfigurationRecord, configurationState } from "./configuration-rules.ts";
import { selectConfigurationStatus } from "./device-configuration-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface DeviceConfigurationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Makes the outbox send due jobs immediately instead of at its next poll. */
  readonly wake: () => void;
}

export type DeviceConfigurations = ReturnType<typeof createDeviceConfigurations>;

/**
 * Manages the configuration of chairs: stores requested versions, sends them, and compares them with reported ones.
 */
export function createDeviceConfigurations({ database, clock, wake }: DeviceConfigurationDependencies) {
  const read = createReadConfiguration(database);
  return {
    read,
    processStates: createProcessStates({ clock }),
    async setVolume(caller: ManagerCaller, givenId: string, volume: number): Promise<DeviceConfiguration> {
      const { deviceId } = await ownDevice(database, caller, givenId);
      const actor = actorOf(caller);
      await transact(database, (uow) =>
        changeConfiguration(uow, { deviceId, values: { volume }, actor, at: clock.now() }),
      );
      wake();
      return read(caller, deviceId);
    },
  };
}

/**
 * Reads the requested and the reported configuration of a chair, and whether the chair has applied the former.
 * @throws ProductError deviceUnknown or deviceOfOtherOutlet
 */
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
