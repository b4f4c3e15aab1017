import { randomUUIDv7 } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import { createGathering } from "#platform/gather.ts";
import { enqueue, type OutboxHandler } from "#platform/outbox.ts";
import { transact } from "#platform/transactions.ts";
import {
  type CommandRecord,
  findCommands,
  findStartCommand,
  findWaitingStops,
  insertCommand,
} from "./chair-commands-store.ts";
import { failOrder } from "./fail-order.ts";
import { moveOrder } from "./order-moves-store.ts";
import { announceOrder } from "./order-news.ts";
import type { OrderRecord } from "./order-record.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { lockOrders } from "./orders-store.ts";

export const startChairJob = "start-chair";
export const sendCommandJob = "send-command";

/** A stop or a report is still worth saying for this long; a chair away for longer is reconciled when it is back. */
const commandLifeMs = 10 * 60_000;

export async function enqueueStart(tx: Transaction, orderId: string, now: Date): Promise<void> {
  await enqueue(tx, { kind: startChairJob, subject: orderId, payload: {}, dueAt: now });
}

type OtherCommand =
  | { deviceId: string; type: "stop" | "report"; orderId: string | null }
  | {
      deviceId: string;
      type: "extend";
      orderId: string;
      seconds: number;
      extensionOrderId: string;
      notAfter: Date;
    };

/** Writes any command but a start down and has it sent after the commit; never behind a start, each is a job of its own. */
export async function enqueueCommand(tx: Transaction, command: OtherCommand, now: Date): Promise<void> {
  const commandId = randomUUIDv7();
  const plain = { gear: null, seconds: null, extensionOrderId: null, notAfter: later(now, commandLifeMs) };
  await insertCommand(tx, { ...plain, ...command, commandId }, now);
  await enqueue(tx, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt: now });
}

/** Sends a command that was not answered once more: the chair was away when it was said, or is slow to answer. */
export const sendAgain = (tx: Transaction, commandId: string, now: Date): Promise<void> =>
  enqueue(tx, { kind: sendCommandJob, subject: commandId, payload: {}, dueAt: now });

/** Stops that this transaction has asked for and not written yet. */
const askedFor = new WeakMap<Transaction, Set<string>>();

/** Stops a run of an order that is over; one stop at a time, however often the chair tells of the run. */
export async function askToStop(
  tx: Transaction,
  run: { deviceId: string; orderId: string },
  now: Date,
): Promise<void> {
  const asked = askedFor.get(tx) ?? new Set();
  if (asked.has(run.orderId)) return;
  askedFor.set(tx, asked.add(run.orderId));
  const waiting = (await findWaitingStops(tx, [run.orderId], now)).get(run.orderId);
  if (waiting === undefined) await enqueueCommand(tx, { ...run, type: "stop" }, now);
  else await sendAgain(tx, waiting, now);
}

const payloadOf = (command: CommandRecord, now: Date): PayloadOf<"command"> => ({
  commandId: command.commandId,
  type: command.type,
  ...(command.orderId === null ? {} : { orderId: command.orderId }),
  ...(command.gear === null ? {} : { gear: command.gear }),
  ...(command.seconds === null ? {} : { seconds: command.seconds }),
  notAfter: command.notAfter.toISOString(),
  serverTime: now.toISOString(),
});

/**
 * Starts a paid order's chair. `starting` and the command are committed before the first byte leaves, so that a
 * server that dies here leaves an order whose deadline somebody else keeps; the command sent again is the same
 * command, and the chair knows the order (protocol, point 1).
 */
export function createStartChair(parts: OrderParts): OutboxHandler {
  const { database, clock, sendCommand } = parts;
  const write = createGathering<string, CommandRecord | null>({
    keyOf: (orderId) => orderId,
    async work(orderIds) {
      const commands = await transact(database, async (tx) => {
        const orders = new Map((await lockOrders(tx, orderIds)).map((order) => [order.orderId, order]));
        const written: (CommandRecord | null)[] = [];
        for (const orderId of orderIds) {
          const order = orders.get(orderId);
          written.push(order === undefined ? null : await writeStart(tx, parts, order));
        }
        failPoint("start.before-starting-commit");
        return written;
      });
      return commands.map((value) => ({ value }));
    },
  });

  return async ({ subject: orderId }) => {
    failPoint("start.before-command");
    const command = await write(orderId);
    failPoint("start.starting-committed");
    const now = clock.now();
    if (command === null || command.repliedAt !== null || now >= command.notAfter) return;
    await sendCommand(command.deviceId, payloadOf(command, now));
    failPoint("start.published");
  };
}

/** @returns the command to send, or null where there is nothing to start any more */
async function writeStart(
  tx: Transaction,
  parts: OrderParts,
  order: OrderRecord,
): Promise<CommandRecord | null> {
  const { orderId, deviceId, startDeadlineAt } = order;
  const now = parts.clock.now();
  if (order.status === "starting") return findStartCommand(tx, orderId);
  if (order.status !== "paid" || startDeadlineAt === null) return null;
  if (now >= startDeadlineAt) {
    // Nothing was ever sent: the chair cannot run.
    await failOrder(tx, parts, order, { cause: "startDeadline", actor: "server" });
    return null;
  }
  const start: CommandRecord = {
    commandId: randomUUIDv7(),
    deviceId,
    orderId,
    type: "start",
    gear: order.gear,
    seconds: order.minutes * 60,
    notAfter: startDeadlineAt,
    repliedAt: null,
    extensionOrderId: null,
  };
  await insertCommand(tx, start, now);
  await moveOrder(tx, {
    orderId,
    from: "paid",
    to: "starting",
    cause: "startSent",
    at: now,
    deadlineAt: startDeadlineAt,
  });
  await announceOrder(tx, order, now);
  return start;
}

export function createSendCommand({ database, clock, sendCommand }: OrderParts): OutboxHandler {
  const find = createGathering<string, CommandRecord | null>({
    async work(commandIds) {
      const commands = await findCommands(database, commandIds);
      return commandIds.map((id) => ({ value: commands.find((one) => one.commandId === id) ?? null }));
    },
  });

  return async ({ subject: commandId }) => {
    const command = await find(commandId);
    const now = clock.now();
    if (command === null || command.repliedAt !== null || now >= command.notAfter) return;
    failPoint(`${command.type}.before-publish`);
    await sendCommand(command.deviceId, payloadOf(command, now));
    failPoint(`${command.type}.published`);
  };
}
