import type { EndReason } from "@reposo/contract/orders/orders.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { endOfRun, mayLackReport } from "#features/orders/execution/run-rules.ts";
import { latestExtensions } from "#features/orders/extensions/extensions-store.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/order-record.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { automaticallyRefundableMinor } from "./refund-manually.ts";
import { type RefundDependencies, refundOrder } from "./refund-order.ts";
import { type RefundPolicy, unusedAmountsOf } from "./unused-minutes-rules.ts";

/** Maximum number of extensions of a run: a run has at most 600 minutes, and an extension at least one. */
const maxExtensions = 600;

/**
 * Refunds the unused minutes of a run that a fault or a power loss ended early, by the refund policy of the outlet.
 * Only online payments are refunded, because a manager may not be present to return cash.
 */
export async function refundUnusedMinutes(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  { order, extensions }: { readonly order: OrderRecord; readonly extensions: readonly OrderRecord[] },
): Promise<void> {
  const { startedAt, endedAt, endReason: reason } = order;
  if (reason === null || !startedAt || !endedAt) return;
  // The end of the order's own minutes is computed, because `endsAt` of the order includes its extensions.
  const portions = [{ ...order, endsAt: endOfRun(startedAt, order.minutes) }, ...extensions].map((part) => ({
    order: { ...part, status: "completed" } as const,
    minutes: part.minutes,
    endsAt: part.endsAt ?? endedAt,
    amountMinor: part.payType === "online" ? part.amountMinor : 0,
    currency: part.currency,
  }));
  const amountsOf = (policy: RefundPolicy) => unusedAmountsOf(policy, { reason, endedAt }, portions);
  // The outlet's policy is read only if the policy `full` would refund something.
  if (amountsOf("full").every((amountMinor) => amountMinor === 0)) return;
  const { refundPolicy } = await moneyTermsOf(uow, order.outletId);
  const now = dependencies.clock.now();
  for (const [index, unusedMinor] of amountsOf(refundPolicy).entries()) {
    const part = portions[index];
    if (unusedMinor === 0 || part === undefined) continue;
    // A part of the money may already be refunded manually, or given as a coupon.
    const amountMinor = Math.min(unusedMinor, await automaticallyRefundableMinor(uow, part.order));
    if (amountMinor > 0)
      await refundOrder(uow, dependencies, part.order, { amountMinor, reason: "chairsFault" }, now);
  }
}

/**
 * Refunds unused minutes for a fault or power loss that a chair reports after the server has ended its run: because the
 * chair was silent, for example during a power failure that lasted longer than the massage, or because the chair was
 * already idle when it replied to a stop. The recorded end stays.
 */
export async function refundLateFault(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  order: LockedOrder,
  { at, reason }: { at: Date; reason: EndReason },
): Promise<void> {
  const { startedAt, endedAt, endReason, extendedMinutes } = order;
  if (order.status !== "completed" || !mayLackReport(endReason) || !startedAt || !endedAt) return;
  const latest = extendedMinutes ? await latestExtensions(uow, order, maxExtensions) : [];
  const extensions = latest.filter(({ status }) => status === "completed").reverse();
  const usedUntil = new Date(Math.min(Math.max(at.getTime(), startedAt.getTime()), endedAt.getTime()));
  await refundUnusedMinutes(uow, dependencies, {
    order: { ...order, endedAt: usedUntil, endReason: reason },
    extensions,
  });
}
