import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ExportFormat, ExportTicket } from "#revenue/exports.ts";
import {
  CalendarDate,
  ChosenOutlets,
  Cursor,
  SoughtDeviceId,
  HourOfDay,
  Limit,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
} from "#fields.ts";
import { Order, orderStatuses, orderTypes, payTypes } from "./orders.ts";

export const ownOrders = endpoint({
  name: "ownOrders",
  method: "GET",
  path: "/web/api/v1/order/own",
  access: "token",
  summary: "A customer's own orders, newest first; managers have the list of their outlets instead.",
  request: Request({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }),
  // No total: the orders of one browser are read by cursor only.
  reply: Type.Object({ items: Type.Array(Order), nextCursor: Nullable(Type.String()) }),
  codes: ["permissionMissing"],
});

/** What narrows a list of orders down; dates are days of order time in the caller's zone, both included. */
const OrderFilter = {
  orderStatus: Type.Optional(Repeated(OneOf(orderStatuses))),
  payType: Type.Optional(Repeated(OneOf(payTypes))),
  orderType: Type.Optional(Repeated(OneOf(orderTypes))),
  deviceId: Type.Optional(SoughtDeviceId),
  ...ChosenOutlets,
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  hour: Type.Optional(HourOfDay),
};

export const orderList = endpoint({
  name: "orderList",
  method: "GET",
  path: "/web/api/v1/order/orderH5",
  access: "details",
  carriesEventId: true,
  summary: "Orders of the caller's outlets, newest first.",
  request: Request({ ...OrderFilter, limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }),
  reply: Page(Order),
  codes: ["outletNotFound"],
});

export const orderExport = endpoint({
  name: "orderExport",
  method: "GET",
  path: "/web/api/v1/order/export",
  access: "details",
  summary: "The order list of the same filter, whole, as a file in the caller's language and zone.",
  request: Request({ ...OrderFilter, format: ExportFormat, ticket: Type.Optional(ExportTicket) }),
  reply: Type.Null(),
  codes: ["outletNotFound", "tooManyTries"],
  answersFile: true,
});
