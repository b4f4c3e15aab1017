import { type Static, Type } from "typebox";
import { Device } from "#devices/devices.ts";
import { Instant } from "#fields.ts";
import { FollowedOrder } from "#orders/orders.ts";

/**
 * Server-sent events of GET `/web/api/v1/events`, read by fetch so that a header carries the token.
 * Resumes after `Last-Event-ID`; where that is too old, sends `reset` and the client refetches. A token has eight
 * streams on a server. The ninth closes the oldest, whose last field `retry` announces how many milliseconds its client
 * has to wait: 1,000, doubled with each further stream, at most 60,000. Until then a further stream is refused with 429.
 */
export const liveEventsPath = "/web/api/v1/events";

/**
 * Names, in the answer of an operation that a document calls first, the event up to which the data is complete. A page
 * that was read by several such calls sends all their ids in `Last-Event-ID`, separated by commas (at most 8): the
 * stream resumes after the earliest.
 */
export const eventIdHeader = "Event-Id";

export const liveEvents = {
  order: FollowedOrder,
  device: Device,
  revenue: Type.Object({ asOf: Instant }, { description: "Figures changed: refetch them." }),
  alerts: Type.Object(
    { areaId: Type.String() },
    { description: "Alerts of an outlet were opened, changed or resolved: refetch them." },
  ),
  reset: Type.Object({}, { description: "Events were missed: refetch everything." }),
};

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [N in LiveEventName]: { name: N; data: Static<(typeof liveEvents)[N]> };
}[LiveEventName];
