import type { Permission } from "#permissions.ts";

export const alertKinds = [
  "chairOffline",
  "outletOffline",
  "startsFailing",
  "chairFault",
  "incomeLow",
  "coinsDiffer",
  "cashBoxFull",
  "refundWaiting",
  "feedbackWaiting",
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Permission that a manager needs to see the alerts of a kind. */
export const alertPermissions: Readonly<Record<AlertKind, Permission>> = {
  chairOffline: "home",
  outletOffline: "home",
  startsFailing: "home",
  chairFault: "home",
  incomeLow: "home",
  coinsDiffer: "cash",
  cashBoxFull: "cash",
  refundWaiting: "details",
  feedbackWaiting: "details",
};
