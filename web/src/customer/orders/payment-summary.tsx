import type { SimulatedPayment } from "@reposo/contract/page-rendering.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { OperatorMark } from "#customer/operator/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { FactLines } from "./fact-lines.tsx";
import styles from "./receipt.module.css";

/** What a customer pays for: the amount, the chair with its outlet, and the massage. */
export function PaymentSummary({ payment }: { payment: SimulatedPayment }) {
  const text = useText("receipts");
  const language = useLanguage();
  const { amount, currency, areaName, deviceId, gear, minutes, orderNumber } = payment;
  return (
    <section className={styles.paper}>
      <div className={styles.head}>
        <OperatorMark />
        <p className={styles.outlet}>
          <UserText>{areaName}</UserText>
        </p>
        <p className="muted">{fill(text.atChair, { deviceId })}</p>
        <p className={styles.amount}>{formatMoney(amount, currency, language)}</p>
      </div>
      <FactLines
        facts={[
          { name: text.massage, value: `${fill(text.minutes, { minutes })} · ${fill(text.gear, { gear })}` },
          { name: text.orderNumber, value: orderNumber },
        ]}
      />
    </section>
  );
}
