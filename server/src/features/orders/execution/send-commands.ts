import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createBatcher } from "#platform/postgres/batcher.ts";
import { enqueue, isEnqueued, type OutboxHandler } from "#platform/jobs/outbox.ts";
import {
  type CommandRecord,
  findPendingStops,
  findSendable,
  addCommand,
  deferredCommands,
  type SendableCommand,
} from "./chair-commands-store.ts";
import { newCommandId } from "#features/orders/order-id.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/order-dependencies.ts";
import { createChairTimes } from "./chair-times.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const sendCommandJob = "send-command";

/** Validity of stops and reports; a chair that is offline for longer is reconciled when it reports again. */
const commandLifeMs = 10 * 60_000;

type NewCommand =
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

/** Stores a command, which a job sends after the commit. @returns the command's ID */
export function enqueueCommand(uow: UnitOfWork, command: NewCommand, now: Date): string {
  const defaults = {
    gear: null,
    seconds: null,
    extensionOrderId: null,
    configuration: null,
    testRunId: null,
    notAfter: later(now, commandLifeMs),
    attempt: 1,
  } as const;
  return addAndEnqueue(uow, { ...defaults, ...command }, now);
}

/**
 * Sends a start or extension once more with a new ID. The chair has just considered it expired although its deadline
 * had not passed: the chair's clock was wrong, and the expired command has set it.
 * @returns whether it is sent
 */
export function repeatExpired(uow: UnitOfWork, command: CommandRecord, now: Date): boolean {
  if (command.attempt > 1 || command.notAfter <= now) return false;
  const { commandId: _id, repliedAt: _at, ...same } = command;
  addAndEnqueue(uow, { ...same, attempt: 2 }, now);
  return true;
}

function addAndEnqueue(
  uow: UnitOfWork,
  command: Omit<CommandRecord, "commandId" | "repliedAt">,
  now: Date,
): string {
  const commandId = newCommandId(now);
  addCommand(uow, { ...command, commandId }, now);
  enqueue(uow, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt: now });
  return commandId;
}

/**
 * Enqueues the start in the transaction that sets `starting`, so that any server can send it; chairs recognise a
 * repeated command.
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

/** Sends an unanswered command again: the chair was offline, or is slow to reply. */
export const resendCommand = (uow: UnitOfWork, commandId: string, dueAt: Date): void =>
  enqueue(uow, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt });

/** Stops the run of an ended order. At most one stop is pending at a time, however often the chair reports the run. */
export async function requestStop(
  uow: UnitOfWork,
  run: { deviceId: string; orderId: string },
  now: Date,
): Promise<void> {
  const isDeferred = deferredCommands(uow).some(
    ({ type, orderId }) => type === "stop" && orderId === run.orderId,
  );
  if (isDeferred) return;
  const pending = (await findPendingStops(uow, [run.orderId], now)).get(run.orderId);
  if (pending === undefined) enqueueCommand(uow, { ...run, type: "stop" }, now);
  else if (!isEnqueued(uow, sendCommandJob, pending)) resendCommand(uow, pending, now);
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

/** For a test run, the command carries the ID of the test run in place of the order's. */
const runOf = ({ orderId, testRunId }: CommandRecord): { orderId?: string } => {
  const runId = orderId ?? testRunId;
  return runId === null ? {} : { orderId: runId };
};

/**
 * Sends the time to a chair before a command that it would otherwise consider expired. This report is already expired
 * when it is sent: a chair sets its clock by every command, also by an expired one, and only replies to it. The reply
 * is not recorded.
 */
const clockCommand = (now: Date): PayloadOf<"command"> => ({
  commandId: newCommandId(now),
  type: "report",
  notAfter: later(now, -1).toISOString(),
  serverTime: now.toISOString(),
});

/** A chair that considers one of these commands expired does not start, or runs for less time than was paid. */
const expiring: ReadonlySet<CommandRecord["type"]> = new Set(["start", "extend"]);

export function createSendCommand({ database, clock, sendCommand }: OrderDependencies): OutboxHandler {
  const times = createChairTimes();
  const find = createBatcher<string, SendableCommand | null>({
    async processBatch(commandIds) {
      const sendable = await findSendable(database, commandIds, clock.now());
      return commandIds.map((id) => ({ value: sendable.find((one) => one.commandId === id) ?? null }));
    },
  });

  return async ({ subject: commandId }) => {
    const command = await find(commandId);
    if (command === null) return;
    failPoint(`${command.type}.before-publish`);
    const { deviceId, type, wasSentByFastClock } = command;
    const now = clock.now();
    if (wasSentByFastClock || (expiring.has(type) && !times.hasRecentTime(deviceId, now)))
      await sendCommand(deviceId, clockCommand(now));
    await sendCommand(deviceId, payloadOf(command, now));
    times.record(deviceId, now);
    failPoint(`${type}.published`);
  };
}
