import type { OrderFollowed } from "#customer/orders/order-phase.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { PageBar } from "#customer/page-bar.tsx";
import styles from "./countdown.module.css";
import { lazyComponent, LazySection } from "#shared/lazy/lazy-component.tsx";

const receipt = lazyComponent(() => import("#customer/orders/receipt.tsx"), "receipts");

export function ReceiptView({ order }: { order: OrderFollowed }) {
  const { receipt: title } = useText("massage");
  return (
    <Screen
      bar={
        <div className={styles.screenOnly}>
          <PageBar title={title} />
        </div>
      }
    >
      <LazySection of={receipt} props={{ order }} />
    </Screen>
  );
}
