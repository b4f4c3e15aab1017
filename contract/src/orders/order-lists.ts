import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ExportFormat, ExportTicket } from "#revenue/exports.ts";
import {
  CalendarDate,
  ChosenOutlets,
  FilterDeviceId,
  HourOfDay,
  Instant,
  PageFields,
  Nullable,
  OneOf,
  Page,
  PageWithoutTotal,
  Repeated,
  Request,
  SortFields,
} from "#fields.ts";
import { Order } from "./orders.ts";
import { maxSortedOrders, orderSorts, orderStatuses, orderTypes, payTypes } from "./order-values.ts";

export const ownOrders = endpoint("ownOrders", {
  summary: "Lists the customer's own orders, newest first. Managers use orderList.",
  request: Request({ ...PageFields }),
  reply: PageWithoutTotal(Order),
  codes: ["permissionMissing"],
});

/** Filter of order lists; both dates are included and apply to the order time in the caller's time zone. */
const OrderFilter = {
  orderStatus: Type.Optional(Repeated(OneOf(orderStatuses))),
  payType: Type.Optional(Repeated(OneOf(payTypes))),
  orderType: Type.Optional(Repeated(OneOf(orderTypes))),
  deviceId: Type.Optional(FilterDeviceId),
  ...ChosenOutlets,
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  hour: Type.Optional(HourOfDay),
};

const OrderSorting = SortFields(
  orderSorts,
  `Column by which the orders are sorted; by default \`time\`. Amounts are sorted within their currency. If more than ${maxSortedOrders} orders match, a list is sorted by time, newest first.`,
);

const ListedOrder = Type.Object({
  ...Order.properties,
  lateAt: Nullable(
    Instant,
    "Instant at which the server last recorded an amount of the order after its month was closed; null without such a late entry.",
  ),
});

export const orderList = endpoint("orderList", {
  summary: "Lists orders of the caller's outlets, by default newest first.",
  request: Request({ ...OrderFilter, ...OrderSorting, ...PageFields }),
  reply: Page(ListedOrder),
  codes: ["outletNotFound"],
});

export const orderExport = endpoint("orderExport", {
  summary:
    "Exports all orders of the filter as a file in the caller's language and time zone, with the time of late entries.",
  request: Request({
    ...OrderFilter,
    ...OrderSorting,
    format: ExportFormat,
    ticket: Type.Optional(ExportTicket),
  }),
  reply: Type.Null(),
  codes: ["outletNotFound", "tooManyTries"],
  respondsWithFile: true,
});
