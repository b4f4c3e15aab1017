import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

/** A chair's event that was not stored before, with its time corrected by the server. */
export interface ReceivedEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
  /** True if the chair's clock was not usable, so that `occurredAt` is the time of arrival at the server. */
  readonly hasUnreliableTime: boolean;
}

const runEvents: readonly PayloadOf<"event">["type"][] = ["started", "stopped", "finished"];

export const isCoin = ({ event }: ReceivedEvent): boolean => event.type === "coin";

export const isOfCoinRun = ({ event }: ReceivedEvent): boolean =>
  event.type === "coin" ||
  (event.orderId === undefined && event.runId !== undefined && runEvents.includes(event.type));

/**
 * Returns the ID of the run to which the event belongs. A coin event without a run ID, or with an order ID, becomes a
 * separate run.
 */
export const runIdOf = ({ epoch, seq, runId, orderId }: PayloadOf<"event">): string =>
  runId !== undefined && orderId === undefined ? runId : `${epoch}:${seq}`;
