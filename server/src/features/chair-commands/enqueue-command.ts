import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import { enqueue, isEnqueued } from "#platform/jobs/outbox.ts";
import {
  type CommandRecord,
  findPendingStops,
  addCommand,
  claimUnansweredCommands,
  deferredCommands,
} from "./chair-commands-store.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";
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
    notAfter: new Date(now.getTime() + commandLifeMs),
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
  const commandId = newIdAt(now);
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
  order: {
    readonly orderId: string;
    readonly deviceId: string;
    readonly gear: number;
    readonly minutes: number;
  },
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
 * Resends the unanswered starts and extensions of the given orders, whose chairs have just reported, because a command
 * may have been lost with a connection. A chair that has already executed the command replies `duplicate`. The caller
 * holds the locks of the orders.
 */
export async function resendUnanswered(
  uow: UnitOfWork,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return;
  const claimed = await claimUnansweredCommands(uow, orderIds, now, resendIntervalMs);
  for (const { commandId, dueAt } of claimed) resendCommand(uow, commandId, dueAt);
}

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
