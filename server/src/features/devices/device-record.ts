import type { Currency } from "@reposo/contract/fields.ts";

/** The order that holds a chair: paid, starting or running. */
export interface LiveOrderOnDevice {
  readonly orderId: string;
  readonly customerId: string | null;
  readonly endsAt: Date | null;
}

export interface DeviceRecord {
  readonly deviceId: string;
  readonly outletId: string;
  readonly outletName: string;
  readonly currency: Currency;
  readonly timeZone: string;
  readonly priceGroupId: string | null;
  readonly installedAt: Date;
  readonly disabledAt: Date | null;
  /** A manager's, for customers; null where the chair is in service or the operator disabled it. */
  readonly outOfServiceReason: string | null;
  readonly online: boolean;
  readonly bootId: string | null;
  readonly firmware: string | null;
  /** As the chair reported it; whether the chair is disabled stands in `disabledAt`. */
  readonly fault: string | null;
  readonly lastSeenAt: Date | null;
  readonly liveOrder: LiveOrderOnDevice | null;
  /** The expected end of a massage that belongs to no live order, such as one paid by coins; null where none runs. */
  readonly unorderedRunEndsAt: Date | null;
}
