import { formatMoney } from "@reposo/contract/money.ts";
import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import type { ShownZone } from "#manager/frame/shown-zone.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { Row } from "#ui/list/list.tsx";
import type { OrderRow } from "./order-filters.ts";
import { type LabelOf, statusTones } from "./order-labels.ts";
import styles from "./order-row.module.css";
import { OrderTime } from "./order-time.tsx";

interface Shared {
  readonly zone: ShownZone;
  readonly labelOf: LabelOf;
}

/** One page of the list. */
export function OrderRows({
  items,
  start,
  total,
  ...shared
}: Shared & { items: readonly OrderRow[]; start: number; total: number }) {
  return items.map((order, index) => (
    <OneRow key={order.orderId} order={order} at={start + index + 1} of={total} {...shared} />
  ));
}

const OneRow = memo(function OneRow({
  order,
  at,
  of,
  zone,
  labelOf,
}: Shared & { order: OrderRow; at: number; of: number }) {
  const texts = useText("lists");
  const language = useLanguage();
  const { orderId, deviceId, areaName, payType, gear, amount, currency, refunded, orderStatus, orderTime } =
    order;
  const isReturned = refunded > 0 && refunded >= amount;
  return (
    <Row
      href={hrefOf("orders", { orderId })}
      name={orderId}
      place={{ at, of: Math.max(of, at) }}
      title={<span className={styles.number}>{deviceId}</span>}
      detail={
        <>
          <span className={styles.line} dir="auto">
            {areaName}
          </span>
          <span className={styles.line}>
            {labelOf("payType", payType)} · {fill(texts.gear, { gear })}
          </span>
        </>
      }
      meta={
        <>
          <span className={classNames(styles.amount, isReturned && styles.returned)}>
            {formatMoney(amount, currency, language)}
          </span>
          {refunded > 0 && orderStatus !== "refunded" && (
            <span className={styles.refunded}>
              {fill(texts.refundedAmount, { amount: formatMoney(refunded, currency, language) })}
            </span>
          )}
          <Badge tone={statusTones[orderStatus]}>{labelOf("orderStatus", orderStatus)}</Badge>
          <span className={styles.small}>
            <OrderTime at={orderTime} zone={zone} />
          </span>
        </>
      }
    />
  );
});
