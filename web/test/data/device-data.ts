import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { instantAfter } from "./instants.ts";

export type DeviceData = ReplyOf<Endpoints["deviceList"]>["items"][number];

/** An idle chair that is online. */
export const deviceOf = (fields: Partial<DeviceData> = {}): DeviceData => ({
  deviceId: "MC1000",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  online: true,
  inUse: false,
  fault: null,
  lastSeenAt: instantAfter(-60),
  orderId: null,
  endsAt: null,
  outOfService: null,
  ...fields,
});

export const devicePageOf = (device: DeviceData): ReplyOf<Endpoints["devicePage"]> => ({
  device,
  stateSince: instantAfter(-600),
  firmware: null,
  signal: null,
  income: [],
  utilisation: [],
  openShare: null,
  hourShares: Array.from({ length: 168 }, () => null),
  closedHours: [],
  testRuns: 0,
  quarantinedCount: 0,
  quarantined: [],
});

/** The configuration of a chair that reports none. */
export const configurationOf = (): ReplyOf<Endpoints["deviceConfiguration"]> => ({
  state: "none",
  currency: "PHP",
  desired: null,
  reported: null,
});
