import type { Feedback } from "@reposo/contract/feedback.ts";

/** How what was asked to be given back stands, in the words of the order's own page. */
export function refundText({
  state,
  refundState,
}: Pick<NonNullable<Feedback["refundRequested"]>, "state" | "refundState">) {
  if (state === "refused") return "refundRefused";
  if (state === "requested") return "refundRequested";
  if (refundState === "needsAttention") return "refundStuck";
  return refundState === "returned" ? "refunded" : "refundOnItsWay";
}
