import { expect, it } from "vitest";
import { refundText } from "./feedback-thread.tsx";

it.each([
  ["requested", null, "refundRequested"],
  ["refused", null, "refundRefused"],
  ["approved", "requested", "refundPending"],
  ["approved", "onItsWay", "refundPending"],
  ["approved", "needsAttention", "refundStuck"],
  ["approved", "returned", "refunded"],
] as const)(
  "[FB-1] [G-3] shows a refund request in the state %s, with the refund state %s, as %s",
  (state, refundState, text) => {
    expect(refundText({ state, refundState })).toBe(text);
  },
);
