import { formatMoney } from "@reposo/contract/money/money.ts";
import { dateAndTime } from "@reposo/contract/text/date-styles.ts";
import { useRef } from "react";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import type { OrderFollowed } from "./order-phase.ts";
import { sumsOf } from "./returned-money.ts";
import { CopyButton } from "#ui/field/copy-button.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import styles from "./customer-order-facts.module.css";

export function OrderFacts({ order }: { order: OrderFollowed }) {
  const text = useText("massage");
  const language = useLanguage();
  const moment = useLocalFormatter(dateAndTime);
  const { paid, left } = sumsOf([order]);
  const facts: [string, string][] = [
    [text.orderNumber, order.orderNumber],
    [text.outlet, order.areaName],
    [text.chair, order.deviceId],
    [text.gearUsed, `${order.gear} · ${fill(text.minutes, { minutes: order.minutes })}`],
    [text.amount, formatMoney(order.amount, order.currency, language)],
    ...(left === paid
      ? []
      : [[text.afterReturns, formatMoney(left, order.currency, language)] as [string, string]]),
    [text.orderTime, moment(order.orderTime)],
  ];
  return <FactLines facts={facts} />;
}

/** Number of characters above which a value, such as an outlet's name, is shown in a smaller font. */
const longValue = 32;

/** A `reference` is shown in one line, as far as it fits, with a button that copies it. */
export type FactLine = readonly [name: string, value: string, kind?: "reference"];

export function FactLines({ facts }: { facts: readonly FactLine[] }) {
  return (
    <dl>
      {facts.map(([name, value, kind]) =>
        kind === "reference" ? (
          <Reference key={name} name={name} value={value} />
        ) : (
          <div key={`${name} ${value}`} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd className={classNames(styles.value, value.length > longValue && styles.long)}>
              <UserText>{value}</UserText>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Reference({ name, value }: { name: string; value: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <div className={classNames(styles.fact, styles.copied)}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.reference}>
        <span ref={shown}>{value}</span>
        <CopyButton name={name} textOf={() => shown.current} />
      </dd>
    </div>
  );
}
