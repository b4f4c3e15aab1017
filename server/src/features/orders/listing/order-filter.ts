import type { InstantRange } from "#platform/time/calendar.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { orderExport } from "@reposo/contract/order-lists.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { daysOrHour } from "#platform/time/days-or-hour.ts";
import { invalidField } from "#platform/http/product-error.ts";
import type { OrderCountFilter } from "./order-counts-store.ts";
import { payTypesOf } from "./order-list-rules.ts";

export type OrderFilterAsked = Omit<RequestOf<typeof orderExport>, "format" | "ticket">;
export type OrderFilter = OrderCountFilter;

/**
 * What a request narrows the caller's orders down to; its dates are days of the zone.
 * @throws ProductError outletNotFound for another's outlet, code 400 for dates that are none or the wrong way round,
 * and for an hour of several days or one that the day does not have
 */
export function readOrderFilter(
  caller: { readonly outletIds: readonly string[] },
  asked: OrderFilterAsked,
  zone: string,
): OrderFilter {
  const statuses = asked.orderStatus?.length ? [...new Set(asked.orderStatus)] : undefined;
  const range = rangeOf(asked, zone);
  return {
    outletIds: requireOutlets(caller, asked),
    deviceId: asked.deviceId,
    statuses,
    payTypes: payTypesOf(asked.payType, asked.orderType),
    range,
  };
}

// Before the first order of all and after the last, yet since zones lie whole quarter-hours apart, and short enough
// for every part of the system to write.
const always = { first: Temporal.PlainDate.from("1980-01-01"), last: Temporal.PlainDate.from("9998-12-31") };

function rangeOf({ startDate, endDate, hour }: OrderFilterAsked, zone: string): InstantRange | undefined {
  if (startDate === undefined && endDate === undefined && hour === undefined) return undefined;
  const first = startDate === undefined ? always.first : dateOf("startDate", startDate);
  const last = endDate === undefined ? always.last : dateOf("endDate", endDate);
  if (Temporal.PlainDate.compare(first, last) > 0) throw invalidField("endDate", "range");
  return daysOrHour(first, last, hour, zone);
}

function dateOf(field: string, text: string): Temporal.PlainDate {
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(text);
  } catch {
    // The calendar has no such day.
    throw invalidField(field, "format");
  }
  const { compare } = Temporal.PlainDate;
  if (compare(date, always.first) < 0 || compare(date, always.last) > 0) throw invalidField(field, "range");
  return date;
}
