import type { Page } from "playwright-core";

export interface TourStop {
  readonly name: string;
  /** Whose browser stands here. */
  readonly who: "nobody" | "customer" | "manager" | "viewer";
  /** Goes there; language and theme are already the browser's own. */
  readonly go: (page: Page) => Promise<unknown>;
}

/**
 * The stops of one kind of visitor, so few at a time that a customer's ten tries of a coupon a minute last: a start by
 * coupon takes two, one to see what it covers and one to redeem it.
 */
export function roundsOf(stops: readonly TourStop[], who: TourStop["who"]): TourStop[][] {
  const own = stops.filter((stop) => stop.who === who);
  const rounds = who === "customer" ? Math.ceil(own.length / 4) : 1;
  return Array.from({ length: rounds }, (_, round) => own.filter((_stop, at) => at % rounds === round));
}
