import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createCredentials } from "./credentials.ts";
import { deviceStatus } from "./device-status.ts";
import { listDevices } from "./list-devices.ts";
import { lookUpPublicDevice } from "./look-up-public-device.ts";
import type { DeviceRecord } from "./device-record.ts";
import { findDevice } from "./devices-store.ts";
import { presumeOffline } from "./mark-all-offline.ts";
import { viewDevice } from "./devices-view.ts";

export { listChairLogins } from "./broker-logins-store.ts";
export { rotateCredential } from "./credentials.ts";
export { countDevices, deviceCounts } from "./device-counts-store.ts";
export { ownDevice } from "./own-device.ts";
export { viewDevice } from "./devices-view.ts";
export type { DeviceRecord, LiveOrderOnDevice } from "./device-record.ts";
export { deviceUnavailable } from "./device-unavailable.ts";
export { deviceInUse } from "./device-in-use.ts";
export { type Availability, availabilityOf, isBrieflyOffline, isInUse } from "./devices-rules.ts";
export { installationDates, type PresenceChange } from "./device-presence-store.ts";
export { createRunExpiry } from "./expire-runs.ts";
export { findDevice, findDevices } from "./devices-store.ts";
export { type DeviceRow, importDevices, newDevice } from "./import-devices.ts";
export { giveUpCuttingOff } from "./expire-disconnects.ts";
export { type ChairReport, recordReports, recordState } from "./record-state.ts";

export interface DevicesParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether commands can reach chairs now. Without it, which only tools leave out, they always can. */
  readonly brokerConnected?: () => boolean;
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ database, clock, brokerConnected = () => true }: DevicesParts) {
  /** A chair as one who wants to start it meets it: without a broker, none can be reached. */
  const findReachable = async (deviceId: string): Promise<DeviceRecord | null> => {
    const device = await findDevice(database, deviceId);
    return device && { ...device, online: device.online && brokerConnected() };
  };
  return {
    listDevices: listDevices(database),
    deviceStatus: deviceStatus(findReachable),
    presumeOffline: presumeOffline({ database, clock }),
    lookUpPublicDevice: lookUpPublicDevice({ findReachable, clock }),
    /** A device as in the list, for live events; null where there is none of this id. */
    renderDevice: async (deviceId: string) => {
      const device = await findDevice(database, deviceId);
      return device && viewDevice(device);
    },
    ...createCredentials({ database, clock }),
  };
}
