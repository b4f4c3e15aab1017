import type pg from "pg";
import { addManager, newSecret } from "#bench-network.ts";

export interface StatisticsChair {
  readonly deviceId: string;
  readonly outletId: string;
}

export interface StatisticsManager {
  readonly token: string;
  readonly outletIds: readonly string[];
}

export interface StatisticsNetwork {
  /** The chairs of the first copy. */
  readonly chairs: readonly StatisticsChair[];
  /** Number of copies of the chairs and outlets, including the first. Their IDs differ by the suffix of `markOf`. */
  readonly copies: number;
  /** Days of the history: thirteen months, fewer for a small number of orders. */
  readonly days: number;
  /** ID of an outlet with sixty chairs. */
  readonly hallId: string;
  /** A manager of the outlet with sixty chairs and of eleven other outlets, whatever the size of the network. */
  readonly manager: StatisticsManager;
  /** A manager of all outlets. */
  readonly director: StatisticsManager;
}

export const ordersPerChairAndDay = 10;
const maxDays = 395;
/** A network with more orders consists of copies of at most this size. The orders of all copies have the same times. */
const maxOrdersPerCopy = 2_000_000;
const chairsOfHall = 60;
const chairsOfOutlet = 11;
const outletsOfManager = 12;

/** Returns the suffix of the IDs of a copy; empty for the first one. */
export const markOf = (copy: number): string => (copy === 0 ? "" : `C${copy}`);

/**
 * Inserts a network that is large enough for about `orders` orders, which `copyHistory` inserts later. A copy has at
 * least 181 chairs. An outlet has eleven chairs as in the largest known network, except one outlet, which has sixty.
 */
export async function insertStatisticsNetwork(owner: pg.Client, orders: number): Promise<StatisticsNetwork> {
  const copies = Math.ceil(orders / maxOrdersPerCopy);
  const ordersOfOne = orders / copies;
  const minChairs = (outletsOfManager - 1) * chairsOfOutlet + chairsOfHall;
  const count = Math.max(minChairs, Math.round(ordersOfOne / (maxDays * ordersPerChairAndDay)));
  const days = Math.min(maxDays, Math.ceil(ordersOfOne / (count * ordersPerChairAndDay)));
  const chairs = Array.from({ length: count }, (_, n) => ({
    deviceId: `S${String(n).padStart(7, "0")}`,
    outletId:
      n < chairsOfHall
        ? "hall"
        : `outlet-${String(Math.floor((n - chairsOfHall) / chairsOfOutlet)).padStart(5, "0")}`,
  }));
  const outletIds = [...new Set(chairs.map((chair) => chair.outletId))];
  const allOutletIds: string[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const mark = markOf(copy);
    const outletsHere = outletIds.map((id) => id + mark);
    allOutletIds.push(...outletsHere);
    await owner.query(
      `INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at)
       SELECT id, 'Outlet ' || id, 'Asia/Manila', 'PHP', now() FROM unnest($1::text[]) id`,
      [outletsHere],
    );
    await owner.query(
      `INSERT INTO device (device_id, outlet_id, installed_at, online, last_seen_at)
       SELECT id, outlet, now() - interval '2 years', true, now() FROM unnest($1::text[], $2::text[]) AS d (id, outlet)`,
      [chairs.map((chair) => chair.deviceId + mark), chairs.map((chair) => chair.outletId + mark)],
    );
  }
  const manager = { token: newSecret(), outletIds: outletIds.slice(0, outletsOfManager) };
  const director = { token: newSecret(), outletIds: allOutletIds };
  for (const one of [manager, director]) await addManager(owner, one);
  return { chairs, copies, days, hallId: "hall", manager, director };
}
