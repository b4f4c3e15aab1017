import { formatMoney } from "@reposo/contract/money/money.ts";
import { usePaymentHref } from "#customer/ordering/index.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { usePageData } from "#shared/api/page-data.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Ring } from "#ui/progress/ring.tsx";
import styles from "./countdown.module.css";
import { OrderFrame, type OrderViewProps, StopButton } from "./order-view.tsx";

/** Shows an unpaid order. The chair is not reserved, and the customer can open the payment page again. */
export function UnpaidView({ bar, order, followed }: OrderViewProps) {
  const text = useText("massage");
  const language = useLanguage();
  const online = useOnline();
  const { onlinePayment } = usePageData().settings;
  const { payment } = order;
  const href = usePaymentHref(payment?.redirectUrl);
  const isElsewhere = payment?.redirectUrl !== undefined && href === null;
  const isDelayed = payment?.pageRetryAt !== undefined;
  const amount = formatMoney(order.amount, order.currency, language);
  const timeOfDay = useLocalFormatter({ hour: "2-digit", minute: "2-digit" });
  return (
    <OrderFrame
      bar={bar}
      order={order}
      actions={
        <>
          {href !== null && (
            <Button wide disabled={!online} onClick={() => window.location.assign(href)}>
              {fill(text.payNow, { amount })}
            </Button>
          )}
          <StopButton order={order} followed={followed} />
        </>
      }
      ring={
        <Ring fraction={0}>
          <p className={styles.amount}>{amount}</p>
          <p className={styles.state} role="status">
            {isDelayed ? text.payPreparing : text.unpaidTitle}
          </p>
        </Ring>
      }
      text={
        <>
          {isDelayed && <Banner kind="warn">{text.payPageDelayed}</Banner>}
          {isElsewhere && <Banner kind="warn">{text.payPageElsewhere}</Banner>}
          {payment !== null && !isDelayed && !isElsewhere && (
            <p>{fill(text.unpaidText, { time: timeOfDay(payment.expiresAt) })}</p>
          )}
          {onlinePayment.simulated && <p className="note">{text.paySimulated}</p>}
        </>
      }
    />
  );
}
