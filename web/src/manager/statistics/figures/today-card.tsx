import type { ReactNode } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Figure } from "#ui/figure/figure.tsx";
import { OptionalLink } from "#ui/button/link.tsx";
import { Card } from "#ui/screen/screen.tsx";
import styles from "./today-card.module.css";
import type { Figures } from "./figure-queries.ts";
import { moneyWithin, partsWithin } from "./fitting-money.ts";
import { type IncomeHref, IncomeLink } from "./income-link.tsx";

/** Maximum number of characters per place; longer amounts are shown in compact form. */
const widest = { headline: 15, part: 13 };

/** Today's income in one currency, compared with other days, and its parts. */
export function TodayCard({
  income,
  comparison,
  hours,
  asOf,
  action,
  hrefOf,
}: {
  income: Figures["totals"][number];
  comparison: ReactNode;
  /** Today's income by hour. */
  hours?: ReactNode;
  /** Shown below the label. */
  asOf?: ReactNode;
  /** Shown beside the label. */
  action?: ReactNode;
  hrefOf: IncomeHref;
}) {
  const language = useLanguage();
  const texts = useText("manager");
  const { currency, today } = income;
  const headline = moneyWithin(widest.headline, today.total, currency, language);
  const amounts = partsWithin(widest.part, today, currency, language);
  const parts = [
    { channel: "online", label: texts.online, amount: amounts.online },
    { channel: "cash", label: texts.cash, amount: amounts.cash },
    ...(today.disputes === undefined
      ? []
      : [
          {
            channel: "dispute" as const,
            label: texts.disputes,
            amount: moneyWithin(widest.part, today.disputes, currency, language).text,
          },
        ]),
  ] as const;
  return (
    <Card>
      <div className={styles.card} data-currency={currency}>
        <div className={styles.head}>
          <div>
            <h2 className={styles.label}>{texts.incomeToday}</h2>
            {asOf}
          </div>
          {action}
        </div>
        <IncomeLink href={hrefOf?.({ range: "today" })}>
          <Figure
            label={<span className="visually-hidden">{texts.incomeToday}</span>}
            value={headline.text}
            note={headline.isShort ? headline.full : undefined}
          />
        </IncomeLink>
        {comparison}
        {hours}
        <div className={styles.parts}>
          {parts.map(({ channel, label, amount }) => (
            <OptionalLink key={channel} href={hrefOf?.({ range: "today", channel })} className={styles.part}>
              <span className={styles.label}>{label}</span>
              <span className={styles.amount}>{amount}</span>
            </OptionalLink>
          ))}
        </div>
      </div>
    </Card>
  );
}
