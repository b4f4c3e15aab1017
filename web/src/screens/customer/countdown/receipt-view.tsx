import type { OrderFollowed } from "#features/massage/order-phase.ts";
import { useText } from "#platform/i18n.tsx";
import { Screen } from "#ui/screen.tsx";
import { LatePiece } from "#screens/late-piece.tsx";
import { PageBar } from "#screens/customer/page-bar.tsx";
import styles from "./countdown.module.css";

const receipt = () => import("#features/massage/receipt.tsx");

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
