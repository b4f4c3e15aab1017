import { formatMoney } from "@reposo/contract/money/money.ts";
import type { ReactNode } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Figure } from "#ui/figure/figure.tsx";
import { OptionalLink } from "#ui/button/link.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Amount } from "./amount.tsx";
import styles from "./today-card.module.css";
import type { Figures } from "./figure-queries.ts";
import { areLong } from "./fitting-money.ts";
import { type IncomeHref, IncomeLink } from "./income-link.tsx";

/** Number of characters that fit into each place on a small phone. */
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
  const { total, online, cash, disputes } = today;
  const isLong = areLong(widest.headline, [total], currency, language);
  const parts = [
    { channel: "online", label: texts.online, amount: online, beside: [cash] },
    { channel: "cash", label: texts.cash, amount: cash, beside: [online] },
    ...(disputes === undefined
      ? []
      : [{ channel: "dispute" as const, label: texts.disputes, amount: disputes, beside: [] }]),
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
            value={<Amount amount={total} max={widest.headline} currency={currency} />}
            note={
              isLong ? (
                <ByWidth inline narrow={formatMoney(total, currency, language)} wide={null} />
              ) : undefined
            }
          />
        </IncomeLink>
        {comparison}
        {hours}
        <div className={styles.parts}>
          {parts.map(({ channel, label, amount, beside }) => (
            <OptionalLink key={channel} href={hrefOf?.({ range: "today", channel })} className={styles.part}>
              <span className={styles.label}>{label}</span>
              <span className={styles.amount}>
                <Amount max={widest.part} {...{ amount, beside, currency }} />
              </span>
            </OptionalLink>
          ))}
        </div>
      </div>
    </Card>
  );
}
