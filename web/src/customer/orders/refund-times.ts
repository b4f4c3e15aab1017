import { maxRefundDays } from "@reposo/contract/orders/order-values.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { dateAndTime, dayAndMonth } from "@reposo/contract/text/date-styles.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import type { OrderFollowed } from "./order-phase.ts";

const dayMilliseconds = 24 * 3_600_000;

/**
 * Returns a function that states since when a refund is on its way, until when it arrives at the latest, and what to do
 * afterwards (HELP-2); null for a refund that is not on its way.
 */
export function useRefundTimes() {
  const { refundTimes } = useText("massage");
  const moment = useLocalFormatter(dateAndTime);
  const day = useLocalFormatter(dayAndMonth);
  return (refund: OrderFollowed["refund"]): string | null => {
    if (refund === null || (refund.state !== "requested" && refund.state !== "onItsWay")) return null;
    const latest = new Date(Date.parse(refund.requestedAt) + maxRefundDays * dayMilliseconds).toISOString();
    return fill(refundTimes, { since: moment(refund.requestedAt), latest: day(latest) });
  };
}
