import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { outletList } from "@reposo/contract/outlets.ts";
import type { OutletRecord } from "./outlets-store.ts";

export function viewOutlet(outlet: OutletRecord): ReplyOf<typeof outletList>[number] {
  return {
    areaId: outlet.outletId,
    areaName: outlet.name,
    address: outlet.address,
    timeZone: outlet.timeZone,
    currency: outlet.currency,
    latitude: outlet.latitude,
    longitude: outlet.longitude,
    devices: outlet.devices,
  };
}
