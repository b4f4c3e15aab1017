import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";

/**
 * Kinds of alerts about chairs that earn nothing. They are evaluated more often than all other kinds (see
 * `watch-alerts.ts`).
 */
export const chairAlertKinds: readonly AlertKind[] = [
  "chairOffline",
  "outletOffline",
  "startsFailing",
  "chairFault",
];

/** A problem that exists at the time of the evaluation. */
export interface Cause {
  readonly kind: AlertKind;
  /** Unique among open alerts, for example `chairOffline:80000001`. */
  readonly cause: string;
  readonly outletId: string;
  /** Null if the cause concerns the outlet instead of one chair. */
  readonly deviceId: string | null;
  /** The chairs that earn less because of this cause. */
  readonly deviceIds: readonly string[];
  readonly since: Date;
  /**
   * A number whose meaning depends on `kind`, for example the number of failed starts or of offline chairs. A snooze
   * until the alert changes ends when this number changes.
   */
  readonly quantity: number;
  /** Minor units of the outlet's currency; null if the kind has no amount. */
  readonly amountMinor: number | null;
  /** The chair's fault code; null for all kinds except `chairFault`. */
  readonly fault: string | null;
}

/** Returns a cause that concerns one chair. */
export const chairCause = (
  kind: AlertKind,
  chair: { readonly deviceId: string; readonly outletId: string; readonly since: Date },
  more: Partial<Pick<Cause, "quantity" | "amountMinor" | "fault" | "deviceIds">> = {},
): Cause => ({
  kind,
  cause: `${kind}:${chair.deviceId}`,
  outletId: chair.outletId,
  deviceId: chair.deviceId,
  deviceIds: [chair.deviceId],
  since: chair.since,
  quantity: 1,
  amountMinor: null,
  fault: null,
  ...more,
});

/** Returns a cause that concerns an outlet. `deviceIds` is empty if no chair earns less because of it. */
export const outletCause = (
  kind: AlertKind,
  { outletId, since, quantity }: Pick<Cause, "outletId" | "since" | "quantity">,
  deviceIds: readonly string[] = [],
): Cause => ({
  kind,
  cause: `${kind}:${outletId}`,
  outletId,
  deviceId: null,
  deviceIds,
  since,
  quantity,
  amountMinor: null,
  fault: null,
});
