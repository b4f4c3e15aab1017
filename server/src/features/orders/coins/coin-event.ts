import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

/** An event of a chair that was not stored before, with its corrected time. */
export interface ReceivedEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
  /** The chair's clock was not usable, so `occurredAt` is the time of arrival. */
  readonly timeDoubted: boolean;
}

const runEvents: readonly PayloadOf<"event">["type"][] = ["started", "stopped", "finished"];

export const isCoin = ({ event }: ReceivedEvent): boolean => event.type === "coin";

export const isOfCoinRun = ({ event }: ReceivedEvent): boolean =>
  event.type === "coin" ||
  (event.orderId === undefined && event.runId !== undefined && runEvents.includes(event.type));

/** A coin that names no run is an order of its own. */
export const runIdOf = ({ epoch, seq, runId, orderId }: PayloadOf<"event">): string =>
  runId !== undefined && orderId === undefined ? runId : `${epoch}:${seq}`;
