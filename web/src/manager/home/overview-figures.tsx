import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import { Fragment } from "react";
import {
  AsOf,
  Comparison,
  type ComparedIncome,
  type Figures,
  type IncomeHref,
  PeriodsCard,
  TodayCard,
} from "#manager/statistics/index.ts";
import { clockInZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ChartIcon } from "#ui/icons/manager-icons.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Counts } from "./counts.tsx";

/** Returns the links to the transactions behind the income of an outlet, or of all outlets if `areaId` is null. */
export const incomeHref =
  (currency: Currency, areaId: string | null): NonNullable<IncomeHref> =>
  ({ range, channel }) =>
    hrefOf("details", { range, currency, channel, areaId });

/** The figures of one outlet, with each of its currencies. */
export function OverviewFigures({
  figures,
  compared,
  own,
  mayOpenDetails,
  isError = false,
  areaId,
}: {
  figures: Figures;
  compared: ComparedIncome;
  /** The currency that is shown first. */
  own: Currency;
  mayOpenDetails: boolean;
  isError?: boolean;
  areaId: string;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const totals = ownCurrencyFirst(figures.totals, own);

  function daysOf(currency: Currency) {
    const sums = compared.totals.find((total) => total.currency === currency);
    if (sums === undefined) return [];
    const time = clockInZone(Date.parse(compared.asOf), zone, language);
    const weekday = formatInZone(Date.parse(sums.lastWeek.from), zone, language, { weekday: "long" });
    return [
      { name: "yesterday", label: fill(texts.yesterdayUntil, { time }), total: sums.yesterday.total },
      { name: "lastWeek", label: fill(texts.lastWeekUntil, { weekday, time }), total: sums.lastWeek.total },
    ];
  }

  return (
    <>
      <AsOf at={Date.parse(figures.asOf)} isError={isError} />
      {totals.length === 0 && (
        <Notice kind="empty" icon={<ChartIcon />} title={texts.noIncomeTitle} text={texts.noIncomeText} />
      )}
      {totals.map((income) => {
        const { currency } = income;
        const href = mayOpenDetails ? incomeHref(currency, areaId) : null;
        return (
          <Fragment key={currency}>
            <TodayCard
              income={income}
              hrefOf={href}
              comparison={
                <Comparison
                  today={income.today.total}
                  format={(amount) => formatMoney(amount, currency, language)}
                  days={daysOf(currency)}
                />
              }
            />
            <PeriodsCard income={income} hrefOf={href} />
          </Fragment>
        );
      })}
      <Counts figures={figures} mayOpenDetails={mayOpenDetails} areaId={areaId} />
    </>
  );
}
