import type { OrderFollowed } from "#customer/orders/order-phase.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { LatePiece } from "#shared/lazy/late-piece.tsx";
import { PageBar } from "#customer/page-bar.tsx";
import styles from "./countdown.module.css";

const receipt = () => import("#customer/orders/receipt.tsx");

/** The ended order as a receipt. */
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
      <LatePiece load={receipt} texts="receipts" props={{ order }} />
    </Screen>
  );
}
