import type { TourStop } from "./screen-tour.ts";

/**
 * The stops of one kind of visitor, so few at a time that a customer's ten tries of a coupon a minute last: a start by
 * coupon takes two, one to see what it covers and one to redeem it.
 */
export function roundsOf(stops: readonly TourStop[], who: TourStop["who"]): TourStop[][] {
  const own = stops.filter((stop) => stop.who === who);
  const rounds = who === "customer" ? Math.ceil(own.length / 4) : 1;
  return Array.from({ length: rounds }, (_, round) => own.filter((_stop, at) => at % rounds === round));
}
