import type { FollowedOrder } from "@reposo/contract/orders.ts";
import type { Device } from "@reposo/contract/devices.ts";
import { type LiveEventName, liveEvents } from "@reposo/contract/live-events.ts";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { type Audience, type News, type OrderAccess, orderAccessOf } from "./audience-rules.ts";

export type OrderViews = Readonly<Record<OrderAccess, Static<typeof FollowedOrder>>>;

export interface Renderers {
  /** The order as each of its readers gets it from get-order; null where there is none (any more). */
  renderOrder(orderId: string): Promise<OrderViews | null>;
  /** The chair as in the device list; null where there is none. */
  renderDevice(deviceId: string): Promise<Static<typeof Device> | null>;
}

const validators = {
  order: Compile(liveEvents.order),
  device: Compile(liveEvents.device),
  revenue: Compile(liveEvents.revenue),
  alerts: Compile(liveEvents.alerts),
  reset: Compile(liveEvents.reset),
};

/** One event's lines without its id. An undeclared field is dropped, a wrong one is a fault of ours. */
export function frame(name: LiveEventName, data: object): string {
  const validator = validators[name];
  const clean: unknown = validator.Clean(structuredClone(data));
  if (!validator.Check(clean)) throw new Error(`a live ${name} event does not match the contract`);
  return `event: ${name}\ndata: ${JSON.stringify(clean)}\n\n`;
}

/** An event's lines for one reader. */
export type FramedFor = (audience: Audience) => string;

/** Reads an order or a device as it is now; null where it is gone. The lines of each kind of reader are made once. */
export async function frameNews(renderers: Renderers, news: News): Promise<FramedFor | null> {
  if (news.name === "alerts") {
    const text = frame("alerts", { areaId: news.outletId });
    return () => text;
  }
  if (news.name !== "order") {
    const device = await renderers.renderDevice(news.subject);
    const text = device && frame("device", device);
    return text === null ? null : () => text;
  }
  const views = await renderers.renderOrder(news.subject);
  if (views === null) return null;
  const framed = new Map<OrderAccess, string>();
  return (audience) => {
    const access = orderAccessOf(audience);
    const text = framed.get(access) ?? frame("order", views[access]);
    framed.set(access, text);
    return text;
  };
}
