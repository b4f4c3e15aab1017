import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { EndReason, OrderStatus, PayType } from "@reposo/contract/orders/order-values.ts";
import {
  airport,
  type DemoOutlet,
  offlineChair,
  offlineSince,
  reconnectedChair,
  unpricedChair,
} from "#demo/demo-network.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { crockfordAlphabet } from "#platform/keys/identifiers.ts";
import { dateIn, daysRange, type InstantRange } from "#platform/time/calendar.ts";

export interface PastPrice {
  readonly priceId: string;
  readonly gear: number;
  readonly minutes: number;
  readonly currency: Currency;
}

/** Random properties of a past order; its other properties follow from chair and price. */
export interface PastOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly deviceId: string;
  readonly payType: PayType;
  /** Null for orders paid with coins. */
  readonly priceId: string | null;
  /** Number of coins, one minute each; 0 for other pay types. */
  readonly coins: number;
  /** Index of the customer, from 0; ignored for orders that are paid with cash or coins. */
  readonly customer: number;
  readonly status: Extract<OrderStatus, "completed" | "cancelled" | "failed" | "refunded">;
  readonly endReason: EndReason;
  /** Delay from the order to its payment. */
  readonly paidAfterSeconds: number;
  /** Delay from the order to the start of the chair. */
  readonly startedAfterSeconds: number;
  /** Duration of the massage; 0 without one. */
  readonly ranSeconds: number;
}

/** Number of customers who placed the past orders. */
export const pastCustomers = 4_000;

const openingHour = 10;
/** Relative demand by hour, from ten o'clock. */
const hourWeights = [3, 5, 8, 9, 8, 7, 8, 10, 12, 11, 7, 3];
const hourList = hourWeights.map((weight, index) => ({ hour: openingHour + index, weight }));
const hoursAroundTheClock = Array.from({ length: 24 }, (_, hour) => ({ hour, weight: hour < 5 ? 4 : 6 }));
const hoursOf = ({ outletId }: DemoOutlet) => (outletId === airport ? hoursAroundTheClock : hourList);
/** Relative demand by weekday, Monday first. */
const weekdayWeights = [0.75, 0.75, 0.8, 0.85, 1.1, 1.55, 1.5];
const ordersPerChairAndDay = 3.3;
/** Minimum time between the end of an order and the next order of the chair. */
const pauseSeconds = 120;

/**
 * Returns a chair's orders of one day, oldest first, without overlaps. The random numbers depend only on the chair and
 * `daysAgo`, so the same arguments always give the same orders.
 */
export function pastOrdersOfDay(
  outlet: DemoOutlet,
  deviceId: string,
  day: Temporal.PlainDate,
  daysAgo: number,
  prices: readonly PastPrice[],
): PastOrder[] {
  const random = seededRandom(`${deviceId} ${daysAgo}`);
  const popularity = 0.7 + 0.6 * seededRandom(deviceId).next();
  // Demand is higher in December and on usual paydays (the 15th, 30th, and 31st), and it has grown over time.
  const expected =
    ordersPerChairAndDay *
    outlet.traffic *
    popularity *
    (weekdayWeights[day.dayOfWeek - 1] as number) *
    (day.month === 12 ? 1.3 : 1) *
    (day.day === 15 || day.day >= 30 ? 1.2 : 1) *
    (1.1 - daysAgo / 1500);
  const count = Math.floor(expected * (0.6 + 0.8 * random.next()) + random.next());
  const midnight = day.toZonedDateTime(outlet.timeZone).epochMilliseconds;
  const instants = Array.from({ length: count }, () => {
    const { hour } = random.pick(hoursOf(outlet), (item) => item.weight);
    return midnight + hour * 3_600_000 + random.between(0, 3_599) * 1000 + random.between(0, 999);
  }).sort((a, b) => a - b);

  const orders: PastOrder[] = [];
  let freeAt = 0;
  for (const [index, orderedAtMs] of instants.entries()) {
    if (orderedAtMs < freeAt) continue;
    const price = random.pick(prices, (p) => (p.minutes === 1 ? 2 : 40 / p.minutes + 2));
    const order = placeOrder(random, { deviceId, orderedAtMs, price, daysAgo, index });
    orders.push(order);
    // An unpaid order does not occupy a chair, but the simulation treats all orders alike for simplicity.
    freeAt = endOf(order).getTime() + pauseSeconds * 1000;
  }
  return orders;
}

/** Returns the end of the massage, or for an order without a massage, a time at which the order has certainly ended. */
export const endOf = (order: PastOrder): Date =>
  new Date(
    order.orderedAt.getTime() +
      (order.status === "completed" ? order.startedAfterSeconds + order.ranSeconds : 20 * 60) * 1000,
  );

interface Placing {
  readonly deviceId: string;
  readonly orderedAtMs: number;
  readonly price: PastPrice;
  readonly daysAgo: number;
  readonly index: number;
}

