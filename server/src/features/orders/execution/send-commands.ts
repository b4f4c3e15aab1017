import type { ChairConfiguration } from "@reposo/contract/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createBatcher } from "#platform/postgres/batcher.ts";
import { enqueue, isEnqueued, type OutboxHandler } from "#platform/jobs/outbox.ts";
import {
  type CommandRecord,
  findWaitingStops,
  findWanted,
  addCommand,
  deferredCommands,
  type WantedCommand,
} from "./chair-commands-store.ts";
import { newCommandId } from "#features/orders/order-id.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { createChairTimes } from "./chair-times.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const sendCommandJob = "send-command";

/** A stop or a report is still worth saying for this long; a chair away for longer is reconciled when it is back. */
const commandLifeMs = 10 * 60_000;

type Wish =
  | { deviceId: string; type: "stop" | "report"; orderId: string | null }
  | { deviceId: string; type: "configure"; orderId: null; configuration: ChairConfiguration }
  | { deviceId: string; type: "identify"; orderId: null; notAfter: Date }
  | { deviceId: string; type: "start"; orderId: string; gear: number; seconds: number; notAfter: Date }
  | {
      deviceId: string;
      type: "start";
      orderId: null;
      testRunId: string;
      gear: number;
      seconds: number;
      notAfter: Date;
    }
  | {
      deviceId: string;
      type: "extend";
      orderId: string;
      seconds: number;
      extensionOrderId: string;
      notAfter: Date;
    };

/**
 * Stores a command and enqueues its sending after the commit; each is a job of its own, none waits behind another.
 * @returns the command's id
 */
export function enqueueCommand(uow: UnitOfWork, wish: Wish, now: Date): string {
  const commandId = newCommandId(now);
  const plain = {
    gear: null,
    seconds: null,
    extensionOrderId: null,
    configuration: null,
    testRunId: null,
    notAfter: later(now, commandLifeMs),
  };
  addCommand(uow, { ...plain, ...wish, commandId }, now);
  enqueue(uow, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt: now });
  return commandId;
}

/**
 * Has the chair of an order started in the transaction that makes the order `starting`: both are committed before the
 * first byte leaves, so that a server that dies then leaves an order whose deadline somebody else keeps. Sent again it
 * is the same command, and the chair knows the order (protocol, point 1).
 */
export function enqueueStart(
  uow: UnitOfWork,
  order: Pick<OrderRecord, "orderId" | "deviceId" | "gear" | "minutes">,
  notAfter: Date,
  now: Date,
): void {
  const { orderId, deviceId, gear, minutes } = order;
  enqueueCommand(uow, { deviceId, type: "start", orderId, gear, seconds: minutes * 60, notAfter }, now);
}

/** Sends a command that was not answered once more: the chair was away when it was said, or is slow to answer. */
export const sendAgain = (uow: UnitOfWork, commandId: string, dueAt: Date): void =>
  enqueue(uow, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt });

/** Stops a run of an order that is over; one stop at a time, however often the chair tells of the run. */
export async function askToStop(
  uow: UnitOfWork,
  run: { deviceId: string; orderId: string },
  now: Date,
): Promise<void> {
  const isDeferred = deferredCommands(uow).some(
    ({ type, orderId }) => type === "stop" && orderId === run.orderId,
  );
  if (isDeferred) return;
  const waiting = (await findWaitingStops(uow, [run.orderId], now)).get(run.orderId);
  if (waiting === undefined) enqueueCommand(uow, { ...run, type: "stop" }, now);
  else if (!isEnqueued(uow, sendCommandJob, waiting)) sendAgain(uow, waiting, now);
}

const payloadOf = (command: CommandRecord, now: Date): PayloadOf<"command"> => ({
  commandId: command.commandId,
  type: command.type,
  ...runOf(command),
  ...(command.gear === null ? {} : { gear: command.gear }),
  ...(command.seconds === null ? {} : { seconds: command.seconds }),
  ...(command.configuration === null ? {} : { configuration: command.configuration }),
  notAfter: command.notAfter.toISOString(),
  serverTime: now.toISOString(),
});

/** A chair knows a test run by its id, as it knows the run of an order. */
const runOf = ({ orderId, testRunId }: CommandRecord): { orderId?: string } => {
  const runId = orderId ?? testRunId;
  return runId === null ? {} : { orderId: runId };
};

/**
 * Gives a chair the time before a command that it would otherwise take for expired. It is itself expired: by the
 * protocol a chair sets its clock by every command, whatever it answers, and publishes nothing further. Its answer is
 * not recorded.
 */
const timeFor = (now: Date): PayloadOf<"command"> => ({
  commandId: newCommandId(now),
  type: "report",
  notAfter: later(now, -1).toISOString(),
  serverTime: now.toISOString(),
});

/** A chair that takes one of these for expired does not run, or not as long as was paid for. */
const expiring: ReadonlySet<CommandRecord["type"]> = new Set(["start", "extend"]);

export function createSendCommand({ database, clock, sendCommand }: OrderParts): OutboxHandler {
  const times = createChairTimes();
  const find = createBatcher<string, WantedCommand | null>({
    async processBatch(commandIds) {
      const wanted = await findWanted(database, commandIds, clock.now());
      return commandIds.map((id) => ({ value: wanted.find((one) => one.commandId === id) ?? null }));
    },
  });

  return async ({ subject: commandId }) => {
    const command = await find(commandId);
    if (command === null) return;
    failPoint(`${command.type}.before-publish`);
    const { deviceId, type, wasSentFromAhead } = command;
    const now = clock.now();
    if (wasSentFromAhead || (expiring.has(type) && !times.knowsTime(deviceId, now)))
      await sendCommand(deviceId, timeFor(now));
    await sendCommand(deviceId, payloadOf(command, now));
    times.record(deviceId, now);
    failPoint(`${type}.published`);
  };
}
