import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { ungivenMinor } from "#features/orders/benefits/benefit-rules.ts";
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
import { isChairsFault, unusedAmountOf } from "#features/orders/refunds/unused-minutes-rules.ts";
import { sumRefundsFor } from "#features/payments/index.ts";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { lockTransfer, markSettled, partsOf, setPartValue, type TransferPart } from "./transfers-store.ts";

export const settleTransferJob = "settle-transfer";

/** Enqueues the settlement of an offer: at its end, and after the end of the transfer that took it. */
export const enqueueSettlement = (uow: UnitOfWork, orderId: string, dueAt: Date): void =>
  enqueue(uow, { kind: settleTransferJob, subject: orderId, payload: {} satisfies Settlement, dueAt });

/** The end of a transfer that its chair reported after the server had ended it. */
interface LateEnd {
  /** ISO 8601. */
  readonly usedUntil: string;
  readonly reason: EndReason;
}

interface Settlement {
  readonly late?: LateEnd;
}

/**
 * Enqueues the refund of the minutes that did not run before a transfer's late reported end: the order whose minutes it
 * continues must be locked before the transfer, whose lock the caller may hold.
 */
export const enqueueLateEnd = (uow: UnitOfWork, orderId: string, late: LateEnd, dueAt: Date): void =>
  enqueue(uow, { kind: settleTransferJob, subject: orderId, payload: { late } satisfies Settlement, dueAt });

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

interface UnusedShare {
  readonly part: TransferPart;
  /** What is refunded automatically. */
  readonly refundMinor: number;
  /** Value of the minutes that did not run, at least the refund, whatever the policy and the pay type. */
  readonly unusedMinor: number;
}

/** Refunds the share of the minutes that did not run on the chair of the transfer either. */
async function refundUnusedShare(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  transfer: OrderRecord,
  parts: readonly TransferPart[],
): Promise<void> {
  for (const { part, refundMinor, unusedMinor } of await unusedSharesOf(uow, transfer, parts)) {
    // Minutes that did not run no longer count as given, also if they are not refunded automatically.
    await setPartValue(uow, part.orderId, part.valueMinor - unusedMinor);
    await refundPart(uow, dependencies, part.orderId, refundMinor, "transferEnded");
  }
}

/**
 * Refunds the minutes of a settled transfer that had not run when it really ended, as its chair reported after the server
 * had ended it, unless the server has refunded unused minutes before. The recorded end stays.
 */
async function refundAfterLateEnd(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  order: OrderRecord,
  { usedUntil, reason }: LateEnd,
): Promise<void> {
  const transfer = order.transferredTo && (await findOrder(uow, order.transferredTo.orderId));
  if (transfer?.status !== "completed") return;
  const late = { ...transfer, endedAt: new Date(usedUntil), endReason: reason };
  const parts = await partsOf(uow, order.orderId);
  for (const { part, refundMinor } of await unusedSharesOf(uow, late, parts, transfer.endedAt)) {
    if (refundMinor === 0 || (await sumRefundsFor(uow, part.orderId, ["transferEnded"])) > 0) continue;
    await setPartValue(uow, part.orderId, part.valueMinor - refundMinor);
    await refundPart(uow, dependencies, part.orderId, refundMinor, "transferEnded");
  }
}

/**
 * Returns the share of the minutes that did not run, by paid order; nothing if the transfer did not end early.
 * @param valuedUntil until when the value of the parts reaches, if the end was settled before
 */
async function unusedSharesOf(
  uow: UnitOfWork,
  transfer: OrderRecord,
  parts: readonly TransferPart[],
  valuedUntil: Date | null = null,
): Promise<UnusedShare[]> {
  const { startedAt, endedAt, endReason, currency } = transfer;
  const isFault = isChairsFault(endReason);
  if (!startedAt || !endedAt || (!isFault && endReason !== "stopped")) return [];
  const policy = await policyFor(uow, transfer, endedAt);
  const boughtUntil = endOfRun(startedAt, transfer.minutes * 60);
  const endsAt = valuedUntil !== null && valuedUntil < boughtUntil ? valuedUntil : boughtUntil;
  return parts.map((part) => {
    const run = { amountMinor: part.valueMinor, currency, startedAt, endsAt, endedAt };
    // No manager may be present to return cash after a fault.
    const refundMinor = isFault && part.payType !== "online" ? 0 : unusedAmountOf(policy, run);
    return { part, refundMinor, unusedMinor: Math.max(refundMinor, unusedAmountOf("proportional", run)) };
  });
}

/** Returns what a manager's stop of a running transfer would refund now, to online payments and in cash. */
export async function refundOfTransferStop(
  db: Querier,
  { status, startedAt, transferredFrom, minutes, currency }: OrderRecord,
  now: Date,
): Promise<{ readonly online: number; readonly cash: number }> {
  const unused = { online: 0, cash: 0 };
  if (status !== "running" || startedAt === null || transferredFrom === null) return unused;
  const run = { currency, startedAt, endsAt: endOfRun(startedAt, minutes * 60), endedAt: now };
  for (const part of await partsOf(db, transferredFrom.orderId)) {
    const unusedMinor = unusedAmountOf("proportional", { ...run, amountMinor: part.valueMinor });
    const leftMinor = ungivenMinor(await moneyOfOrder(db, part.orderId)) + unusedMinor;
    unused[part.payType === "online" ? "online" : "cash"] += Math.max(0, Math.min(unusedMinor, leftMinor));
  }
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
  const leftMinor = ungivenMinor(await moneyOfOrder(uow, orderId));
  const refund = { amountMinor: Math.min(amountMinor, leftMinor), reason };
  if (refund.amountMinor > 0) await refundOrder(uow, dependencies, paid, refund, dependencies.clock.now());
}

/** Creates the job that settles an offer or a transfer. */
export const createSettleTransfer =
  (dependencies: Pick<OrderDependencies, "database" | "clock" | "payments" | "wake">): OutboxHandler =>
  async ({ subject: orderId, payload }, { confirmLease }) => {
    const { database, wake } = dependencies;
    await transact(database, async (uow) => {
      await confirmLease(uow);
      const order = await lockOrder(uow, orderId);
      if (order !== null) {
        await settleTransfer(uow, dependencies, order);
        const { late } = payload as Settlement;
        if (late !== undefined) await refundAfterLateEnd(uow, dependencies, order, late);
      }
      failPoint("settle-transfer.before-commit");
    });
    failPoint("settle-transfer.committed");
    wake();
  };
