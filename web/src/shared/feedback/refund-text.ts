import type { Feedback } from "@reposo/contract/feedback/feedback.ts";

/** The state of a refund request, in the texts of the order's page. */
export function refundText({
  state,
  refundState,
}: Pick<NonNullable<Feedback["refundRequested"]>, "state" | "refundState">) {
  if (state === "refused") return "refundRefused";
  if (state === "requested") return "refundRequested";
  if (refundState === "needsAttention") return "refundStuck";
  return refundState === "returned" ? "refunded" : "refundOnItsWay";
}
