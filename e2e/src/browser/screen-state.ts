import type { Page } from "playwright-core";

export interface TourStop {
  readonly name: string;
  /** The visitor whose browser is used. */
  readonly who: "anonymous" | "customer" | "manager" | "viewer";
  /** Navigates there; language and theme are already set. */
  readonly go: (page: Page) => Promise<unknown>;
}

/**
 * The stops of one kind of visitor, few enough for the limit of ten coupon attempts per minute and customer: a start by
 * coupon takes two, one to check it and one to redeem it.
 */
export function roundsOf(stops: readonly TourStop[], who: TourStop["who"]): TourStop[][] {
  const own = stops.filter((stop) => stop.who === who);
  const rounds = who === "customer" ? Math.ceil(own.length / 4) : 1;
  return Array.from({ length: rounds }, (_, round) => own.filter((_stop, at) => at % rounds === round));
}
