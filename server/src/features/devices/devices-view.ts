import type { Device, PublicDevice } from "@reposo/contract/devices.ts";
import type { Static } from "typebox";
import type { DeviceRecord } from "./device-record.ts";
import { availabilityOf, shownFault } from "./devices-rules.ts";

export function viewDevice(device: DeviceRecord): Static<typeof Device> {
  return {
    deviceId: device.deviceId,
    areaId: device.outletId,
    areaName: device.outletName,
    online: device.online,
    inUse: device.liveOrder !== null,
    fault: shownFault(device),
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
    orderId: device.liveOrder?.orderId ?? null,
    endsAt: device.liveOrder?.endsAt?.toISOString() ?? null,
  };
}

export function viewPublicDevice(device: DeviceRecord): Static<typeof PublicDevice> {
  const inUse = device.liveOrder !== null;
  return {
    deviceId: device.deviceId,
    areaName: device.outletName,
    online: device.online,
    inUse,
    available: !inUse && availabilityOf(device).kind === "available",
  };
}
