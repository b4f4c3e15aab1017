import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ExportFormat, ExportTicket } from "#revenue/exports.ts";
import {
  CalendarDate,
  ChosenOutlets,
  CurrencyField,
  FilterDeviceId,
  HourOfDay,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageFields,
  PageWithoutTotal,
  PerCurrency,
  Repeated,
  Request,
  SignedAmount,
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

/** A page with orders of more days has no sums, because the sum of a day requires reading all its orders. */
export const maxSummedDays = 7;

const DaySums = Type.Object({
  date: CalendarDate,
  sums: PerCurrency(
    Type.Object({
      currency: CurrencyField,
      amount: {
        ...SignedAmount,
        description:
          "What was received for the orders of the day that match the filter, less what was refunded for them, in minor units.",
      },
    }),
    "One row per currency in which money was received.",
  ),
});

export const orderList = endpoint("orderList", {
  summary: "Lists orders of the caller's outlets, by default newest first.",
  request: Request({
    ...OrderFilter,
    ...OrderSorting,
    ...PageFields,
    days: Type.Optional(
      OneOf(
        ["sums"],
        "Whether the reply contains sums of days. Ignored for a list sorted by a column, and for a page with orders of more than seven days.",
      ),
    ),
  }),
  reply: Type.Object({
    ...Page(ListedOrder).properties,
    days: Type.Optional(
      Type.Array(DaySums, {
        maxItems: maxSummedDays,
        description:
          "Sums of whole days in the caller's time zone, newest first: of the days of this page's orders that are not in the reply of the previous page.",
      }),
    ),
  }),
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
