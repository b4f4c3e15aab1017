import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import { createCredentials } from "./credentials.ts";
import { deviceStatus } from "./device-status.ts";
import { listDevices } from "./list-devices.ts";
import { lookUpPublicDevice } from "./look-up-public-device.ts";
import { findDevice } from "./devices-store.ts";
import { presumeOffline } from "./presume-offline.ts";
import { viewDevice } from "./devices-view.ts";

export { rotateCredential } from "./credentials.ts";
export { countDevices, deviceCounts } from "./device-counts-store.ts";
export type { DeviceRecord, LiveOrderOnDevice } from "./device-record.ts";
export { deviceInUse } from "./device-in-use.ts";
export { type Availability, availabilityOf, isInUse } from "./devices-rules.ts";
export { installationDates, type PresenceChange } from "./device-presence-store.ts";
export { createRunExpiry } from "./expire-runs.ts";
export { findDevice, findDevices } from "./devices-store.ts";
export { type DeviceRow, importDevices, newDevice } from "./import-devices.ts";
export { giveUpCuttingOff } from "./give-up-cutting-off.ts";
export { type ChairReport, recordReports, recordState } from "./record-state.ts";

export interface DevicesParts {
  readonly database: Database;
  readonly clock: Clock;
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ database, clock }: DevicesParts) {
  return {
    listDevices: listDevices(database),
    deviceStatus: deviceStatus(database),
    presumeOffline: presumeOffline({ database, clock }),
    lookUpPublicDevice: lookUpPublicDevice({ database, clock }),
    /** A device as in the list, for live events; null where there is none of this id. */
    renderDevice: async (deviceId: string) => {
      const device = await findDevice(database, deviceId);
      return device && viewDevice(device);
    },
    ...createCredentials({ database, clock }),
  };
}
