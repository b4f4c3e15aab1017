import { useText } from "#shared/i18n/i18n.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { Amount } from "./amount.tsx";
import styles from "./periods-card.module.css";
import type { Figures } from "./figure-queries.ts";
import { type IncomeHref, IncomeLink } from "./income-link.tsx";

/** Number of characters that fit into each place on a small phone. */
const widest = { total: 17, split: 12 };

/** The income of yesterday, this month, and this year in one currency. */
export function PeriodsCard({ income, hrefOf }: { income: Figures["totals"][number]; hrefOf: IncomeHref }) {
  const texts = useText("manager");
  const { currency } = income;
  return (
    <Card>
      <ul className={styles.periods}>
        {(["yesterday", "thisMonth", "thisYear"] as const).map((range) => {
          const { total, disputes, online, cash } = income[range];
          return (
            <li key={range} data-period={range}>
              <IncomeLink href={hrefOf?.({ range })}>
                <span className={styles.name}>{texts[range]}</span>
                <span className={styles.total}>
                  <Amount amount={total} max={widest.total} currency={currency} />
                </span>
                <span className={styles.split}>
                  <span>
                    {texts.online}{" "}
                    <Amount amount={online} beside={[cash]} max={widest.split} currency={currency} />
                  </span>
                  <span>
                    {texts.cash}{" "}
                    <Amount amount={cash} beside={[online]} max={widest.split} currency={currency} />
                  </span>
                  {disputes !== undefined && (
                    <span>
                      {texts.disputes} <Amount amount={disputes} max={widest.split} currency={currency} />
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
