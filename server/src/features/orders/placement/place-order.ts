import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import { storeGuests } from "#features/login/index.ts";
import { auditOrder, publishOrder } from "#features/orders/record/record-order-change.ts";
import { enqueueStart } from "#features/chair-commands/index.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { PlacedOrder } from "#features/orders/record/order-record.ts";
import { addOrder, isChairOccupied, newOrderNumber } from "#features/orders/record/orders-store.ts";
import { viewPlacedOrder } from "#features/orders/views/view-placed-order.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { actorOf } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { createSharedTransactions } from "#platform/postgres/shared-transactions.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { applyCoupon, codeOf, countCouponAttempt } from "./apply-coupon.ts";
import { draftPlacedOrder } from "./draft-order.ts";
import { replaceReservation } from "./limit-coupon-reservations.ts";
import { placeUnpaidOrder } from "./place-unpaid-order.ts";
import { type PlaceOrderInput, validateOrder } from "./validate-order.ts";

type Placed = ReplyOf<typeof activate>;

/**
 * Places an order. An order with pay type `online` is unpaid until the customer has paid. Any other order is paid
 * immediately: one transaction writes the order, its income with the roll-ups, the start command, and the reply. All
 * transactions lock customer, unpaid order, coupon, chair, and roll-ups in this sequence, which prevents deadlocks.
 * @throws ProductError with the reason of a refusal; nothing is written then
 */
export function createPlaceOrder(
  dependencies: OrderDependencies,
): (input: PlaceOrderInput) => Promise<Placed> {
  const { database, wake } = dependencies;
  const transactTogether = createSharedTransactions<Placed>(database);
  return async (input) => {
    const { caller, request, saveReply } = input;
    const { device, price } = await validateOrder(dependencies, input);
    const draft = draftPlacedOrder(dependencies, {
      orderedAt: dependencies.clock.now(),
      deviceId: device.deviceId,
      outletId: device.outletId,
      payType: request.payType,
      paidStatus: "starting",
      price,
      customerId: caller.kind === "customer" ? caller.customerId : null,
      accountId: caller.kind === "manager" ? caller.accountId : null,
    });
    const { orderId, orderedAt, customerId: senderId } = draft;
    const actor = actorOf(caller);
    const code = codeOf(request);
    if (code !== null) await countCouponAttempt(dependencies, input);
    if (draft.payType === "online")
      return placeUnpaidOrder(dependencies, { ...input, actor, order: draft, code, outlet: device });

    const write = async (uow: UnitOfWork): Promise<Placed> => {
      await storeGuests(uow, [caller], orderedAt);
      // The customer's unpaid order with this coupon is replaced, as by a new unpaid order.
      if (code !== null && senderId !== null)
        await replaceReservation(uow, dependencies, { code, senderId, replacedBy: orderId });
      const terms = { code, expectedAmount: request.expectedAmount };
      const redeemed = await applyCoupon(uow, dependencies, draft, terms);
      const order = { ...redeemed, orderNumber: newOrderNumber(orderedAt) };
      addOrder(uow, order);
      bookPaidOrder(uow, order, actor);
      enqueueStart(uow, order, order.deadlineAt, orderedAt);
      const reply = {
        orderId,
        orderStatus: order.status,
        payment: null,
        order: viewPlacedOrder(order, { caller, outlet: device }),
      };
      saveReply(uow, reply);
      failPoint("activate.written");
      return reply;
    };
    failPoint("activate.before-commit");
    // An order without a coupon locks nothing before its rows are written, so it may share a transaction with others.
    const written = code === null ? transactTogether(draft.deviceId, write) : transact(database, write);
    const reply = await written.catch((cause: unknown) => {
      throw isChairOccupied(cause) ? new ProductError("deviceInUse", { cause }) : cause;
    });
    failPoint("activate.committed");
    wake();
    return reply;
  };
}

/** Defers the income, audit entry, and live events of an order or extension that is paid with counter cash or a coupon. */
export function bookPaidOrder(uow: UnitOfWork, order: PlacedOrder, actor: string): void {
  const { orderId, orderedAt: at, payType, parentOrderId, outletId, deviceId, currency, amountMinor } = order;
  // An order with pay type `coupon` has the amount 0, for which no entry is written.
  const source = payType === "cash" ? "counter" : "cashCoupon";
  const income = { orderId, outletId, deviceId, currency, amountMinor, sourceId: orderId, occurredAt: at };
  addLedgerEntry(uow, { ...income, channel: "cash", source }, at);
  auditOrder(uow, orderId, {
    at,
    actor,
    action: `order.${payType}`,
    ...(parentOrderId !== undefined && { detail: { extends: parentOrderId } }),
  });
  publishOrder(uow, order, at);
}
