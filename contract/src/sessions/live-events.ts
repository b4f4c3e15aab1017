import { type Static, Type } from "typebox";
import { Device } from "#devices/devices.ts";
import { Instant } from "#fields.ts";
import { FollowedOrder } from "#orders/orders.ts";

/**
 * Server-sent events of GET `/web/api/v1/events`, read by fetch because EventSource cannot send the token's header. A
 * stream resumes after `Last-Event-ID`; if that event is too old, the server sends `reset` and the client refetches. A
 * token may have eight streams per server. The ninth closes the oldest, whose last field `retry` is the waiting time of
 * its client in milliseconds: 1,000, doubled with each further stream, at most 60,000. A stream opened before that is
 * refused with 429.
 */
export const liveEventsPath = "/web/api/v1/events";

/**
 * Response header with the ID of the last event that the data includes. A page that was loaded by several such calls
 * sends their IDs in `Last-Event-ID`, separated by commas (at most 8); the stream resumes after the earliest.
 */
export const eventIdHeader = "Event-Id";

export const liveEvents = {
  order: FollowedOrder,
  device: Device,
  revenue: Type.Object({ asOf: Instant }, { description: "Income figures changed: refetch them." }),
  alerts: Type.Object(
    { areaId: Type.String() },
    { description: "Alerts of an outlet opened, changed, or were resolved: refetch them." },
  ),
  reset: Type.Object({}, { description: "Events were missed: refetch everything." }),
};

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [N in LiveEventName]: { name: N; data: Static<(typeof liveEvents)[N]> };
}[LiveEventName];
