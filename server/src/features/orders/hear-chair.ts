import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { openCase } from "#features/attention/index.ts";
import { recordState } from "#features/devices/index.ts";
import type { Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import { transact } from "#platform/transactions.ts";
import { type CommandRecord, recordReply } from "./chair-commands-store.ts";
import { failOrder } from "./fail-order.ts";
import type { OrderRecord } from "./order-record.ts";
import { notBefore, startOfRun } from "./orders-rules.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { lockLiveOrder, lockOrder, setDeadline } from "./orders-store.ts";
import { confirmRun, endRun } from "./run-order.ts";
import { askToStop, enqueueCommand, repeatStop } from "./send-commands.ts";

type Running = PayloadOf<"reply">["running"];

/** A state may have been written a moment before a start was heard: only an older run is missed in it. */
const settleMs = 5_000;
/** A chair that says it does not run has this long to tell the end of its run in an event. */
const endEventMs = 10_000;

/** What a chair answers to a command. A second telling changes nothing: the reply is written down once. */
export const createHearReply =
  (parts: OrderParts) =>
  async (deviceId: string, reply: PayloadOf<"reply">): Promise<void> => {
    failPoint("reply.heard");
    await transact(parts.database, async (tx) => {
      const now = parts.clock.now();
      const command = await recordReply(tx, deviceId, reply, now);
      if (command === null) return;
      // A chair that will not stop is not asked again by its own answer: the two would talk in a circle.
      if (command.type !== "stop") await compareRun(tx, parts, deviceId, reply.running);
      if (command.orderId !== null && command.orderId !== reply.running?.orderId)
        await hearThatItDoesNotRun(tx, parts, command, reply.outcome);
      failPoint("reply.before-commit");
    });
    failPoint("reply.committed");
    parts.wake();
  };

async function hearThatItDoesNotRun(
  tx: Transaction,
  parts: OrderParts,
  command: CommandRecord,
  outcome: PayloadOf<"reply">["outcome"],
): Promise<void> {
  const order = command.orderId === null ? null : await lockOrder(tx, command.orderId);
  if (order === null) return;
  const refused = outcome === "refused" || outcome === "expired";
  if (command.type === "start" && order.status === "starting" && refused) {
    const cause = outcome === "expired" ? "startDeadline" : "refused";
    await failOrder(tx, parts, order, { cause, actor: `chair:${command.deviceId}` });
  }
  if (command.type === "stop" && order.status === "running")
    await endRun(tx, parts, order, { at: parts.clock.now(), reason: "stopped" });
}

/** What a chair says of itself: kept, and compared with the orders of it (protocol, points 7 and 10). */
export const createHearState =
  (parts: OrderParts) =>
  async (deviceId: string, state: PayloadOf<"state">): Promise<void> => {
    await transact(parts.database, async (tx) => {
      const now = parts.clock.now();
      const known = await recordState(tx, deviceId, state, now);
      if (known === null || !state.online) return;
      // A chair that is back learns the time by this, and tells again what it has no receipt for.
      if (!known.wasOnline || known.bootId !== known.bootIdBefore)
        await enqueueCommand(tx, { deviceId, type: "report", orderId: null }, now);
      const live = await lockLiveOrder(tx, deviceId);
      await compareRun(tx, parts, deviceId, state.running, live);
      // It was to be stopped, and was away when it was told.
      if (live?.status === "running" && live.orderId === state.running?.orderId)
        await repeatStop(tx, live.orderId, now);
      const missed =
        live?.status === "running" &&
        live.orderId !== state.running?.orderId &&
        live.startedAt !== null &&
        now.getTime() - live.startedAt.getTime() > settleMs;
      const endBy = later(now, endEventMs);
      if (missed && (live.deadlineAt === null || live.deadlineAt > endBy))
        await setDeadline(tx, live.orderId, endBy);
    });
    parts.wake();
  };

/** A run that the chair reports, against the order it belongs to. */
async function compareRun(
  tx: Transaction,
  parts: OrderParts,
  deviceId: string,
  running: Running,
  locked: OrderRecord | null = null,
): Promise<void> {
  if (running?.orderId === undefined) return;
  const now = parts.clock.now();
  const order = locked?.orderId === running.orderId ? locked : await lockKnownOrder(tx, running.orderId);
  // An order that was never sent to a chair can't be what makes it run.
  const neverSent = order?.status === "unpaid" || order?.status === "paid";
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
  await confirmRun(tx, parts, order, { startedAt, stillRuns: true });
}

const lockKnownOrder = async (tx: Transaction, orderId: string): Promise<OrderRecord | null> =>
  isUuid(orderId) ? lockOrder(tx, orderId) : null;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuid.test(text);
