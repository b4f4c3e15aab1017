/** What an outlet gives back where a chair itself ended a massage early. */
export const refundPolicies = ["none", "proportional", "full"] as const;
export type RefundPolicy = (typeof refundPolicies)[number];
