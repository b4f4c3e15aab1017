import type { InstantRange } from "#platform/time/calendar.ts";
import { daysOrHour } from "#platform/time/days-or-hour.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { orderExport } from "@reposo/contract/orders/order-lists.ts";
import {
  type OrderType,
  type PayType,
  payTypes as everyPayType,
} from "@reposo/contract/orders/order-values.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { invalidField } from "#platform/http/product-error.ts";
import type { OrderFilter } from "./order-counts-store.ts";
import { orderTypeOf } from "#features/orders/record/order-graph-rules.ts";

export type OrderFilterRequest = Omit<RequestOf<typeof orderExport>, "format" | "ticket">;

/**
 * Converts a request to a filter. Dates are days in the time zone `zone`.
 * @throws ProductError outletNotFound for an outlet that the caller does not manage; code 400 for invalid dates, an
 *   end before the start, an hour with several days, or an hour that the day does not have
 */
export function readOrderFilter(
  caller: { readonly outletIds: readonly string[] },
  request: OrderFilterRequest,
  zone: string,
): OrderFilter {
  const statuses = request.orderStatus?.length ? [...new Set(request.orderStatus)] : undefined;
  const range = rangeOf(request, zone);
  return {
    outletIds: requireOutlets(caller, request),
    deviceId: request.deviceId,
    statuses,
    payTypes: payTypesOf(request.payType, request.orderType),
    range,
  };
}

// The first and last date that a filter may contain, which are also the defaults. From 1980 on, all time zone
// offsets are multiples of 15 minutes, so every day begins at a boundary of the quarter-hour roll-ups. The last year is
// 9998, so that even the end of its last day has a year of four digits.
const allDays = { first: Temporal.PlainDate.from("1980-01-01"), last: Temporal.PlainDate.from("9998-12-31") };

function rangeOf({ startDate, endDate, hour }: OrderFilterRequest, zone: string): InstantRange | undefined {
  if (startDate === undefined && endDate === undefined && hour === undefined) return undefined;
  const first = startDate === undefined ? allDays.first : dateOf("startDate", startDate);
  const last = endDate === undefined ? allDays.last : dateOf("endDate", endDate);
  if (Temporal.PlainDate.compare(first, last) > 0) throw invalidField("endDate", "range");
  return daysOrHour(first, last, hour, zone);
}

function dateOf(field: string, text: string): Temporal.PlainDate {
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(text);
  } catch {
    throw invalidField(field, "format");
  }
  const { compare } = Temporal.PlainDate;
  if (compare(date, allDays.first) < 0 || compare(date, allDays.last) > 0) throw invalidField(field, "range");
  return date;
}

/** Returns the pay types that match both filters, or undefined if there is no filter. */
export function payTypesOf(
  payTypes: readonly PayType[] | undefined,
  orderTypes: readonly OrderType[] | undefined,
): PayType[] | undefined {
  if (!payTypes?.length && !orderTypes?.length) return undefined;
  const selected = payTypes?.length ? new Set(payTypes) : everyPayType;
  return [...selected].filter((payType) => !orderTypes?.length || orderTypes.includes(orderTypeOf[payType]));
}
