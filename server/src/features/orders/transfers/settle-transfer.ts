import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import { isLive } from "#features/orders/record/order-graph-rules.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { endOfRun } from "#features/orders/record/run-rules.ts";
import { findOrder, lockOrder } from "#features/orders/record/orders-store.ts";
import { publishOrder } from "#features/orders/record/record-order-change.ts";
import { refundFailedOrder } from "#features/orders/refunds/refund-failed-order.ts";
import { type RefundDependencies, refundOrder } from "#features/orders/refunds/refund-order.ts";
import { policyFor } from "#features/orders/refunds/refund-unused-minutes.ts";
import {
  isChairsFault,
  type RefundPolicy,
  unusedAmountOf,
} from "#features/orders/refunds/unused-minutes-rules.ts";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { lockTransfer, markSettled, partsOf, setPartValue, type TransferPart } from "./transfers-store.ts";

export const settleTransferJob = "settle-transfer";

/** Enqueues the settlement of an offer: at its end, and after the end of the transfer that took it. */
export const enqueueSettlement = (uow: UnitOfWork, orderId: string, dueAt: Date): void =>
  enqueue(uow, { kind: settleTransferJob, subject: orderId, payload: {}, dueAt });

/**
 * Decides the refund of an order whose massage was offered to continue on another chair, once: the original refund if
 * nobody continued or the other chair did not start; the share of the minutes that did not run there either if that chair
 * failed or a manager stopped it; nothing otherwise. Does nothing while the offer is open or the transfer is in progress.
 * The caller holds the order's lock.
 * @param declined ends an open offer
 */
export async function settleTransfer(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  order: OrderRecord,
  { declined = false }: { readonly declined?: boolean } = {},
): Promise<void> {
  const now = dependencies.clock.now();
  const { orderId } = order;
  const offer = await lockTransfer(uow, orderId);
  if (offer === null || offer.settledAt !== null) return;
  const { transferOrderId, offeredUntil } = offer;
  if (transferOrderId === null && !declined && offeredUntil > now)
    return enqueueSettlement(uow, orderId, offeredUntil);
  // The status of an ended transfer no longer changes, so its order need not be locked.
  const transfer = transferOrderId === null ? null : await findOrder(uow, transferOrderId);
  if (transfer !== null && isLive(transfer.status)) return;
  await markSettled(uow, orderId, now);
  const parts = await partsOf(uow, orderId);
  if (transfer?.status === "completed") await refundUnusedShare(uow, dependencies, transfer, parts);
  else await refundInstead(uow, dependencies, order, parts);
  publishOrder(uow, order, now);
}

/** Refunds the original amounts, because the minutes were not used. */
async function refundInstead(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  order: OrderRecord,
  parts: readonly TransferPart[],
): Promise<void> {
  const now = dependencies.clock.now();
  for (const { orderId, refundMinor } of parts) {
    await setPartValue(uow, orderId, 0);
    if (order.status === "failed") await refundFailedOrder(uow, dependencies, order, now);
    else if (order.status === "completed")
      await refundPart(uow, dependencies, orderId, refundMinor, "chairsFault");
  }
}

/** Refunds the share of the minutes that did not run on the chair of the transfer either. */
async function refundUnusedShare(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  transfer: OrderRecord,
  parts: readonly TransferPart[],
): Promise<void> {
  const { startedAt, endedAt, endReason } = transfer;
  const isFault = isChairsFault(endReason);
  if (!startedAt || !endedAt || (!isFault && endReason !== "stopped")) return;
  const policy = await policyFor(uow, transfer, endedAt);
  for (const { part, unusedMinor } of unusedSharesOf(policy, { ...transfer, startedAt }, parts, endedAt)) {
    // No manager may be present to return cash after a fault.
    if (unusedMinor === 0 || (isFault && part.payType !== "online")) continue;
    await setPartValue(uow, part.orderId, part.valueMinor - unusedMinor);
    await refundPart(uow, dependencies, part.orderId, unusedMinor, "transferEnded");
  }
}

/** Returns the value of the transferred minutes that have not run at a time, by paid order. */
function unusedSharesOf(
  policy: RefundPolicy,
  { startedAt, minutes, currency }: Pick<OrderRecord, "minutes" | "currency"> & { readonly startedAt: Date },
  parts: readonly TransferPart[],
  at: Date,
): { readonly part: TransferPart; readonly unusedMinor: number }[] {
  const run = { currency, startedAt, endsAt: endOfRun(startedAt, minutes * 60), endedAt: at };
  return parts.map((part) => ({
    part,
    unusedMinor: unusedAmountOf(policy, { ...run, amountMinor: part.valueMinor }),
  }));
}

/** Returns what a manager's stop of a running transfer would refund now, to online payments and in cash. */
export async function refundOfTransferStop(
  db: Querier,
  { status, startedAt, transferredFrom, ...transfer }: OrderRecord,
  now: Date,
): Promise<{ readonly online: number; readonly cash: number }> {
  const unused = { online: 0, cash: 0 };
  if (status !== "running" || startedAt === null || transferredFrom === null) return unused;
  const parts = await partsOf(db, transferredFrom.orderId);
  for (const { part, unusedMinor } of unusedSharesOf("proportional", { ...transfer, startedAt }, parts, now))
    unused[part.payType === "online" ? "online" : "cash"] += unusedMinor;
  return unused;
}

/** Refunds an amount of a paid order, limited to what is left of its payment and was not given otherwise. */
async function refundPart(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  orderId: string,
  amountMinor: number,
  reason: "chairsFault" | "transferEnded",
): Promise<void> {
  const paid = await lockOrder(uow, orderId);
  if (paid === null) throw new Error(`order ${orderId} of a transfer does not exist`);
  const { receivedMinor, returnedMinor, disputedMinor, givenMinor, transferredMinor } = await moneyOfOrder(
    uow,
    orderId,
  );
  const leftMinor = receivedMinor - returnedMinor - disputedMinor - givenMinor - transferredMinor;
  const refund = { amountMinor: Math.min(amountMinor, leftMinor), reason };
  if (refund.amountMinor > 0) await refundOrder(uow, dependencies, paid, refund, dependencies.clock.now());
}

/** Creates the job that settles an offer or a transfer. */
export const createSettleTransfer =
  (dependencies: Pick<OrderDependencies, "database" | "clock" | "payments" | "wake">): OutboxHandler =>
  async ({ subject: orderId }, { confirmLease }) => {
    const { database, wake } = dependencies;
    await transact(database, async (uow) => {
      await confirmLease(uow);
      const order = await lockOrder(uow, orderId);
      if (order !== null) await settleTransfer(uow, dependencies, order);
      failPoint("settle-transfer.before-commit");
    });
    failPoint("settle-transfer.committed");
    wake();
  };
