import { localTime, pendingPromise } from "#customer/orders/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Ring } from "#ui/ring/ring.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import styles from "./countdown.module.css";
import { ChairLabel, type OrderViewProps } from "./order-view.tsx";
import { StopButton } from "./stop-button.tsx";

export function PendingView({ bar, order, followed }: OrderViewProps) {
  const text = useText("massage");
  const language = useLanguage();
  const until = order.startDeadlineAt;
  return (
    <Screen
      bar={bar}
      foot={
        <StopButton
          label={text.cancelOrder}
          title={text.cancelOrder}
          explanation={text.stopStartingText}
          yes={text.cancelYes}
          no={text.cancelNo}
          stop={followed.stop}
        />
      }
    >
      <ChairLabel order={order} />
      <div className={styles.dial}>
        <Ring fraction={1} turning>
          <p className={styles.state} role="status">
            {text.pendingTitle}
          </p>
        </Ring>
      </div>
      {until !== null && (
        <p className={styles.what}>
          {fill(text.pendingText, { time: localTime(until, language, true) })}{" "}
          <strong>{text[pendingPromise(order)]}</strong>
        </p>
      )}
    </Screen>
  );
}
