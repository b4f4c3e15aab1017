import { type Static, Type } from "typebox";
import { Device } from "./devices.ts";
import { Instant } from "./fields.ts";
import { FollowedOrder } from "./orders.ts";

/**
 * Server-sent events of GET `/web/api/v1/events`, read by fetch so that a header carries the token.
 * Resumes after `Last-Event-ID`; where that is too old, says `reset` and the client fetches anew.
 */
export const liveEventsPath = "/web/api/v1/events";

export const liveEvents = {
  order: FollowedOrder,
  device: Device,
  revenue: Type.Object({ asOf: Instant }, { description: "Figures changed: fetch them anew." }),
  reset: Type.Object({}, { description: "Events were missed: fetch everything anew." }),
};

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [N in LiveEventName]: { name: N; data: Static<(typeof liveEvents)[N]> };
}[LiveEventName];
