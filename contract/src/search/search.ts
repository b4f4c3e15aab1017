import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Amount, CurrencyField, DeviceId, Instant, OneOf, Request } from "#fields.ts";
import { orderStatuses } from "#orders/order-values.ts";
import { maxFoundPerKind } from "./found-limit.ts";

const found = { maxItems: maxFoundPerKind };

export const FoundOrder = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String(),
  orderTime: Instant,
  deviceId: DeviceId,
  areaName: Type.String(),
  amount: Amount,
  currency: CurrencyField,
  orderStatus: OneOf(orderStatuses),
});

export const FoundFeedback = Type.Object({
  feedbackId: Type.String(),
  reference: Type.String(),
  createdAt: Instant,
  deviceId: DeviceId,
  areaName: Type.String(),
});

export const search = endpoint("search", {
  summary: `Finds outlets, chairs, orders, and feedback of the caller's outlets by what people read out or type; at most ${maxFoundPerKind} of each kind. Orders and feedback require the permission \`details\`.`,
  request: Request({
    text: Type.String({
      format: "typed-search",
      maxLength: 64,
      description:
        "Part of an outlet's name or of a device ID; the beginning or the end of an order number, or, for half a year, the part after its day; the beginning of a payment reference; a coupon code; or part of a feedback reference. Upper and lower case, spaces, and hyphens make no difference. Numbers, references, and codes need at least four characters.",
    }),
  }),
  reply: Type.Object({
    outlets: Type.Array(Type.Object({ areaId: Type.String(), areaName: Type.String() }), found),
    devices: Type.Array(
      Type.Object({ deviceId: DeviceId, areaName: Type.String(), online: Type.Boolean() }),
      found,
    ),
    orders: Type.Array(FoundOrder, {
      ...found,
      description: "Newest first: found by order number, payment reference, or coupon code.",
    }),
    feedback: Type.Array(FoundFeedback, { ...found, description: "Newest first." }),
  }),
  codes: [],
});
export type Found = Static<typeof search.reply>;
