import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ReactNode } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Link, OptionalLink } from "#ui/button/link.tsx";
import { Card } from "#ui/screen/screen.tsx";
import styles from "./report-card.module.css";

/** Amounts in minor units, which may be negative because of refunds. */
export interface Sums {
  readonly online: number;
  readonly cash: number;
  readonly total: number;
  /** Money of disputed payments, which is not part of the total; absent if there is none. */
  readonly disputes?: number;
}

export interface CardFigure {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Link to the page that lists the orders or transactions behind the figure; absent if there is no such page. */
  readonly href?: string;
}

export function ReportCard({
  currency,
  sums,
  lead,
  badge,
  hrefs,
  others,
}: {
  currency: Currency;
  sums: Sums;
  /** Text above the total: what it is and for which days. */
  lead: string;
  badge?: ReactNode;
  hrefs: Record<"online" | "cash" | "total" | "disputes", string>;
  others: readonly CardFigure[];
}) {
  const texts = useText("details");
  const language = useLanguage();
  const money = (amount: number) => formatMoney(amount, currency, language);
  const total = money(sums.total);
  // Shares of the total are meaningless if a part of it is negative.
  const hasShares = sums.online >= 0 && sums.cash >= 0 && sums.total > 0;
  const figures: CardFigure[] = [
    { name: "online", label: texts.online, value: money(sums.online), href: hrefs.online },
    { name: "cash", label: texts.cash, value: money(sums.cash), href: hrefs.cash },
    ...(sums.disputes === undefined
      ? []
      : [{ name: "disputes", label: texts.dispute, value: money(sums.disputes), href: hrefs.disputes }]),
    ...others,
  ];
  return (
    <Card padded={false}>
      <div className={styles.card} data-currency={currency}>
        <Link href={hrefs.total} className={styles.headline} data-figure="total">
          <span className={styles.lead}>
            <span className={styles.leadText}>{lead}</span>
            {badge}
          </span>
          <span className={styles.total}>{total}</span>
        </Link>
        <svg className={styles.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={hasShares ? styles.cash : styles.none} width="100" height="4" />
          {hasShares && (
            <rect className={styles.online} width={(sums.online / sums.total) * 100} height="4" />
          )}
        </svg>
        <ul className={styles.figures}>
          {figures.map((figure) => (
            <li key={figure.name} className={styles.item}>
              <FigureLink {...figure} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function FigureLink({ name, label, value, href }: CardFigure) {
  return (
    <OptionalLink href={href} className={styles.figure} data-figure={name}>
      <span className={styles.label}>
        {(name === "online" || name === "cash") && (
          <svg className={styles.dot} viewBox="0 0 8 8" aria-hidden="true">
            <circle className={styles[name]} cx="4" cy="4" r="4" />
          </svg>
        )}
        {label}
      </span>
      <span className={value.length > 11 ? styles.narrow : styles.value}>{value}</span>
    </OptionalLink>
  );
}
