import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import type { FaultLabel } from "#manager/devices/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";

export interface AlertTexts {
  readonly title: string;
  readonly action: string;
  readonly link: { readonly label: string; readonly href: string };
}

const openChair = ({ deviceId, areaId }: Alert): string =>
  deviceId === null ? hrefOf("outlet", { areaId }) : hrefOf("device", { deviceId });

const hrefs: Record<AlertKind, (alert: Alert) => string> = {
  chairOffline: openChair,
  outletOffline: ({ areaId }) => hrefOf("deviceList", { areaId, online: "offline" }),
  startsFailing: openChair,
  chairFault: openChair,
  incomeLow: openChair,
  coinsDiffer: openChair,
  cashBoxFull: ({ areaId, deviceId }) => hrefOf("cash", { areaId, deviceId }),
  refundWaiting: ({ areaId }) => hrefOf("outlet", { areaId }),
  feedbackWaiting: ({ areaId }) => hrefOf("feedback", { areaId }),
};

const links = {
  chairOffline: "openChair",
  outletOffline: "openChairs",
  startsFailing: "openChair",
  chairFault: "openChair",
  incomeLow: "openChair",
  coinsDiffer: "openChair",
  cashBoxFull: "openCash",
  refundWaiting: "openOutlet",
  feedbackWaiting: "openFeedback",
} as const satisfies Record<AlertKind, string>;

export function useAlertTexts(alert: Alert, faultLabel: FaultLabel): AlertTexts {
  const texts = useText("alerts");
  const { kind, deviceId, quantity, fault } = alert;
  const values = {
    chair: deviceId ?? "",
    count: quantity,
    fault: fault === null ? "" : faultLabel(fault),
  };
  return {
    title: fill(texts[kind], values),
    action: fill(texts[`${kind}Action`], values),
    link: { label: texts[links[kind]], href: hrefs[kind](alert) },
  };
}
