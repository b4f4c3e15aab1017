import type { Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import { transact } from "#platform/transactions.ts";
import { failOrder } from "./fail-order.ts";
import { announceOrder } from "./order-news.ts";
import type { OrderRecord } from "./order-record.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { dueOrderIds, lockOrder, moveOrder, setDeadline } from "./orders-store.ts";
import { endRun } from "./run-order.ts";
import { enqueueCommand } from "./send-commands.ts";

const pollMs = 500;
const batch = 100;

/**
 * Does for an order what its deadline says; the deadline stands in the database, so any server may do it, after any
 * crash. Looked at again under the lock: another server may have been here, or the chair has spoken meanwhile.
 */
async function meetDeadline(tx: Transaction, parts: OrderParts, order: OrderRecord): Promise<void> {
  const now = parts.clock.now();
  const { orderId, deviceId, deadlineAt } = order;
  if (deadlineAt === null || deadlineAt > now) return;
  switch (order.status) {
    case "unpaid":
      await moveOrder(tx, {
        orderId,
        from: "unpaid",
        to: "cancelled",
        cause: "paymentTimeout",
        at: now,
        deadlineAt: null,
        endedAt: now,
        endReason: "paymentTimeout",
      });
      return announceOrder(tx, order, now);
    case "paid":
      // Nothing was sent to the chair in all this time.
      return failOrder(tx, parts, order, { cause: "startDeadline", actor: "server" });
    case "starting": {
      const giveUpAt = later(order.startDeadlineAt ?? deadlineAt, parts.times.startGraceMs);
      if (now < giveUpAt) {
        // The outcome is unknown: ask the chair, and wait for its word a little longer.
        await enqueueCommand(tx, { deviceId, type: "report", orderId }, now);
        return setDeadline(tx, orderId, giveUpAt);
      }
      await failOrder(tx, parts, order, { cause: "startDeadline", actor: "server" });
      return enqueueCommand(tx, { deviceId, type: "stop", orderId }, now);
    }
    case "running": {
      const at = order.endsAt !== null && order.endsAt < now ? order.endsAt : now;
      return endRun(tx, parts, order, { at, reason: "silent" });
    }
    default:
      return;
  }
}

/** Meets every deadline that has come. Exported for tests and for the worker below. */
export async function meetDueDeadlines(parts: OrderParts): Promise<number> {
  const due = await dueOrderIds(parts.database, parts.clock.now(), batch);
  for (const orderId of due) {
    await transact(parts.database, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order !== null) await meetDeadline(tx, parts, order);
      failPoint("deadline.before-commit");
    });
    failPoint("deadline.committed");
  }
  if (due.length > 0) parts.wake();
  return due.length;
}

export function createOrderDeadlines(parts: OrderParts) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const met = await meetDueDeadlines(parts).catch((error: unknown) => {
        parts.log.warn({ err: error }, "orders: deadlines are looked at again");
        return 0;
      });
      if (met < batch) await parts.clock.sleep(pollMs, stopping.signal);
    }
  }

  return {
    start() {
      loop ??= watch();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
