import type { Page } from "playwright-core";

export interface ScreenState {
  readonly name: string;
  /** The visitor whose browser is used. */
  readonly role: "anonymous" | "customer" | "manager" | "viewer";
  /** Opens the state; language and theme are already set. */
  readonly open: (page: Page) => Promise<unknown>;
}

/**
 * The states of one role in batches, small enough for the limit of ten coupon attempts per minute and customer: a start
 * by coupon takes two attempts, one to check the coupon and one to redeem it.
 */
export function batchesOf(states: readonly ScreenState[], role: ScreenState["role"]): ScreenState[][] {
  const own = states.filter((state) => state.role === role);
  const batchCount = role === "customer" ? Math.ceil(own.length / 4) : 1;
  return Array.from({ length: batchCount }, (_, batch) =>
    own.filter((_state, at) => at % batchCount === batch),
  );
}
