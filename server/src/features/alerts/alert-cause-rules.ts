import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";

/** Kinds that keep chairs from earning; they are detected within a minute, the others within ten. */
export const chairAlertKinds: readonly AlertKind[] = [
  "chairOffline",
  "outletOffline",
  "startsFailing",
  "chairFault",
];

/** Something that is wrong at this moment. */
export interface Cause {
  readonly kind: AlertKind;
  /** Unique among open alerts, for example `chairOffline:80000001`. */
  readonly cause: string;
  readonly outletId: string;
  /** Null where it concerns the outlet. */
  readonly deviceId: string | null;
  /** The chairs that earn less because of it. */
  readonly deviceIds: readonly string[];
  readonly since: Date;
  /** The quantity, whose meaning depends on `kind`; a snooze "until it changes" ends when it changes. */
  readonly quantity: number;
  /** Minor units of the outlet's currency; null where there is no amount. */
  readonly amountMinor: number | null;
  readonly fault: string | null;
}

/** A cause of one chair. */
export const chairCause = (
  kind: AlertKind,
  chair: { readonly deviceId: string; readonly outletId: string; readonly since: Date },
  more: Partial<Pick<Cause, "quantity" | "amountMinor" | "fault">> = {},
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

/** A cause of an outlet; it names no chairs where none of them earns less. */
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