function placeOrder(
  random: SeededRandom,
  { deviceId, orderedAtMs, price, daysAgo, index }: Placing,
): PastOrder {
  const method = random.pick(
    [
      { payType: "online", weight: 58 },
      { payType: "cash", weight: 15 },
      { payType: "coin", weight: 16 },
      { payType: "cashCoupon", weight: 5 },
      { payType: "coupon", weight: 6 },
    ] as const,
    (option) => option.weight,
  );
  // The cash coupons of past orders (`GIFT-…`) have the value of the second gear, so they pay for no other gear.
  const payType = method.payType === "cashCoupon" && price.gear !== 2 ? "online" : method.payType;
  const paidAfterSeconds = payType === "online" ? random.between(8, 95) : 0;
  const startedAfterSeconds = paidAfterSeconds + random.between(1, 4);
  const chance = random.next();
  const orderedAt = new Date(orderedAtMs);
  const facts = {
    orderId: orderId(random, orderedAtMs),
    orderNumber: orderNumber(random, orderedAt),
    orderedAt,
    deviceId,
    payType,
    priceId: payType === "coin" ? null : price.priceId,
    coins: 0,
    customer: seededRandom(`${deviceId} ${daysAgo} ${index}`).between(0, pastCustomers - 1),
    paidAfterSeconds,
    startedAfterSeconds,
  };
  if (payType === "coin") return simulateCoins(random, facts, chance);
  if (payType === "online" && chance < 0.09)
    return {
      ...facts,
      status: "cancelled",
      endReason: chance < 0.07 ? "paymentTimeout" : "stopped",
      ranSeconds: 0,
    };
  if (chance > 0.98)
    return {
      ...facts,
      status: payType === "coupon" ? "failed" : "refunded",
      endReason: chance > 0.985 ? "startDeadline" : "refused",
      ranSeconds: 0,
    };
  const bought = price.minutes * 60;
  if (chance > 0.935)
    return { ...facts, status: "completed", endReason: "stopped", ranSeconds: random.between(20, bought) };
  return { ...facts, status: "completed", endReason: "finished", ranSeconds: bought };
}

const secondsPerCoin = 60;

/** Completes an order paid with coins: the chair starts immediately, and stopping early refunds nothing. */
function simulateCoins(
  random: SeededRandom,
  facts: Omit<PastOrder, "status" | "endReason" | "ranSeconds">,
  chance: number,
): PastOrder {
  const coins = random.between(2, 5);
  const bought = coins * secondsPerCoin;
  const end =
    chance > 0.95
      ? ({ endReason: "stopped", ranSeconds: random.between(30, bought) } as const)
      : ({ endReason: "finished", ranSeconds: bought } as const);
  return { ...facts, coins, startedAfterSeconds: 0, status: "completed", ...end };
}

const hex = (random: SeededRandom, digits: number) =>
  Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join("");

/** Returns a UUID of version 7. */
function orderId(random: SeededRandom, orderedAtMs: number): string {
  const time = orderedAtMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;
}

function orderNumber(random: SeededRandom, at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll("-", "");
  const symbols = Array.from({ length: 8 }, () => crockfordAlphabet[random.between(0, 31)]).join("");
  return `${day}-${symbols.slice(0, 4)}-${symbols.slice(4)}`;
}

/**
 * The last days of a month, in which `reconnectedChair` had no connection. The server received the coins of these days
 * only at `reconnectedAt`, so they became late entries of a closed month. For simplicity, the orders between the outage
 * and `reconnectedAt` are not changed.
 */
export interface Outage extends InstantRange {
  readonly reconnectedAt: Date;
}

const outageDays = 10;
/** Day of the month on which the chair reconnects, when the month of the outage is already closed. */
const reconnectionDay = 9;

/** Returns the outage, which covers the last days of the month before the previous month. */
export function outageBefore(now: Date, timeZone = "Asia/Manila"): Outage {
  const end = dateIn(now, timeZone).with({ day: 1 }).subtract({ months: 1 });
  const reconnection = end.with({ day: reconnectionDay });
  return {
    ...daysRange(end.subtract({ days: outageDays }), end.subtract({ days: 1 }), timeZone),
    reconnectedAt: daysRange(reconnection, reconnection, timeZone).from,
  };
}

/**
 * Returns false for an order that needs a connection during the outage: a chair without a connection starts only by
 * coins.
 */
export const isPossible = ({ deviceId, orderedAt, payType }: PastOrder, { from, to }: Outage): boolean =>
  payType === "coin" || deviceId !== reconnectedChair || orderedAt < from || orderedAt >= to;

/**
 * Generates an outlet's orders since its opening. Omits orders that had not ended by `now` or, for `offlineChair`, by
 * the time when it went offline.
 */
export function* pastOrdersOf(
  outlet: DemoOutlet,
  prices: readonly PastPrice[],
  now: Date,
): Generator<PastOrder> {
  const today = dateIn(now, outlet.timeZone);
  for (let daysAgo = outlet.openedDaysAgo; daysAgo >= 0; daysAgo -= 1) {
    const day = today.subtract({ days: daysAgo });
    for (const deviceId of outlet.deviceIds) {
      if (deviceId === unpricedChair) continue;
      const end = deviceId === offlineChair ? offlineSince(now) : now;
      for (const order of pastOrdersOfDay(outlet, deviceId, day, daysAgo, prices))
        if (endOf(order) < end) yield order;
    }
  }
}
