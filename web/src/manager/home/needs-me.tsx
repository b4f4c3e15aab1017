import { countedStatuses } from "@reposo/contract/orders/order-values.ts";
import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import type { Figures } from "#manager/statistics/index.ts";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { OptionalLink } from "#ui/button/link.tsx";
import styles from "./needs-me.module.css";

/** What waits for the manager: alerts, failed and refunded orders, feedback, refund requests, and cash boxes to empty. */
export function NeedsMe({
  figures,
  alerts,
  alertCount,
  openFeedback,
  isKnown,
  mayOpenDetails,
  mayOpenCash,
}: {
  figures: Figures;
  /** Open alerts that are not snoozed. */
  alerts: readonly Alert[];
  /** Number of open alerts that are not snoozed; `alerts` may be fewer. */
  alertCount: number;
  openFeedback: number;
  /** False while alerts or feedback are loading, or if they could not be loaded. */
  isKnown: boolean;
  mayOpenDetails: boolean;
  mayOpenCash: boolean;
}) {
  const texts = useText("manager");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const day = dateInZone(Date.parse(figures.asOf), useZone());
  const quantityOf = (kind: Alert["kind"]) =>
    alerts.reduce((sum, alert) => sum + (alert.kind === kind ? alert.quantity : 0), 0);
  const boxes = alerts.filter(({ kind }) => kind === "cashBoxFull").length;
  const orders = { orderStatus: countedStatuses.abnormal, startDate: day, endDate: day };
  const items = [
    // The same number as the badge of the tab, and as many as the linked page lists.
    { name: "alerts", label: texts.alerts, count: alertCount, href: hrefOf("alerts") },
    {
      name: "failedOrders",
      label: texts.ordersAbnormal,
      count: figures.orders.abnormal,
      href: mayOpenDetails ? hrefOf("orders", orders) : undefined,
    },
    { name: "feedback", label: texts.feedback, count: openFeedback, href: hrefOf("feedback") },
    {
      name: "refundRequests",
      label: texts.refundRequests,
      count: quantityOf("refundWaiting"),
      href: hrefOf("alerts"),
    },
    {
      name: "cashBoxes",
      label: texts.boxesToEmpty,
      count: boxes,
      href: hrefOf(mayOpenCash ? "cash" : "alerts"),
    },
  ].filter(({ count }) => count > 0);
  if (items.length === 0) return isKnown && <p className="soft">{texts.nothingNeedsMe}</p>;
  return (
    <section aria-label={texts.needsMe}>
      <ul className={styles.items}>
        {items.map(({ name, label, count, href }) => (
          <li key={name} className={styles.item} data-count={name}>
            <OptionalLink href={href} className={styles.face}>
              <span className={styles.count}>{numbers.format(count)}</span> {label}
            </OptionalLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
