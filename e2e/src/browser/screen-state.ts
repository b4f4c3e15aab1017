import type { Page } from "playwright-core";

export interface ScreenState {
  readonly name: string;
  /** The kind of user in whose browser the state is opened. */
  readonly role: "anonymous" | "customer" | "manager" | "viewer";
  /** Opens the state in a browser whose language and theme are already set. */
  readonly open: (page: Page) => Promise<unknown>;
}

/**
 * Divides the states of one role into batches with one customer each, because a customer has ten coupon attempts per
 * minute and a start with a coupon takes two: one to check the coupon and one to redeem it.
 */
export function batchesOf(states: readonly ScreenState[], role: ScreenState["role"]): ScreenState[][] {
  const own = states.filter((state) => state.role === role);
  const batchCount = role === "customer" ? Math.ceil(own.length / 4) : 1;
  return Array.from({ length: batchCount }, (_, batch) =>
    own.filter((_state, at) => at % batchCount === batch),
  );
}
