import type { OrderFollowed } from "#customer/orders/order-phase.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import styles from "./countdown.module.css";

/** Which chair this is about, to be held against its label. */
export function Place({ order }: { order: OrderFollowed }) {
  const text = useText("massage");
  return (
    <div className={styles.place}>
      <p className={styles.chair}>{fill(text.chairTitle, { deviceId: order.deviceId })}</p>
      <p className={styles.soft} dir="auto">
        {order.areaName}
      </p>
    </div>
  );
}
