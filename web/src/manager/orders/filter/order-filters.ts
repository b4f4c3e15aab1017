import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { orderList } from "@reposo/contract/orders/order-lists.ts";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import {
  type OrderStatus,
  type OrderType,
  type PayType,
  orderStatuses,
  orderTypes,
  payTypes,
} from "@reposo/contract/orders/order-values.ts";
import { isCalendarDay, readHour } from "#shared/time/calendar-day.ts";
import { allOutlets, type NamedOutlets, readNamedOutlets } from "#manager/statistics/index.ts";
import { rowsPerPage } from "#manager/shared/lists/list-query.ts";
import type { AddressQuery } from "#shared/routing/routes.ts";
import type { DayAndHour } from "#manager/shared/zone/display-zone.ts";

export type OrderRow = ReplyOf<typeof orderList>["items"][number];

export interface OrderFilters extends NamedOutlets {
  readonly orderStatus: readonly OrderStatus[];
  readonly payType: readonly PayType[];
  readonly orderType: readonly OrderType[];
  readonly deviceId: string | null;
  /** First and last day of the order time, both included, as `YYYY-MM-DD`; null without a limit. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Hour of the day, from 0, which requires that both days are the same; null without a limit. */
  readonly hour: string | null;
}

export const noOrderFilters: OrderFilters = {
  orderStatus: [],
  payType: [],
  orderType: [],
  deviceId: null,
  ...allOutlets,
  startDate: null,
  endDate: null,
  hour: null,
};

const knownOf = <V extends string>(values: readonly V[], given: readonly string[]): V[] =>
  values.filter((value) => given.includes(value));

const dayOf = (text: string | null): string | null => (text !== null && isCalendarDay(text) ? text : null);

/**
 * Reads the filters from the address, which contains them so that Back, a reload, and a copied link preserve them.
 * Unknown values are ignored.
 */
export function readOrderFilters(query: URLSearchParams): OrderFilters {
  return {
    orderStatus: knownOf(orderStatuses, query.getAll("orderStatus")),
    payType: knownOf(payTypes, query.getAll("payType")),
    orderType: knownOf(orderTypes, query.getAll("orderType")),
    deviceId: normaliseDeviceId(query.get("deviceId") ?? "").slice(0, 64) || null,
    ...readNamedOutlets(query),
    startDate: dayOf(query.get("startDate")),
    endDate: dayOf(query.get("endDate")),
    hour: readHour(query),
  };
}

export const orderFilterQuery = (filters: OrderFilters): AddressQuery => ({ ...filters });

const isSet = (value: string | readonly string[] | null): boolean => value !== null && value.length > 0;

export const isOrderFiltered = (filters: OrderFilters): boolean => Object.values(filters).some(isSet);

/** Returns the filters whose list, the newest order first, begins with a day. */
export const withStart = (filters: OrderFilters, day: string): OrderFilters => ({
  ...filters,
  startDate: filters.startDate !== null && filters.startDate <= day ? filters.startDate : null,
  endDate: day,
  hour: null,
});

/** Whether the end date is before the start date, as may happen in a typed address (DET-2). */
export const areDaysWrong = ({ startDate, endDate }: Pick<OrderFilters, "startDate" | "endDate">): boolean =>
  startDate !== null && endDate !== null && endDate < startDate;

type FilterFields = Omit<RequestOf<typeof orderList>, "limit" | "cursor">;

export function orderFilterFields({ hour, ...others }: OrderFilters): FilterFields {
  const filled = Object.entries(others).filter(([, value]) => isSet(value));
  return { ...Object.fromEntries(filled), ...(hour !== null && { hour: Number(hour) }) };
}

export const orderListRequest = (filters: OrderFilters): RequestOf<typeof orderList> => ({
  ...orderFilterFields(filters),
  limit: rowsPerPage,
});

/** Whether an order belongs in the filtered list. `day` and `hour` are its order time in the displayed time zone. */
export function matchesOrderFilters(
  order: OrderRow,
  { day, hour }: DayAndHour,
  filters: OrderFilters,
): boolean {
  const oneOf = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  return (
    oneOf(filters.orderStatus, order.orderStatus) &&
    oneOf(filters.payType, order.payType) &&
    oneOf(filters.orderType, order.orderType) &&
    oneOf(filters.areaId, order.areaId) &&
    !filters.exceptAreaId.includes(order.areaId) &&
    (filters.deviceId === null || filters.deviceId === order.deviceId) &&
    (filters.startDate === null || filters.startDate <= day) &&
    (filters.endDate === null || day <= filters.endDate) &&
    (filters.hour === null || Number(filters.hour) === hour)
  );
}
