import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import { actorOf } from "#platform/http/caller.ts";
import { draftPlacedOrder } from "./draft-order.ts";
import { codeOf, countCouponAttempt } from "./limit-coupon-attempts.ts";
import { compareCouponCodes } from "#features/coupons/index.ts";
import { isUnstoredGuest, storeGuests } from "#features/login/index.ts";
import { enqueueStart } from "#features/orders/execution/commands/send-commands.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { createBatcher, type Outcome } from "#platform/postgres/batcher.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { applyCoupon } from "./apply-coupon.ts";
import { writePaidOrders } from "./write-paid-orders.ts";
import { findOwnReservation, replaceReservation } from "./limit-coupon-reservations.ts";
import { placeUnpaidOrder } from "./place-unpaid-order.ts";
import { createValidateOrder, type PlaceOrderInput } from "./validate-order.ts";

type Placed = ReplyOf<typeof activate>;

/**
 * Places an order. An order with pay type `online` is unpaid until the customer has paid; any other order is paid
 * immediately.
 * @throws ProductError with the reason of a refusal
 */
export function createPlaceOrder(
  dependencies: OrderDependencies,
): (input: PlaceOrderInput) => Promise<Placed> {
  const validate = createValidateOrder(dependencies);
  const placePaid = createPlacePaidOrder(dependencies);
  return async (input) => {
    const { caller, request } = input;
    const { device, price } = await validate(input);
    const order = draftPlacedOrder(dependencies, {
      deviceId: device.deviceId,
      outletId: device.outletId,
      payType: request.payType,
      paidStatus: "starting",
      price,
      customerId: caller.kind === "customer" ? caller.customerId : null,
      accountId: caller.kind === "manager" ? caller.accountId : null,
    });
    const code = codeOf(request);
    if (code !== null) await countCouponAttempt(dependencies, input);
    if (order.payType === "online")
      return placeUnpaidOrder(dependencies, { ...input, actor: actorOf(caller), order, code });
    const paid = { input, order, code };
    return placePaid(paid).catch(async (error: unknown) => {
      const isReserved = error instanceof ProductError && error.resultName === "couponReserved";
      if (isReserved && (await hasReservation(dependencies, paid))) return replaceUnpaid(dependencies, paid);
      throw error;
    });
  };
}

interface PaidOrder {
  readonly input: PlaceOrderInput;
  readonly order: PlacedOrder;
  readonly code: string | null;
}

/**
 * Writes an order that is paid when it is placed, with its income, roll-ups, start command, and stored reply.
 * Concurrent orders share one transaction. If that transaction fails, e.g. because a chair is in use, each order is
 * written in its own transaction. If the outcome of the transaction is unknown, no order is written again: a retry with
 * the idempotency key returns the stored reply or places the order.
 * @throws ProductError deviceInUse, or the reason why the coupon is refused
 */
const createPlacePaidOrder = (dependencies: OrderDependencies): ((paid: PaidOrder) => Promise<Placed>) =>
  createBatcher<PaidOrder, Placed>({
    // A batch contains at most one order per chair; a second order for the chair is written in a later batch.
    keyOf: ({ order }) => order.deviceId,
    async processBatch(batch) {
      failPoint("activate.before-commit");
      const outcomes = await transact(dependencies.database, (uow) => writeBatch(uow, dependencies, batch));
      failPoint("activate.committed");
      dependencies.wake();
      return outcomes;
    },
  });

/** Returns whether an unpaid order of the customer reserves a use of the coupon that pays for this order. */
async function hasReservation(
  { database }: OrderDependencies,
  { order: { customerId }, code }: PaidOrder,
): Promise<boolean> {
  if (customerId === null || code === null) return false;
  return (await findOwnReservation(database, { code, senderId: customerId })) !== null;
}

/**
 * Writes a paid order, and cancels the customer's unpaid order that reserves a use of its coupon. Not part of a batch,
 * because the unpaid order is locked before any coupon, as in every cancellation, which prevents deadlocks.
 * @throws ProductError with the reason of a refusal; the unpaid order then stays
 */
async function replaceUnpaid(dependencies: OrderDependencies, paid: PaidOrder): Promise<Placed> {
  const { code, order } = paid;
  const { customerId: senderId, orderId: replacedBy } = order;
  failPoint("activate.before-commit");
  const placed = await transact(dependencies.database, async (uow) => {
    if (code !== null && senderId !== null)
      await replaceReservation(uow, dependencies, { code, senderId, replacedBy });
    const [outcome] = await writeBatch(uow, dependencies, [paid]);
    if (outcome !== undefined && "value" in outcome) return outcome.value;
    throw outcome?.error;
  });
  failPoint("activate.committed");
  dependencies.wake();
  return placed;
}

async function writeBatch(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  batch: readonly PaidOrder[],
): Promise<Outcome<Placed>[]> {
  const callers = batch.map(({ input }) => input.caller);
  await storeGuests(uow, callers, dependencies.clock.now());
  const outcomes = new Map<PaidOrder, Outcome<PlacedOrder>>();
  // Coupons are locked in the order of their codes, which prevents deadlocks.
  const byCode = batch.toSorted((a, b) => compareCouponCodes(a.code ?? "", b.code ?? ""));
  for (const paid of byCode) outcomes.set(paid, await tryCoupon(uow, dependencies, paid));
  // Rolls back the storing of a guest whose coupon is refused; the other orders of the batch are then written one by
  // one.
  for (const [{ input }, outcome] of outcomes)
    if ("error" in outcome && isUnstoredGuest(input.caller)) throw outcome.error;
  const payable = [...outcomes].flatMap(([{ input }, outcome]) =>
    "value" in outcome ? [{ input, order: outcome.value, actor: actorOf(input.caller) }] : [],
  );
  await writePaidOrders(uow, payable);
  for (const { input, order } of payable) {
    enqueueStart(uow, order, order.deadlineAt, order.orderedAt);
    input.saveReply(uow, replyOf(order));
  }
  failPoint("activate.written");
  return batch.map((paid) => {
    const outcome = outcomes.get(paid) as Outcome<PlacedOrder>;
    return "value" in outcome ? { value: replyOf(outcome.value) } : outcome;
  });
}

/** The reply contains the first status, `paid`, although the order is already `starting`. */
const replyOf = ({ orderId }: PlacedOrder): Placed => ({ orderId, orderStatus: "paid", payment: null });

async function tryCoupon(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  { input, order, code }: PaidOrder,
): Promise<Outcome<PlacedOrder>> {
  const terms = { code, expectedAmount: input.request.expectedAmount };
  try {
    return { value: await applyCoupon(uow, dependencies, order, terms) };
  } catch (error) {
    // A refused coupon has changed nothing, so the other orders of the batch can be written.
    if (error instanceof ProductError) return { error };
    throw error;
  }
}
