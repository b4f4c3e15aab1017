import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";

type Outlet = ReplyOf<Endpoints["outletList"]>[number];

/** An outlet with a position. */
export const locatedOutletOf = (fields: Partial<Outlet> = {}): Outlet => ({
  areaId: "outlet-1",
  areaName: "SM Megamall",
  address: "EDSA, Mandaluyong",
  timeZone: "Asia/Manila",
  currency: "PHP",
  latitude: 14.5847,
  longitude: 121.0569,
  openingHours: null,
  devices: 1,
  ...fields,
});
