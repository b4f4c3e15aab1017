import type { FollowedOrder } from "@reposo/contract/orders/orders.ts";
import type { Device } from "@reposo/contract/devices/devices.ts";
import { type LiveEventName, liveEvents } from "@reposo/contract/sessions/live-events.ts";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { type Audience, type LiveEvent, type OrderAccess, orderAccessOf } from "./audience-rules.ts";

export type OrderViews = Readonly<Record<OrderAccess, Static<typeof FollowedOrder>>>;

export interface Renderers {
  /** Returns the order as `getOrder` returns it to each kind of caller; null if the order does not exist. */
  renderOrder(orderId: string): Promise<OrderViews | null>;
  /** Returns the chair as the device list contains it; null if the chair does not exist. */
  renderDevice(deviceId: string): Promise<Static<typeof Device> | null>;
}

const validators = {
  order: Compile(liveEvents.order),
  device: Compile(liveEvents.device),
  revenue: Compile(liveEvents.revenue),
  alerts: Compile(liveEvents.alerts),
  reset: Compile(liveEvents.reset),
};

/**
 * Returns the lines of a server-sent event without its ID. Fields that the contract does not declare are removed.
 * @throws Error if a field does not match the contract, which is a bug of the server
 */
export function frame(name: LiveEventName, data: object): string {
  const validator = validators[name];
  const clean: unknown = validator.Clean(structuredClone(data));
  if (!validator.Check(clean)) throw new Error(`a live ${name} event does not match the contract`);
  return `event: ${name}\ndata: ${JSON.stringify(clean)}\n\n`;
}

export type FrameFor = (audience: Audience) => string;

/**
 * Loads the current state of an event's subject. Revenue events have no subject to load and must not be passed.
 * @returns a function that renders the state, once per kind of audience; null if the subject does not exist or is a
 *   chair that has left the event's outlet
 */
export async function frameEvent(renderers: Renderers, event: LiveEvent): Promise<FrameFor | null> {
  if (event.name === "alerts") {
    const text = frame("alerts", { areaId: event.outletId });
    return () => text;
  }
  if (event.name === "outlet") {
    // A chair has left the outlet. Clients refetch their data, because no event removes a chair from an open page.
    const reset = frame("reset", {});
    return () => reset;
  }
  if (event.name !== "order") {
    const device = await renderers.renderDevice(event.subject);
    // Managers of the event's outlet must not receive the state of a chair that was moved to another outlet.
    if (device === null || device.areaId !== event.outletId) return null;
    const text = frame("device", device);
    return () => text;
  }
  const views = await renderers.renderOrder(event.subject);
  if (views === null) return null;
  const framed = new Map<OrderAccess, string>();
  return (audience) => {
    const access = orderAccessOf(audience);
    const text = framed.get(access) ?? frame("order", views[access]);
    framed.set(access, text);
    return text;
  };
}
