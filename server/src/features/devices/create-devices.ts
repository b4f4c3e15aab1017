import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createCredentials } from "./credentials/credentials.ts";
import { deviceStatus } from "./device-access.ts";
import { listDevices } from "./list-devices.ts";
import { type DeviceRecord, findDevice } from "./devices-store.ts";
import { markAllOffline } from "./presence/mark-all-offline.ts";
import { writeTakeover } from "./presence/presence-store.ts";
import { publicStateOf } from "./devices-rules.ts";
import { freeChairsBeside, hasPrices } from "./public-device-store.ts";
import { viewDevice, viewPublicDevice } from "./devices-view.ts";
import { maxFreeChairs, type publicDevice } from "@reposo/contract/devices/devices.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { ProductError } from "#platform/http/product-error.ts";

export interface DevicesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether the server is connected to the broker; by default always true. */
  readonly brokerConnected?: () => boolean;
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ database, clock, brokerConnected = () => true }: DevicesDependencies) {
  /**
   * Finds a chair. While the server has no connection to the broker, the chair is returned as offline, because it
   * cannot be started.
   */
  const findReachable = async (deviceId: string): Promise<DeviceRecord | null> => {
    const device = await findDevice(database, deviceId);
    return device && { ...device, online: device.online && brokerConnected() };
  };
  return {
    listDevices: listDevices(database),
    deviceStatus: deviceStatus(findReachable),
    recordTakeover: (deviceId: string): Promise<void> => writeTakeover(database, deviceId),
    markAllOffline: markAllOffline({ database, clock }),
    /** Returns the public data of a chair. @throws ProductError deviceUnknown */
    async lookUpPublicDevice(deviceId: string): Promise<ReplyOf<typeof publicDevice>> {
      const device = await findReachable(deviceId);
      if (device === null) throw new ProductError("deviceUnknown");
      const state = publicStateOf(device, await hasPrices(database, deviceId));
      // Without the broker, no chair can be started.
      const freeChairs =
        state === "free" || !brokerConnected() ? [] : await freeChairsBeside(database, device, maxFreeChairs);
      return viewPublicDevice(device, { state, freeChairs }, clock.now());
    },
    /** Returns a chair in the form in which the device list contains it, for live events; null for an unknown ID. */
    renderDevice: async (deviceId: string) => {
      const device = await findDevice(database, deviceId);
      return device && viewDevice(device);
    },
    ...createCredentials({ database, clock }),
  };
}
