import { pendingPromise } from "#customer/orders/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { sentenceGap } from "#shared/i18n/sentence-gap.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { Ring } from "#ui/progress/ring.tsx";
import styles from "./countdown.module.css";
import { OrderFrame, type OrderViewProps, StopButton } from "./order-view.tsx";

export function PendingView({ bar, order, followed }: OrderViewProps) {
  const text = useText("massage");
  const language = useLanguage();
  const timeOfDay = useLocalFormatter({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const until = order.startDeadlineAt;
  return (
    <OrderFrame
      bar={bar}
      order={order}
      ring={
        <Ring fraction={null}>
          <p className={styles.state} role="status">
            {text.pendingTitle}
          </p>
        </Ring>
      }
      text={
        until !== null && (
          <p>
            {fill(text.pendingText, { time: timeOfDay(until) })}
            {sentenceGap(language)}
            <strong>{text[pendingPromise(order)]}</strong>
          </p>
        )
      }
      actions={<StopButton order={order} followed={followed} />}
    />
  );
}
