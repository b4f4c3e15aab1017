import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { openCase } from "#features/attention/index.ts";
import { recordStates } from "#features/devices/index.ts";
import type { Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import { createGathering } from "#platform/gather.ts";
import { transact } from "#platform/transactions.ts";
import { type CommandRecord, findWaitingStops, recordReplies } from "./chair-commands-store.ts";
import { failOrder } from "./fail-order.ts";
import { isUuid } from "./order-id.ts";
import type { LockedOrder, OrderRecord } from "./order-record.ts";
import { isLive, notBefore, startOfRun } from "./orders-rules.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { liveOrderIds, lockOrders, setDeadline } from "./orders-store.ts";
import { hearExtendReply } from "./hear-extend-reply.ts";
import { compareLength } from "./run-extensions.ts";
import { confirmRun, endRun } from "./run-order.ts";
import { askToStop, enqueueCommand, sendAgain } from "./send-commands.ts";

type Running = PayloadOf<"reply">["running"];

/** The orders that a batch of messages is about, locked; each as the messages before have left it. */
type Orders = Map<string, LockedOrder>;

interface Heard<P> {
  readonly deviceId: string;
  readonly payload: P;
}

/** A state may have been written a moment before a start was heard: only an older run is missed in it. */
const settleMs = 5_000;
/** A chair that says it does not run has this long to tell the end of its run in an event. */
const endEventMs = 10_000;

async function lockAll(tx: Transaction, orderIds: readonly (string | null | undefined)[]): Promise<Orders> {
  const known = orderIds.filter((id): id is string => typeof id === "string" && isUuid(id));
  const locked = await lockOrders(tx, [...new Set(known)]);
  return new Map(locked.map((order) => [order.orderId, order]));
}

/** Takes messages of several chairs in one transaction, those of one chair one after another. */
function createHearing<P>(
  parts: OrderParts,
  failPointName: string,
  takeIn: (tx: Transaction, heard: readonly Heard<P>[]) => Promise<void>,
): (deviceId: string, payload: P) => Promise<void> {
  const hear = createGathering<Heard<P>, void>({
    keyOf: ({ deviceId }) => deviceId,
    async work(heard) {
      failPoint(`${failPointName}.heard`);
      await transact(parts.database, async (tx) => {
        await takeIn(tx, heard);
        failPoint(`${failPointName}.before-commit`);
      });
      failPoint(`${failPointName}.committed`);
      parts.wake();
      return heard.map(() => ({ value: undefined }));
    },
  });
  return (deviceId, payload) => hear({ deviceId, payload });
}

/** What a chair answers to a command. A second telling changes nothing: the reply is written down once. */
export const createHearReply = (parts: OrderParts) =>
  createHearing<PayloadOf<"reply">>(parts, "reply", async (tx, heard) => {
    const replies = new Map(heard.map(({ payload }) => [payload.commandId, payload]));
    const commands = await recordReplies(
      tx,
      heard.map(({ deviceId, payload }) => ({ deviceId, reply: payload })),
      parts.clock.now(),
    );
    const orders = await lockAll(
      tx,
      commands.flatMap(({ commandId, orderId }) => [orderId, replies.get(commandId)?.running?.orderId]),
    );
    for (const command of commands) {
      const { outcome, running } = replies.get(command.commandId) as PayloadOf<"reply">;
      // A chair that will not stop is not asked again by its own answer: the two would talk in a circle.
      if (command.type !== "stop") await compareRun(tx, parts, command.deviceId, running, orders);
      if (command.type === "extend") await hearExtendReply(tx, parts, command, outcome, orders);
      if (command.orderId !== null && command.orderId !== running?.orderId)
        await hearThatItDoesNotRun(tx, parts, command, outcome, orders);
    }
  });

async function hearThatItDoesNotRun(
  tx: Transaction,
  parts: OrderParts,
  command: CommandRecord,
  outcome: PayloadOf<"reply">["outcome"],
  orders: Orders,
): Promise<void> {
  const order = orders.get(command.orderId ?? "");
  if (order === undefined) return;
  const refused = outcome === "refused" || outcome === "expired";
  if (command.type === "start" && order.status === "starting" && refused) {
    const cause = outcome === "expired" ? "startDeadline" : "refused";
    await failOrder(tx, parts, order, { cause, actor: `chair:${command.deviceId}` });
  }
  if (command.type === "stop" && order.status === "running")
    await endRun(tx, parts, order, { at: parts.clock.now(), reason: "stopped" });
}

/** What a chair says of itself: kept, and compared with the orders of it (protocol, points 7 and 10). */
export const createHearState = (parts: OrderParts) =>
  createHearing<PayloadOf<"state">>(parts, "state", async (tx, heard) => {
    const now = parts.clock.now();
    const known = await recordStates(
      tx,
      heard.map(({ deviceId, payload }) => ({ deviceId, state: payload })),
      now,
    );
    const there = heard.flatMap(({ deviceId, payload }) =>
      payload.online && known.has(deviceId) ? [{ deviceId, running: payload.running }] : [],
    );
    if (there.length === 0) return;
    const liveIds = await liveOrderIds(
      tx,
      there.map(({ deviceId }) => deviceId),
    );
    const orders = await lockAll(tx, [...liveIds, ...there.map(({ running }) => running?.orderId)]);
    const stops = await findWaitingStops(tx, endingSoon(orders, there), now);
    for (const { deviceId, running } of there) {
      const before = known.get(deviceId);
      // A chair that is back learns the time by this, and tells again what it has no receipt for.
      if (!before?.wasOnline || before.bootId !== before.bootIdBefore)
        await enqueueCommand(tx, { deviceId, type: "report", orderId: null }, now);
      const live = [...orders.values()].find(
        (order) => order.deviceId === deviceId && order.parentOrderId === null && isLive(order.status),
      );
      await compareRun(tx, parts, deviceId, running, orders);
      if (live?.status !== "running") continue;
      if (live.orderId !== running?.orderId) await expectItsEnd(tx, live, now);
      // It was to be stopped, and was away when it was told.
      else if (stops.has(live.orderId)) await sendAgain(tx, stops.get(live.orderId) as string, now);
    }
  });

/** Orders that run, as their chairs say: only these may have been told to stop. */
const endingSoon = (orders: Orders, there: readonly { running: Running }[]): string[] =>
  there.flatMap(({ running }) => {
    const order = orders.get(running?.orderId ?? "");
    return order?.status === "running" ? [order.orderId] : [];
  });

async function expectItsEnd(tx: Transaction, live: OrderRecord, now: Date): Promise<void> {
  if (live.startedAt === null || now.getTime() - live.startedAt.getTime() <= settleMs) return;
  const endBy = later(now, endEventMs);
  if (live.deadlineAt === null || live.deadlineAt > endBy) await setDeadline(tx, live.orderId, endBy);
}

/** A run that the chair reports, against the order it belongs to. */
async function compareRun(
  tx: Transaction,
  parts: OrderParts,
  deviceId: string,
  running: Running,
  orders: Orders,
): Promise<void> {
  if (running?.orderId === undefined) return;
  const now = parts.clock.now();
  const order = orders.get(running.orderId) ?? null;
  // An order that was never sent to a chair can't be what makes it run, and no extension ever is.
  const neverSent =
    order?.status === "unpaid" ||
    order?.status === "paid" ||
    (order !== null && order.parentOrderId !== null);
  if (order === null || order.deviceId !== deviceId || neverSent) {
    await enqueueCommand(tx, { deviceId, type: "stop", orderId: null }, now);
    await openCase(tx, {
      kind: "runWithoutOrder",
      deviceId,
      orderId: null,
      subject: `${deviceId}:${running.orderId}`,
      detail: { running },
      openedAt: now,
    });
    return;
  }
  // Ended for its silence, or stopped while the stop was under way: the order is over, so is the run.
  if (order.status === "completed") return askToStop(tx, { deviceId, orderId: order.orderId }, now);
  const startedAt = startOfRun(now, running.elapsedSeconds, notBefore(order, parts.times));
  const confirmed = await confirmRun(tx, parts, order, { startedAt, stillRuns: true });
  orders.set(order.orderId, await compareLength(tx, parts, confirmed, running.totalSeconds));
}
