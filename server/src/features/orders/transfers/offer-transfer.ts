import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { findDevice, freeChairsLike } from "#features/devices/index.ts";
import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { type EndedMassage, unusedRefundsOf } from "#features/orders/refunds/refund-unused-minutes.ts";
import { isChairsFault } from "#features/orders/refunds/unused-minutes-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { enqueueSettlement } from "./settle-transfer.ts";
import { isChairsFailure, unusedMinutesOf } from "./transfer-rules.ts";
import { insertOffer, type TransferPart } from "./transfers-store.ts";

export type OfferDependencies = Pick<OrderDependencies, "clock" | "times">;

/**
 * Offers to continue an order whose start failed by the chair, so that its refund waits. Orders with a coupon are
 * excluded, because their coupon is valid again at once, as are orders that were not paid online, whose money the manager
 * returns at once.
 * @returns false if the refund must not wait
 */
export async function offerAfterFailedStart(
  uow: UnitOfWork,
  dependencies: OfferDependencies,
  order: OrderRecord,
  cause: EndReason,
): Promise<boolean> {
  const { orderId, amountMinor, payType, couponId, parentOrderId, minutes } = order;
  const mayContinue = payType === "online" && couponId === null && parentOrderId === null;
  if (!mayContinue || !isChairsFailure(cause)) return false;
  return offerTransfer(uow, dependencies, order, minutes, async () => {
    const { returnedMinor, disputedMinor, givenMinor } = await moneyOfOrder(uow, orderId);
    const leftMinor = amountMinor - returnedMinor - disputedMinor - givenMinor;
    return leftMinor > 0 ? [{ orderId, refundMinor: leftMinor, valueMinor: leftMinor }] : [];
  });
}

/**
 * Offers to continue a massage that the chair ended early, whatever its pay type, so that the refund of its unused minutes
 * waits. A transfer is not offered again.
 * @returns false if the refund must not wait
 */
export async function offerAfterFault(
  uow: UnitOfWork,
  dependencies: OfferDependencies,
  massage: EndedMassage,
): Promise<boolean> {
  const { order } = massage;
  const minutes = unusedMinutesOf(order);
  if (!isChairsFault(order.endReason) || order.payType === "transfer" || minutes === 0) return false;
  return offerTransfer(uow, dependencies, order, minutes, async () =>
    (await unusedRefundsOf(uow, massage)).map(({ paid, amountMinor, valueMinor }) => ({
      orderId: paid.orderId,
      refundMinor: amountMinor,
      valueMinor,
    })),
  );
}

/** Stores an offer if another chair of the outlet with the same prices is idle now. */
async function offerTransfer(
  uow: UnitOfWork,
  { clock, times }: OfferDependencies,
  { orderId, deviceId, outletId }: OrderRecord,
  minutes: number,
  computeParts: () => Promise<Omit<TransferPart, "payType">[]>,
): Promise<boolean> {
  if (times.transferMs === 0) return false;
  const priceGroupId = (await findDevice(uow, deviceId))?.priceGroupId ?? null;
  if (priceGroupId === null) return false;
  const [chair] = await freeChairsLike(uow, { deviceId, outletId, priceGroupId }, 1);
  const parts = chair === undefined ? [] : await computeParts();
  if (parts.length === 0) return false;
  const offeredUntil = later(clock.now(), times.transferMs);
  await insertOffer(uow, { orderId, minutes, priceGroupId, offeredUntil }, parts);
  enqueueSettlement(uow, orderId, offeredUntil);
  return true;
}
