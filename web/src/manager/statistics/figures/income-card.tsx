import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import type { ReactNode } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/badge/badge.tsx";
import { Figure } from "#ui/figure/figure.tsx";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { Link, OptionalLink } from "#ui/button/link.tsx";
import { Card } from "#ui/screen/screen.tsx";
import styles from "./income-card.module.css";
import type { Figures } from "./figure-queries.ts";
import { compactMoney } from "#shared/i18n/compact-money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

/** Maximum number of characters per place; longer amounts are shown in compact form. */
const widest = { headline: 15, period: 17, part: 13, split: 12 };

export interface TransactionFilter {
  readonly range: "today" | "yesterday" | "thisMonth" | "thisYear";
  readonly channel?: "online" | "cash" | "dispute";
}

export function IncomeCard({
  income,
  alone,
  comparison,
  hrefOf,
}: {
  income: Figures["totals"][number];
  /** Whether this is the only card, so that it need not name its currency. */
  alone: boolean;
  comparison: ReactNode;
  /** Returns the link to the transactions behind a figure; null if the account may not open them. */
  hrefOf: ((filter: TransactionFilter) => string) | null;
}) {
  const language = useLanguage();
  const texts = useText("manager");
  const { currency } = income;
  const money = (amount: number, maxLength: number) => moneyWithin(maxLength, amount, currency, language);
  const headline = money(income.today.total, widest.headline);
  const partsOf = (sums: typeof income.today, maxLength: number) =>
    partsWithin(maxLength, sums, currency, language);
  const partsToday = partsOf(income.today, widest.part);
  const share = onlineShare(income.today);
  const channels = [
    { channel: "online", label: texts.online, amount: partsToday.online },
    { channel: "cash", label: texts.cash, amount: partsToday.cash },
  ] as const;
  const periods = (
    [
      { range: "yesterday", label: texts.yesterday },
      { range: "thisMonth", label: texts.thisMonth },
      { range: "thisYear", label: texts.thisYear },
    ] as const
  ).map((period) => ({
    ...period,
    parts: partsOf(income[period.range], widest.split),
    disputes: income[period.range].disputes,
  }));
  return (
    <Card>
      <div data-currency={currency}>
        <FigureLink href={hrefOf?.({ range: "today" })} className={styles.headline}>
          <Figure
            size="headline"
            label={
              <span className={styles.head}>
                {texts.incomeToday}
                {!alone && <Badge>{currencyLabels[currency]}</Badge>}
              </span>
            }
            value={headline.text}
            note={headline.isShort ? headline.full : undefined}
          />
        </FigureLink>
        {comparison}
        <svg className={styles.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.cash} width="100" height="4" />
          {share !== null && <rect className={styles.online} width={share * 100} height="4" />}
          {share === null && <rect className={styles.none} width="100" height="4" />}
        </svg>
        <div className={styles.parts}>
          {channels.map(({ channel, label, amount }) => (
            <OptionalLink key={channel} href={hrefOf?.({ range: "today", channel })} className={styles.part}>
              <span className={styles.channel}>
                <svg className={styles.dot} viewBox="0 0 8 8" aria-hidden="true">
                  <circle className={styles[channel]} cx="4" cy="4" r="4" />
                </svg>
                {label}
                {hrefOf !== null && <ChevronIcon />}
              </span>
              <span className={styles.amount}>{amount}</span>
            </OptionalLink>
          ))}
          {income.today.disputes !== undefined && (
            <OptionalLink href={hrefOf?.({ range: "today", channel: "dispute" })} className={styles.part}>
              <span className={styles.channel}>
                {texts.disputes}
                {hrefOf !== null && <ChevronIcon />}
              </span>
              <span className={styles.amount}>{money(income.today.disputes, widest.part).text}</span>
            </OptionalLink>
          )}
        </div>
        <ul className={styles.periods}>
          {periods.map(({ range, label, parts, disputes }) => (
            <li key={range} data-period={range}>
              <FigureLink href={hrefOf?.({ range })} className={styles.period}>
                <span className={styles.name}>{label}</span>
                <span className={styles.total}>{money(income[range].total, widest.period).text}</span>
                <span className={styles.split}>
                  <span>
                    {texts.online} {parts.online}
                  </span>
                  <span>
                    {texts.cash} {parts.cash}
                  </span>
                  {disputes !== undefined && (
                    <span>
                      {texts.disputes} {money(disputes, widest.split).text}
                    </span>
                  )}
                </span>
              </FigureLink>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function FigureLink({
  href,
  className,
  children,
}: {
  href: string | undefined;
  className: string | undefined;
  children: ReactNode;
}) {
  if (href === undefined) return <div className={className}>{children}</div>;
  return (
    <Link href={href} className={className}>
      <span className={styles.content}>{children}</span>
      <span className={styles.chevron}>
        <ChevronIcon />
      </span>
    </Link>
  );
}

interface Sums {
  readonly online: number;
  readonly cash: number;
}

/**
 * Returns the online share of the income, from 0 to 1; null without income, or if refunds made the online or the cash
 * income negative.
 */
export function onlineShare({ online, cash }: Sums): number | null {
  if (online < 0 || cash < 0 || online + cash === 0) return null;
  return online / (online + cash);
}

/** Formats an amount in full if it fits, otherwise in compact form. */
function moneyWithin(
  maxLength: number,
  amount: number,
  currency: Currency,
  language: Language,
): { text: string; full: string; isShort: boolean } {
  const full = formatMoney(amount, currency, language);
  const isShort = full.length > maxLength;
  return { text: isShort ? compactMoney(amount, currency, language) : full, full, isShort };
}

/**
 * Formats the online and the cash income in the same form: both in full if they fit, otherwise both in compact form.
 */
export function partsWithin(
  maxLength: number,
  { online, cash }: Sums,
  currency: Currency,
  language: Language,
): { online: string; cash: string } {
  const parts = [online, cash].map((amount) => moneyWithin(maxLength, amount, currency, language));
  const format = parts.some(({ isShort }) => isShort) ? compactMoney : formatMoney;
  return { online: format(online, currency, language), cash: format(cash, currency, language) };
}
