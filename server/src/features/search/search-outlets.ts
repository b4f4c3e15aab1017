import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { maxFoundPerKind } from "@reposo/contract/search/found-limit.ts";
import type { search } from "@reposo/contract/search/search.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { searchTerms, type SearchTerms } from "./search-rules.ts";
import {
  findDevicesById,
  findFeedbackByReference,
  findOrdersByCoupon,
  findOrdersByEnd,
  findOrdersByMiddle,
  findOrdersByPayment,
  findOrdersOfDay,
  findOutletsByName,
  type FoundOrderRow,
} from "./search-store.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

const dayMs = 86_400_000;

/** The days of which an order is found by the middle of its number: half a year. */
const searchedDays = 186;

export interface SearchDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Searches the caller's outlets. Orders and feedback are found only with the permission `details`. */
export async function searchOutlets(
  { database, clock }: SearchDependencies,
  { outletIds, permissions }: ManagerCaller,
  { text }: RequestOf<typeof search>,
): Promise<ReplyOf<typeof search>> {
  const terms = searchTerms(text);
  if (terms.name === "" || outletIds.length === 0)
    return { outlets: [], devices: [], orders: [], feedback: [] };
  const mayReadOrders = permissions.includes("details");
  const { code, number } = terms;
  const [outlets, devices, orders, feedback] = await Promise.all([
    findOutletsByName(database, outletIds, terms.name, maxFoundPerKind),
    terms.deviceId === "" ? [] : findDevicesById(database, outletIds, terms.deviceId, maxFoundPerKind),
    mayReadOrders ? findOrders({ database, clock }, outletIds, terms) : [],
    mayReadOrders && code !== null && number !== null
      ? findFeedbackByReference(database, outletIds, { number, code }, maxFoundPerKind)
      : [],
  ]);
  return {
    outlets,
    devices,
    orders: orders.map(({ orderedAt, amountMinor, status, ...order }) => ({
      ...order,
      orderTime: orderedAt.toISOString(),
      amount: amountMinor,
      orderStatus: status,
    })),
    feedback: feedback.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() })),
  };
}

async function findOrders(
  { database, clock }: SearchDependencies,
  outletIds: readonly string[],
  { code, number, orderDay, orderMiddle }: SearchTerms,
): Promise<FoundOrderRow[]> {
  if (code === null || number === null) return [];
  const found = await Promise.all([
    findOrdersByEnd(database, outletIds, number, maxFoundPerKind),
    findOrdersByPayment(database, outletIds, code, maxFoundPerKind),
    findOrdersByCoupon(database, outletIds, code, maxFoundPerKind),
    orderMiddle === null
      ? []
      : findOrdersByMiddle(
          database,
          outletIds,
          {
            middle: orderMiddle,
            today: new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs),
            days: searchedDays,
          },
          maxFoundPerKind,
        ),
    orderDay === null
      ? []
      : findOrdersOfDay(
          database,
          outletIds,
          {
            start: number,
            from: firstIdAt(orderDay),
            to: firstIdAt(new Date(orderDay.getTime() + dayMs)),
          },
          maxFoundPerKind,
        ),
  ]);
  const byId = new Map(found.flat().map((order) => [order.orderId, order]));
  return [...byId.values()].sort((a, b) => (a.orderId < b.orderId ? 1 : -1)).slice(0, maxFoundPerKind);
}
