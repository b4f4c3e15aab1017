import { type Static, Type } from "typebox";
import { Device } from "#devices/devices.ts";
import { Instant } from "#fields.ts";
import { FollowedOrder } from "#orders/orders.ts";

export const liveEvents = {
  order: FollowedOrder,
  device: Device,
  revenue: Type.Object({ asOf: Instant }, { description: "Income figures changed: refetch them." }),
  alerts: Type.Object(
    { areaId: Type.String() },
    { description: "Alerts of an outlet opened, changed, or were resolved: refetch them." },
  ),
  reset: Type.Object(
    {},
    { description: "Events were missed, or a chair has left an outlet: refetch everything." },
  ),
};

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [N in LiveEventName]: { name: N; data: Static<(typeof liveEvents)[N]> };
}[LiveEventName];
