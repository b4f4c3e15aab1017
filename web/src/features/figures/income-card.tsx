import type { Currency } from "@reposo/contract/fields.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money.ts";
import { useLanguage, useText } from "#platform/i18n.tsx";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/figure.tsx";
import { Card } from "#ui/screen.tsx";
import { onlineShare } from "./income-rules.ts";
import styles from "./income-card.module.css";
import type { Figures } from "./use-figures.ts";

type CurrencyIncome = Figures["totals"][number];

/** One currency's income: today large, its two parts, then the longer periods, each with its parts. */
export function IncomeCard({ income, alone }: { income: CurrencyIncome; alone: boolean }) {
  const language = useLanguage();
  const texts = useText("manager");
  const currency: Currency = income.currency;
  const money = (amount: number) => formatMoney(amount, currency, language);
  const share = onlineShare(income.today);
  const periods = [
    { name: "yesterday", label: texts.yesterday, sums: income.yesterday },
    { name: "thisMonth", label: texts.thisMonth, sums: income.thisMonth },
    { name: "thisYear", label: texts.thisYear, sums: income.thisYear },
  ];
  return (
    <Card>
      <div data-currency={currency}>
        <Figure
          size="headline"
          label={
            <span className={styles.head}>
              {texts.incomeToday}
              {!alone && <Badge>{currencyLabels[currency]}</Badge>}
            </span>
          }
          value={money(income.today.total)}
        />
        <svg className={styles.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.cash} width="100" height="4" />
          {share !== null && <rect className={styles.online} width={share * 100} height="4" />}
          {share === null && <rect className={styles.none} width="100" height="4" />}
        </svg>
        <div className={styles.parts}>
          <Figure
            size="small"
            label={<Part className={styles.online}>{texts.online}</Part>}
            value={money(income.today.online)}
          />
          <Figure
            size="small"
            label={<Part className={styles.cash}>{texts.cash}</Part>}
            value={money(income.today.cash)}
          />
        </div>
        <dl className={styles.periods}>
          {periods.map(({ name, label, sums }) => (
            <div key={name} className={styles.period} data-period={name}>
              <dt className={styles.name}>{label}</dt>
              <dd className={styles.total}>{money(sums.total)}</dd>
              <dd className={styles.split}>
                <span>
                  {texts.online} {money(sums.online)}
                </span>
                <span>
                  {texts.cash} {money(sums.cash)}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

function Part({ className, children }: { className: string | undefined; children: string }) {
  return (
    <span className={styles.part}>
      <svg className={styles.dot} viewBox="0 0 8 8" aria-hidden="true">
        <circle className={className} cx="4" cy="4" r="4" />
      </svg>
      {children}
    </span>
  );
}
