import { moneyTermsOf } from "#features/outlets/index.ts";
import { sumRefundsFor } from "#features/payments/index.ts";
import { mayHaveExecutedStop } from "#features/chair-commands/index.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { automaticallyRefundableMinor } from "./refund-manually.ts";
import { type RefundDependencies, refundOrder } from "./refund-order.ts";
import { isChairsFault, portionsOf, type RefundPolicy, unusedAmountsOf } from "./unused-minutes-rules.ts";

/** A massage that has ended, with the extensions that ran. */
export interface EndedMassage {
  readonly order: OrderRecord;
  readonly extensions: readonly OrderRecord[];
}

interface UnusedRefund {
  /** The order, or one of its extensions. */
  readonly paid: OrderRecord;
  /** What is refunded automatically. */
  readonly amountMinor: number;
  /** Value of its unused minutes, at least the refund, whatever the policy and the pay type. */
  readonly valueMinor: number;
}

/** Refunds the unused minutes of a run that ended early. */
export async function refundUnusedMinutes(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  massage: EndedMassage,
): Promise<void> {
  const now = dependencies.clock.now();
  const reason = isChairsFault(massage.order.endReason) ? "chairsFault" : "stoppedByManager";
  for (const { paid, amountMinor } of await unusedRefundsOf(uow, massage))
    if (amountMinor > 0) await refundOrder(uow, dependencies, paid, { amountMinor, reason }, now);
}

/**
 * Returns the refunds of the unused minutes of a run that ended early: after a fault or a power loss, online payments by
 * the refund policy of the outlet, because no manager may be present to return cash; after a stop by a manager, the unused
 * share of every payment.
 */
export async function unusedRefundsOf(
  uow: UnitOfWork,
  { order, extensions }: EndedMassage,
): Promise<UnusedRefund[]> {
  const { startedAt, endedAt, endReason } = order;
  if (!startedAt || !endedAt) return [];
  const isFault = isChairsFault(endReason);
  if (!isFault && endReason !== "stopped") return [];
  const portions = portionsOf({ ...order, startedAt }, extensions);
  const refundable = portions.map((part) => ({
    ...part,
    amountMinor: isFault && part.payType !== "online" ? 0 : part.amountMinor,
  }));
  const amountsOf = (policy: RefundPolicy) => unusedAmountsOf(policy, endedAt, refundable);
  const policy = amountsOf("full").some((amountMinor) => amountMinor > 0)
    ? await policyFor(uow, order, endedAt)
    : "none";
  // A customer's stop refunds nothing, and offers no other chair.
  if (policy === "none" && !isFault) return [];
  const values = unusedAmountsOf("proportional", endedAt, portions);
  const refunds: UnusedRefund[] = [];
  for (const [index, unusedMinor] of amountsOf(policy).entries()) {
    const paid = [order, ...extensions][index];
    if (paid === undefined) continue;
    const completed = { ...paid, status: "completed" } as const;
    // The chair may report a fault after the stop. A part of the money may already be refunded manually, or given as a
    // coupon.
    const returnedMinor = await sumRefundsFor(uow, paid.orderId, ["chairsFault", "stoppedByManager"]);
    const leftMinor = await automaticallyRefundableMinor(uow, completed);
    const amountMinor = Math.max(0, Math.min(unusedMinor - returnedMinor, leftMinor));
    const valueMinor = Math.max(amountMinor, Math.min(values[index] ?? 0, leftMinor));
    refunds.push({ paid: completed, amountMinor, valueMinor });
  }
  return refunds;
}

/** Returns the policy by which the unused minutes of an early end are refunded. */
export async function policyFor(
  uow: UnitOfWork,
  { orderId, outletId, endReason }: OrderRecord,
  endedAt: Date,
): Promise<RefundPolicy> {
  if (isChairsFault(endReason)) return (await moneyTermsOf(uow, outletId)).refundPolicy;
  const byManager = await mayHaveExecutedStop(uow, orderId, endedAt, { byManager: true });
  return byManager ? "proportional" : "none";
}

/**
 * Returns what a manager's stop would refund now: to online payments, and in cash; null unless the massage is running.
 */
export async function refundOfStop(
  db: Querier,
  order: OrderRecord,
  extensions: readonly OrderRecord[],
  now: Date,
): Promise<{ readonly online: number; readonly cash: number } | null> {
  const { status, startedAt } = order;
  if (status !== "running" || startedAt === null) return null;
  const running = extensions.filter((extension) => extension.status === "running");
  const parts = portionsOf({ ...order, startedAt }, running);
  const unused = { online: 0, cash: 0 };
  for (const [index, unusedMinor] of unusedAmountsOf("proportional", now, parts).entries()) {
    const part = parts[index];
    if (unusedMinor === 0 || part === undefined) continue;
    const leftMinor = await automaticallyRefundableMinor(db, part);
    unused[part.payType === "online" ? "online" : "cash"] += Math.min(unusedMinor, leftMinor);
  }
  return unused;
}
