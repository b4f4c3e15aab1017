import type { TourStop } from "./screen-tour.ts";

/** The stops of one kind of visitor, so few at a time that a customer's ten tries of a coupon a minute last. */
export function roundsOf(stops: readonly TourStop[], who: TourStop["who"]): TourStop[][] {
  const own = stops.filter((stop) => stop.who === who);
  const rounds = who === "customer" ? Math.ceil(own.length / 8) : 1;
  return Array.from({ length: rounds }, (_, round) => own.filter((_stop, at) => at % rounds === round));
}
