import type { Stripe } from "stripe";
import { expect, it } from "vitest";
import { stripeDisputeReport } from "./stripe-dispute.ts";

const bare = {
  id: "dp_1",
  object: "dispute",
  amount: 3_000,
  charge: "ch_1",
  payment_intent: "pi_1",
  status: "needs_response",
} as const satisfies Partial<Stripe.Dispute>;

it("[DISP-1] reads a dispute of Stripe that states neither its currency nor times nor balance transactions", () => {
  expect(stripeDisputeReport(bare, undefined)).toEqual({
    disputeRef: "dp_1",
    paymentRef: "pi_1",
    paymentId: null,
    state: "needsResponse",
    amountMinor: 3_000,
    currency: null,
    reason: "",
    respondBy: null,
    disputedAt: null,
    reportedAt: null,
    feeMinor: 0,
    feeCurrency: null,
    reinstated: null,
  });
});

it.each([
  ["warning_needs_response", "inquiry"],
  ["warning_under_review", "inquiry"],
  ["warning_closed", "closed"],
  ["prevented", "closed"],
  ["under_review", "underReview"],
  ["won", "won"],
  ["lost", "lost"],
] as const)("[DISP-1] reads Stripe's status %s as %s", (status, state) => {
  expect(stripeDisputeReport({ ...bare, status }, 0)).toMatchObject({ state });
});

it("[DISP-1] states what Stripe reinstated only in the currency of the dispute", () => {
  const reinstated = (currency: string) => {
    const transaction = { amount: 71, fee: -20, currency, created: 100 } as Stripe.BalanceTransaction;
    return stripeDisputeReport({ ...bare, currency: "php", balance_transactions: [transaction] }, 0)
      .reinstated;
  };
  expect(reinstated("php")).toEqual({ amountMinor: 71, feeMinor: 20, at: new Date(100_000) });
  expect(reinstated("sgd")).toEqual({ amountMinor: 3_000, feeMinor: 20, at: new Date(100_000) });
});

it.each([
  { ...bare, id: undefined },
  { ...bare, amount: 0 },
  { ...bare, status: "unheard_of" as "won" },
])("[DISP-1] refuses a dispute without its ID, amount, or a known status", (incomplete) => {
  const { id, ...rest } = incomplete;
  expect(() => stripeDisputeReport({ ...rest, ...(id !== undefined && { id }) }, 0)).toThrow(TypeError);
});
