import type { Device, PublicDevice } from "@reposo/contract/devices/devices.ts";
import type { Static } from "typebox";
import type { DeviceRecord } from "./devices-store.ts";
import { availabilityOf, isInUse, shownFault, usedUntil } from "./devices-rules.ts";

export function viewDevice(device: DeviceRecord): Static<typeof Device> {
  return {
    deviceId: device.deviceId,
    areaId: device.outletId,
    areaName: device.outletName,
    online: device.online,
    inUse: isInUse(device),
    fault: shownFault(device),
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
    orderId: device.liveOrder?.orderId ?? null,
    endsAt: usedUntil(device)?.toISOString() ?? null,
    outOfService: device.outOfServiceReason,
  };
}

export function viewPublicDevice(
  device: DeviceRecord,
  { state, freeChairs }: Pick<Static<typeof PublicDevice>, "state" | "freeChairs">,
  now: Date,
): Static<typeof PublicDevice> {
  const inUse = isInUse(device);
  return {
    deviceId: device.deviceId,
    areaName: device.outletName,
    state,
    online: device.online,
    inUse,
    available: !inUse && availabilityOf(device).kind === "available",
    endsAt: usedUntil(device)?.toISOString() ?? null,
    outOfService: device.outOfServiceReason,
    freeChairs,
    contact: device.contact,
    serverTime: now.toISOString(),
  };
}
