import { formatMoney } from "@reposo/contract/money/money.ts";
import { useMemo } from "react";
import { clockInZone, type DisplayZone, momentInZone } from "#manager/shared/zone/display-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/text/badge.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import type { OrderRow } from "#manager/orders/filter/order-filters.ts";
import { type LabelOf, statusTones } from "#manager/orders/order-labels.ts";
import styles from "./order-row.module.css";

/**
 * The columns of the order table in a wide window. Their names are those by which the server sorts.
 * @param sortable whether the headers sort the orders
 * @param hasDays whether headings name the days of the orders
 */
export function useOrderColumns(
  zone: DisplayZone,
  labelOf: LabelOf,
  sortable: boolean,
  hasDays: boolean,
): readonly TableColumn<OrderRow>[] {
  const texts = useText("lists");
  const { amount: amountLabel } = useText("tables");
  const language = useLanguage();
  return useMemo<readonly TableColumn<OrderRow>[]>(
    () => [
      {
        name: "number",
        label: texts.orderNumber,
        share: 1.5,
        cell: ({ orderNumber, parentOrderId, minutes }) => (
          <>
            {orderNumber}
            {parentOrderId !== null && (
              <span className="line soft">{`+${fill(texts.minutes, { minutes })}`}</span>
            )}
          </>
        ),
      },
      {
        name: "time",
        beside: true,
        label: texts.orderTime,
        sortable,
        share: 1.2,
        cell: ({ orderTime }) => (
          <time dateTime={orderTime}>
            {(hasDays ? clockInZone : momentInZone)(Date.parse(orderTime), zone, language)}
          </time>
        ),
      },
      { name: "device", label: texts.deviceId, sortable, share: 1.4, cell: ({ deviceId }) => deviceId },
      {
        name: "outlet",
        label: texts.outlet,
        sortable,
        share: 1.4,
        cell: ({ areaName }) => <UserText>{areaName}</UserText>,
      },
      {
        name: "payType",
        label: texts.payType,
        share: 1.2,
        cell: ({ payType }) => labelOf("payType", payType),
      },
      {
        name: "amount",
        beside: true,
        label: amountLabel,
        numeric: true,
        sortable,
        cell: ({ amount, refunded, currency }) => (
          <>
            <span className={refunded > 0 && refunded >= amount ? styles.returned : undefined}>
              {formatMoney(amount, currency, language)}
            </span>
            {refunded > 0 && refunded < amount && (
              <span className={`${styles.refunded} line`}>
                {fill(texts.refundedAmount, { amount: formatMoney(refunded, currency, language) })}
              </span>
            )}
          </>
        ),
      },
      {
        name: "status",
        beside: true,
        label: texts.orderStatus,
        cell: ({ orderStatus, lateAt }) => (
          <>
            <Badge tone={statusTones[orderStatus]}>{labelOf("orderStatus", orderStatus)}</Badge>
            {lateAt !== null && (
              <span className={styles.late}>
                {fill(texts.lateEntry, {
                  date: momentInZone(Date.parse(lateAt), zone, language),
                })}
              </span>
            )}
          </>
        ),
      },
    ],
    [texts, amountLabel, language, zone, labelOf, sortable, hasDays],
  );
}
