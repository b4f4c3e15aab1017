import type { FollowedOrder } from "@reposo/contract/orders/orders.ts";
import type { Device } from "@reposo/contract/devices/devices.ts";
import { type LiveEventName, liveEvents } from "@reposo/contract/sessions/live-events.ts";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { type Audience, type LiveEvent, type OrderAccess, orderAccessOf } from "./audience-rules.ts";

export type OrderViews = Readonly<Record<OrderAccess, Static<typeof FollowedOrder>>>;

export interface Renderers {
  /** The order as each kind of caller gets it from get-order; null where it does not exist. */
  renderOrder(orderId: string): Promise<OrderViews | null>;
  /** The chair as in the device list; null where it does not exist. */
  renderDevice(deviceId: string): Promise<Static<typeof Device> | null>;
}

const validators = {
  order: Compile(liveEvents.order),
  device: Compile(liveEvents.device),
  revenue: Compile(liveEvents.revenue),
  alerts: Compile(liveEvents.alerts),
  reset: Compile(liveEvents.reset),
};

/** The lines of an event without its ID. Undeclared fields are removed; an invalid field is a defect of the server. */
export function frame(name: LiveEventName, data: object): string {
  const validator = validators[name];
  const clean: unknown = validator.Clean(structuredClone(data));
  if (!validator.Check(clean)) throw new Error(`a live ${name} event does not match the contract`);
  return `event: ${name}\ndata: ${JSON.stringify(clean)}\n\n`;
}

export type FrameFor = (audience: Audience) => string;

/**
 * Renders the current state of an event's subject, once per kind of audience; null where the subject does not
 * exist.
 */
export async function frameEvent(renderers: Renderers, event: LiveEvent): Promise<FrameFor | null> {
  if (event.name === "alerts") {
    const text = frame("alerts", { areaId: event.outletId });
    return () => text;
  }
  if (event.name !== "order") {
    const device = await renderers.renderDevice(event.subject);
    const text = device && frame("device", device);
    return text === null ? null : () => text;
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
