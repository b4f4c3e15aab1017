import type { ReactNode } from "react";
import type { FollowedOrderState, OrderFollowed } from "#customer/orders/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import styles from "./countdown.module.css";

export interface OrderViewProps {
  readonly bar: ReactNode;
  readonly order: OrderFollowed;
  readonly followed: FollowedOrderState;
}

export function ChairLabel({ order }: { order: OrderFollowed }) {
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
