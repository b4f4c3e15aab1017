import type { DictionaryName } from "@reposo/contract/text/dictionary.ts";
import type { EndReason, OrderStatus } from "@reposo/contract/orders/order-values.ts";
import type { Labels } from "#manager/shared/session/account.ts";
import type { Texts } from "#locales/texts.ts";

/** Returns the label of a value, or the value itself if the dictionary has not loaded or has no label for it. */
export type LabelOf = (set: DictionaryName, value: string) => string;

export const labelsOf =
  (labels: Labels | null): LabelOf =>
  (set, value) =>
    labels?.[set].find((entry) => entry.value === value)?.label ?? value;

export const statusTones = {
  unpaid: "warn",
  paid: "accent",
  starting: "accent",
  running: "accent",
  completed: "good",
  cancelled: "neutral",
  failed: "bad",
  refunded: "neutral",
} as const satisfies Record<OrderStatus, string>;

export const endReasonTexts = {
  finished: "endFinished",
  stopped: "endStopped",
  fault: "endFault",
  powerLoss: "endPowerLoss",
  silent: "endSilent",
  startDeadline: "endStartDeadline",
  refused: "endRefused",
  deviceTaken: "endDeviceTaken",
  deviceUnavailable: "endDeviceUnavailable",
  paymentTimeout: "endPaymentTimeout",
  paymentRefused: "endPaymentRefused",
  runEnded: "endRunEnded",
} as const satisfies Record<EndReason, keyof Texts["lists"]>;

/** Whether a failure of the chair ended the massage early. */
export const isInterrupted = ({
  orderStatus,
  endReason,
}: {
  orderStatus: OrderStatus;
  endReason: EndReason | null;
}): boolean => orderStatus === "completed" && (endReason === "fault" || endReason === "powerLoss");
