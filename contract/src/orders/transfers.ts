import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenDeviceId, GivenId, OneOf, Request } from "#fields.ts";
import { FollowedOrder } from "./orders.ts";
import { orderStatuses } from "./order-values.ts";

export const transferOrder = endpoint("transferOrder", {
  summary:
    "Continues a massage whose chair failed on another idle chair of the outlet, once, instead of the refund: a new order without amount, with the minutes that did not run. If this chair does not start, the refund follows.",
  request: Request({
    orderId: { ...GivenId, description: "ID of the order whose chair failed." },
    deviceId: { ...GivenDeviceId, description: "The chair on which the massage continues." },
  }),
  reply: Type.Object({
    orderId: Type.String({ description: "ID of the new order." }),
    orderStatus: OneOf(orderStatuses),
  }),
  codes: [
    "orderNotFound",
    "transferOver",
    "transferElsewhere",
    "deviceUnknown",
    "deviceUnavailable",
    "deviceOutOfService",
    "deviceInUse",
    "idempotencyKeyReused",
  ],
});

export const declineTransfer = endpoint("declineTransfer", {
  summary:
    "Ends the offer to continue a massage on another chair, so that the refund does not wait any longer. Changes nothing if the offer is already over.",
  request: Request({ orderId: GivenId }),
  reply: FollowedOrder,
  codes: ["orderNotFound"],
});
