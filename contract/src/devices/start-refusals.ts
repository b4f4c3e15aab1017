/**
 * Reasons with which a chair refuses a start, and which are explained to the customer. A chair may send any other reason,
 * such as a fault code.
 */
export const startRefusals = ["busy", "fault", "gear", "seat", "door"] as const;
export type StartRefusal = (typeof startRefusals)[number];
