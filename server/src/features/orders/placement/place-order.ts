import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import { actorOf } from "#platform/http/caller.ts";
import { draftPlacedOrder } from "./draft-order.ts";
import { codeOf, countCouponAttempt } from "./limit-coupon-attempts.ts";
import { createPlacePaidOrder } from "./place-paid-order.ts";
import { placeUnpaidOrder } from "./place-unpaid-order.ts";
import { createValidateOrder, type PlaceOrderInput } from "./validate-order.ts";

/**
 * Places an order. An order with pay type `online` is unpaid until the customer has paid; any other order is paid
 * immediately.
 */
export function createPlaceOrder(
  dependencies: OrderDependencies,
): (input: PlaceOrderInput) => Promise<ReplyOf<typeof activate>> {
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
    return placePaid({ input, order, code });
  };
}
