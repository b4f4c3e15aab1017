import { failPoint } from "#platform/processes/fail-points.ts";
import { cancelOrder } from "./cancel-order.ts";
import { failOrder } from "./fail-order.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { dueOrderIds, lockOrder, setDeadline } from "#features/orders/orders-store.ts";
import { giveUpExtension } from "#features/orders/extensions/run-extensions.ts";
import { endRun } from "./run-order.ts";
import { askToStop, enqueueCommand } from "./send-commands.ts";
import { showUnheardEnd } from "./reconcile-run-end.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const pollMs = 500;
const batch = 100;

/**
 * Does for an order what its deadline says; the deadline stands in the database, so any server may do it, after any
 * crash. Looked at again under the lock: another server may have been here, or the chair has spoken meanwhile.
 */
async function meetDeadline(
  uow: UnitOfWork,
  parts: OrderParts,
  order: LockedOrder & { readonly parent: LockedOrder | null },
  listensSince: Date,
): Promise<void> {
  const now = parts.clock.now();
  const { orderId, deviceId, deadlineAt, parent } = order;
  if (deadlineAt === null || deadlineAt > now) return;
  // While no server listened, the chair may have said everything there is to say.
  const unheard = deadlineAt <= listensSince;
  const ask = async (patienceMs: number) => {
    enqueueCommand(uow, { deviceId, type: "report", orderId: parent?.orderId ?? orderId }, now);
    await setDeadline(uow, orderId, later(now, Math.max(patienceMs, 1)));
  };
  switch (order.status) {
    case "unpaid":
      return cancelOrder(uow, parts, order, "paymentTimeout", now);
    case "paid":
      if (parent?.extensions.some(({ status }) => status === "starting"))
        // Its turn comes when the one before it is settled.
        return setDeadline(uow, orderId, later(now, parts.times.startDeadlineMs));
      // Nothing was sent to the chair in all this time.
      return failOrder(uow, parts, order, { cause: "startDeadline", actor: "server" });
    case "starting": {
      const { startGraceMs } = parts.times;
      // Chairs need a moment to find a server that was away.
      if (unheard) return ask(2 * startGraceMs);
      // The outcome is unknown: ask the chair, and wait for its word a little longer.
      if (order.startDeadlineAt === null || deadlineAt <= order.startDeadlineAt) return ask(startGraceMs);
      const why = { cause: "startDeadline", actor: "server" } as const;
      if (parent !== null) {
        await giveUpExtension(uow, parts, parent, order, why);
        return;
      }
      await failOrder(uow, parts, order, why);
      enqueueCommand(uow, { deviceId, type: "stop", orderId }, now);
      return;
    }
    case "running": {
      if (unheard) return ask(parts.times.silenceMs);
      const at = order.endsAt !== null && order.endsAt < now ? order.endsAt : now;
      await endRun(uow, parts, order, { at, reason: "silent" });
      await showUnheardEnd(uow, parts, order);
      // It may have taken an extension that was given up for its silence.
      if (order.extendedMinutes !== null) await askToStop(uow, { deviceId, orderId }, now);
      return;
    }
    default:
      return;
  }
}

/** Meets every deadline that has come. @returns how many were met */
export async function meetDueDeadlines(parts: OrderParts, listensSince: Date): Promise<number> {
  const due = await dueOrderIds(parts.database, parts.clock.now(), batch);
  let met = 0;
  for (const orderId of due) {
    try {
      await transact(parts.database, async (uow) => {
        const order = await lockOrder(uow, orderId);
        if (order !== null) await meetDeadline(uow, parts, order, listensSince);
        failPoint("deadline.before-commit");
      });
      met += 1;
      failPoint("deadline.committed");
    } catch (error) {
      // One order that cannot be settled must not hold up all the others.
      parts.log.error({ err: error, orderId }, "an order's deadline is met again later");
    }
  }
  if (met > 0) parts.wake();
  return met;
}

export function createOrderDeadlines(parts: OrderParts) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function watch(): Promise<void> {
    const listensSince = parts.clock.now();
    while (!stopping.signal.aborted) {
      const met = await meetDueDeadlines(parts, listensSince).catch((error: unknown) => {
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
