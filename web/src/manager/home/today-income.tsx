import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { incomeChart } from "@reposo/contract/revenue/income-chart.ts";
import { formatMoney, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ReactNode } from "react";
import {
  Comparison,
  type ComparedDay,
  type Figures,
  type IncomeHref,
  TodayCard,
} from "#manager/statistics/index.ts";
import { clockInZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Spark } from "#ui/chart/spark.tsx";
import styles from "./today-income.module.css";

export type DayChart = ReplyOf<typeof incomeChart>;
type Totals = Figures["totals"];

/** Returns the totals of the chosen currency; without a choice, of the account's, or else of the first one. */
export const shownTotals = (
  totals: Totals,
  chosen: string | null,
  own: Currency,
): Totals[number] | undefined =>
  totals.find(({ currency }) => currency === chosen) ?? ownCurrencyFirst(totals, own)[0];

/** Today's income in one currency, beside that of the same weekday of last week until the same time. */
export function TodayIncome({
  income,
  chart,
  asOf,
  currencySwitch,
  hrefOf,
}: {
  income: Totals[number];
  /** Today by hour; null if it could not be loaded. */
  chart: DayChart | null;
  asOf: ReactNode;
  currencySwitch: ReactNode;
  hrefOf: IncomeHref;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const day = useWeekBefore(chart, income.currency);
  return (
    <TodayCard
      income={income}
      hrefOf={hrefOf}
      asOf={asOf}
      action={currencySwitch}
      comparison={
        day === null ? (
          <p className={styles.notCompared}>{texts.comparisonFailed}</p>
        ) : (
          <Comparison
            today={income.today.total}
            format={(amount) => formatMoney(amount, income.currency, language)}
            days={[day]}
          />
        )
      }
      hours={chart !== null && <Hours chart={chart} currency={income.currency} />}
    />
  );
}

/** The income of the same weekday of last week until the same time; null if it could not be loaded. */
function useWeekBefore(chart: DayChart | null, currency: Currency): ComparedDay | null {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  if (chart === null) return null;
  const time = clockInZone(Date.parse(chart.earlier.until), zone, language);
  const weekday = formatInZone(Date.parse(chart.earlier.from), zone, language, { weekday: "long" });
  return {
    name: "lastWeek",
    label: (
      <>
        <span className={styles.key} />
        {fill(texts.lastWeekUntil, { weekday, time })}
      </>
    ),
    // A currency without income on both days has no series.
    total: chart.series.find((one) => one.currency === currency)?.earlierTotal ?? 0,
  };
}

function Hours({ chart, currency }: { chart: DayChart; currency: Currency }): ReactNode {
  const zone = useZone();
  const language = useLanguage();
  const points = chart.series.find((one) => one.currency === currency)?.points ?? [];
  const begun = points.filter(({ at }) => at <= chart.asOf);
  return (
    <div className={styles.hours}>
      <Spark
        values={begun.map(({ online, cash }) => online + cash)}
        usual={points.map(({ earlier }) => earlier ?? 0)}
        open={begun.length > 0 && chart.asOf < chart.to}
        times={points
          .filter((_, hour) => hour % 6 === 0 && hour < 24)
          .map(({ at }) => clockInZone(Date.parse(at), zone, language))}
      />
    </div>
  );
}
