import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { FaultLabel } from "#manager/devices/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";

interface AlertLink {
  readonly label: "openChair" | "openChairs" | "openCash" | "openOutlet" | "openFeedback";
  readonly href: (alert: Alert) => string;
}

const chair: AlertLink = {
  label: "openChair",
  href: ({ deviceId, areaId }) =>
    deviceId === null ? hrefOf("outlet", { areaId }) : hrefOf("device", { deviceId }),
};

const links: Record<AlertKind, AlertLink> = {
  chairOffline: chair,
  outletOffline: {
    label: "openChairs",
    href: ({ areaId }) => hrefOf("deviceList", { areaId, online: "offline" }),
  },
  startsFailing: chair,
  chairFault: chair,
  incomeLow: chair,
  coinsDiffer: chair,
  cashBoxFull: { label: "openCash", href: ({ areaId, deviceId }) => hrefOf("cash", { areaId, deviceId }) },
  refundWaiting: { label: "openOutlet", href: ({ areaId }) => hrefOf("outlet", { areaId }) },
  feedbackWaiting: { label: "openFeedback", href: ({ areaId }) => hrefOf("feedback", { areaId }) },
};

export function useAlertTexts(alert: Alert, faultLabel: FaultLabel) {
  const texts = useText("alerts");
  const language = useLanguage();
  const { kind, deviceId, quantity, fault } = alert;
  const values = {
    chair: deviceId ?? "",
    count: quantity,
    fault: fault === null ? "" : faultLabel(fault),
  };
  const { label, href } = links[kind];
  const money = (minor: number) => formatMoney(minor, alert.currency, language);
  // What was in the box or on hold when the alert began is no longer true after it.
  const isOpen = alert.resolvedAt === null;
  const inBox = kind === "cashBoxFull" && isOpen ? alert.amount : null;
  const onHold = kind === "coinsDiffer" && isOpen && alert.estimatedCost > 0 ? alert.estimatedCost : null;
  return {
    /** Money that the alert is about, other than its estimated cost. */
    amount:
      inBox !== null
        ? fill(texts.cashInBox, { amount: money(inBox) })
        : onHold !== null
          ? fill(texts.onHold, { amount: money(onHold) })
          : null,
    title: fill(texts[kind], values),
    action: fill(texts[`${kind}Action`], values),
    link: { label: texts[label], href: href(alert) },
  };
}
