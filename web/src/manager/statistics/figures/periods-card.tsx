import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Card } from "#ui/screen/screen.tsx";
import styles from "./periods-card.module.css";
import type { Figures } from "./figure-queries.ts";
import { moneyWithin, partsWithin } from "./fitting-money.ts";
import { type IncomeHref, IncomeLink } from "./income-link.tsx";

/** Maximum number of characters per place; longer amounts are shown in compact form. */
const widest = { total: 17, split: 12 };

/** The income of yesterday, this month, and this year in one currency. */
export function PeriodsCard({ income, hrefOf }: { income: Figures["totals"][number]; hrefOf: IncomeHref }) {
  const language = useLanguage();
  const texts = useText("manager");
  const { currency } = income;
  return (
    <Card>
      <ul className={styles.periods}>
        {(["yesterday", "thisMonth", "thisYear"] as const).map((range) => {
          const { total, disputes, ...sums } = income[range];
          const parts = partsWithin(widest.split, sums, currency, language);
          return (
            <li key={range} data-period={range}>
              <IncomeLink href={hrefOf?.({ range })}>
                <span className={styles.name}>{texts[range]}</span>
                <span className={styles.total}>
                  {moneyWithin(widest.total, total, currency, language).text}
                </span>
                <span className={styles.split}>
                  <span>
                    {texts.online} {parts.online}
                  </span>
                  <span>
                    {texts.cash} {parts.cash}
                  </span>
                  {disputes !== undefined && (
                    <span>
                      {texts.disputes} {moneyWithin(widest.split, disputes, currency, language).text}
                    </span>
                  )}
                </span>
              </IncomeLink>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
