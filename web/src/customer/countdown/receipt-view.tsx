import { type OrderFollowed, receipt } from "#customer/orders/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { PageBar } from "#customer/page-bar.tsx";
import styles from "./countdown.module.css";
import { LazySection } from "#shared/lazy/lazy-component.tsx";

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
