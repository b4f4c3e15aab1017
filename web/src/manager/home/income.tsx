import { type ComparedDay, Comparison, type Figures, IncomeCard } from "#manager/statistics/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { formatMoney, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { clockInZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import styles from "./income.module.css";
import { ChartIcon } from "#ui/icons/manager-icons.tsx";

export function Income({
  figures,
  own,
  mayOpenDetails,
  areaId,
}: {
  figures: Figures;
  /** The currency that is shown first. */
  own: Currency;
  mayOpenDetails: boolean;
  /** The outlet of the figures; null for all outlets. */
  areaId: string | null;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const comparedDays = useComparedDays(figures);
  const totals = ownCurrencyFirst(figures.totals, own);
  if (totals.length === 0) {
    return <Notice kind="empty" icon={<ChartIcon />} title={texts.noIncomeTitle} text={texts.noIncomeText} />;
  }
  return totals.map((income) => {
    const { currency } = income;
    const days = comparedDays(currency);
    return (
      <IncomeCard
        key={currency}
        income={income}
        alone={totals.length === 1}
        hrefOf={
          mayOpenDetails
            ? ({ range, channel }) => hrefOf("details", { range, currency, channel, areaId })
            : null
        }
        comparison={
          days === null ? (
            <p className={styles.notCompared}>{texts.comparisonFailed}</p>
          ) : (
            <Comparison
              today={income.today.total}
              format={(amount) => formatMoney(amount, currency, language)}
              days={days}
            />
          )
        }
      />
    );
  });
}

/**
 * Returns a function from a currency to the days to compare with: yesterday and the same weekday of last week. Both
 * sums end at the time of day of `asOf`. The function returns null if the response contains no comparison for the
 * currency.
 */
function useComparedDays({ compared }: Figures): (currency: Currency) => ComparedDay[] | null {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  return (currency) => {
    const sums = compared?.totals.find((total) => total.currency === currency);
    if (compared === null || sums === undefined) return null;
    const time = clockInZone(Date.parse(compared.asOf), zone, language);
    const weekday = formatInZone(Date.parse(sums.lastWeek.from), zone, language, { weekday: "long" });
    return [
      { name: "yesterday", label: fill(texts.yesterdayUntil, { time }), total: sums.yesterday.total },
      { name: "lastWeek", label: fill(texts.lastWeekUntil, { weekday, time }), total: sums.lastWeek.total },
    ];
  };
}
