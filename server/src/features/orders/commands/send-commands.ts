import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue, isEnqueued, type OutboxHandler } from "#platform/jobs/outbox.ts";
import {
  type CommandRecord,
  findPendingStops,
  findSendable,
  addCommand,
  claimUnansweredCommands,
  deferredCommands,
  type SendableCommand,
} from "./chair-commands-store.ts";
import { newCommandId } from "#features/orders/record/order-id.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/record/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { createChairTimes } from "./chair-times.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const sendCommandJob = "send-command";

/**
 * Default validity of commands, such as stops. A chair that is offline for longer is reconciled when it reports
 * again.
 */
const commandLifeMs = 10 * 60_000;

type NewCommand = { deviceId: string } & (
  | { type: "stop"; orderId: string | null; byManager?: boolean }
  | { type: "stop"; orderId: null; testRunId: string; notAfter: Date }
  | { type: "report"; orderId: string | null }
  | { type: "configure"; orderId: null; configuration: ChairConfiguration }
  | { type: "identify"; orderId: null; notAfter: Date }
  | { type: "start"; orderId: string; gear: number; seconds: number; notAfter: Date }
  | { type: "start"; orderId: null; testRunId: string; gear: number; seconds: number; notAfter: Date }
  | { type: "extend"; orderId: string; extensionOrderId: string; seconds: number; notAfter: Date }
);

/** Defers the insertion of a command and of the job that sends it after the commit. @returns the command's ID */
export function enqueueCommand(uow: UnitOfWork, command: NewCommand, now: Date): string {
  const defaults = {
    gear: null,
    seconds: null,
    extensionOrderId: null,
    configuration: null,
    testRunId: null,
    byManager: false,
    notAfter: later(now, commandLifeMs),
    attempt: 1,
  } as const;
  return addAndEnqueue(uow, { ...defaults, ...command }, now);
}

/**
 * Repeats a start or extension with a new ID, once, if the chair considered it expired before its deadline. The
 * chair's clock was wrong then, and the first command has set it.
 * @returns false if the command is already a repetition or its deadline has passed
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
 * Enqueues the start command, in the transaction that moves the order to `starting`. Any server may send the command,
 * even repeatedly, because chairs recognise a repeated command by its ID.
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

/** Enqueues an unanswered command for resending, because the chair was offline or is slow to reply. */
export const resendCommand = (uow: UnitOfWork, commandId: string, dueAt: Date): void =>
  enqueue(uow, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt });

/** Minimum time between two resends of the same command. */
const resendIntervalMs = 500;

/**
 * Resends unanswered starts and extensions to chairs that report, because a command may have been lost with a
 * connection. A chair that has already executed the command replies `duplicate`. The caller holds the locks of
 * `orders`, each with its current state.
 * @param reporting IDs of the chairs that have just reported
 */
export async function resendUnanswered(
  uow: UnitOfWork,
  reporting: ReadonlySet<string>,
  orders: readonly LockedOrder[],
  now: Date,
): Promise<void> {
  const unanswered = orders.filter(
    (order) => reporting.has(order.deviceId) && (order.status === "starting" || isExtending(order)),
  );
  if (unanswered.length === 0) return;
  const claimed = await claimUnansweredCommands(
    uow,
    unanswered.map(({ orderId }) => orderId),
    now,
    resendIntervalMs,
  );
  for (const { commandId, dueAt } of claimed) resendCommand(uow, commandId, dueAt);
}

const isExtending = ({ extensions }: LockedOrder): boolean =>
  extensions.some(({ status }) => status === "starting");

/**
 * Enqueues a stop for the run of an ended order. If a stop is already pending, it is resent instead, so that repeated
 * reports of the chair do not create more stops.
 */
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

function payloadOf(command: SendableCommand, now: Date): PayloadOf<"command"> {
  const { commandId, type, gear, seconds, configuration, isOfCoinOrder } = command;
  // In the start of a test run, `orderId` contains the ID of the test run. The chair does not know the IDs of coin
  // orders, and a stop without an ID ends any run.
  const orderId = isOfCoinOrder ? null : (command.orderId ?? command.testRunId);
  return {
    commandId,
    type,
    ...(orderId !== null && { orderId }),
    ...(gear !== null && { gear }),
    ...(seconds !== null && { seconds }),
    ...(configuration !== null && { configuration }),
    notAfter: command.notAfter.toISOString(),
    serverTime: now.toISOString(),
  };
}

/**
 * Returns a command that only sets the chair's clock, to be sent before a command that the chair might consider
 * expired. The command is expired on purpose: a chair sets its clock by every command, but does not execute an expired
 * one. The server ignores the reply, because the command is not stored.
 */
const clockCommand = (now: Date): PayloadOf<"command"> => ({
  commandId: newCommandId(now),
  type: "report",
  notAfter: later(now, -1).toISOString(),
  serverTime: now.toISOString(),
});

/**
 * Commands that a chair must not consider expired, because it would then not start, or would run for less time than was
 * paid for.
 */
const expiring: ReadonlySet<CommandRecord["type"]> = new Set(["start", "extend"]);

/** Creates the handler of the job that sends a command to its chair, if the command must still be sent. */
export function createSendCommand({ database, clock, sendCommand }: OrderDependencies): OutboxHandler {
  const times = createChairTimes();
  return async ({ subject: commandId }) => {
    const command = await findSendable(database, commandId, clock.now());
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
