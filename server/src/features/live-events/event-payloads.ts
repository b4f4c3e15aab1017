import type { FollowedOrder } from "@reposo/contract/orders.ts";
import type { Device } from "@reposo/contract/devices.ts";
import { type LiveEventName, liveEvents } from "@reposo/contract/live-events.ts";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import type { News } from "./audience-rules.ts";

export interface Renderers {
  /** The order as in get-order; null where there is none (any more). */
  renderOrder(orderId: string): Promise<Static<typeof FollowedOrder> | null>;
  /** The chair as in the device list; null where there is none. */
  renderDevice(deviceId: string): Promise<Static<typeof Device> | null>;
}

const validators = {
  order: Compile(liveEvents.order),
  device: Compile(liveEvents.device),
  revenue: Compile(liveEvents.revenue),
  reset: Compile(liveEvents.reset),
};

/** One event's lines without its id. An undeclared field is dropped, a wrong one is a fault of ours. */
export function frame(name: LiveEventName, data: object): string {
  const validator = validators[name];
  const clean: unknown = validator.Clean(structuredClone(data));
  if (!validator.Check(clean)) throw new Error(`a live ${name} event does not match the contract`);
  return `event: ${name}\ndata: ${JSON.stringify(clean)}\n\n`;
}

/** Reads a subject as it stands now; null where it is gone, so there is nothing to tell. */
export async function frameNews(renderers: Renderers, news: News, now: Date): Promise<string | null> {
  if (news.name === "revenue") return frame("revenue", { asOf: now.toISOString() });
  const data =
    news.name === "order"
      ? await renderers.renderOrder(news.subject)
      : await renderers.renderDevice(news.subject);
  return data && frame(news.name, data);
}
