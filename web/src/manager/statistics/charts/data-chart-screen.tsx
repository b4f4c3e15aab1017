import { useQuery } from "@tanstack/react-query";
import { currencyLabels, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import {
  type ChartChoice,
  choiceQuery,
  chosenSeries,
  hasHours,
  readChoice,
  withPeriod,
} from "./chart-choice.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { chartQuery } from "./chart-queries.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { dateInZone, zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { ChartView } from "./chart-view.tsx";
import { AsOf } from "#manager/statistics/figures/as-of.tsx";
import { PeriodPicker } from "#manager/statistics/reports/period-picker.tsx";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return <ManagerPage title={chartsTitle}>{(ready) => <Charts ready={ready} />}</ManagerPage>;
}

function Charts({ ready: { userInfo } }: { ready: Ready }) {
  const texts = useText("charts");
  const manager = useText("manager");
  const choice = readChoice(useAddressQuery());
  const { measure, period, view } = choice;
  const zone = useZone();
  const today = dateInZone(useMinutes(), zone);
  const isPeriodValid = periodProblems(period, today) === null;
  const chart = useQuery({ ...chartQuery(choice, zoneKeyIn(zone)), enabled: isPeriodValid });
  const { data } = chart;
  const at = onServerClock(chart.dataUpdatedAt);
  const { button } = useRefresh(chart.refetch);
  const series =
    data !== undefined && "series" in data ? ownCurrencyFirst(data.series, userInfo.currency) : [];
  const shown = chosenSeries(series, choice.currency, userInfo.currency);

  const change = (next: ChartChoice) => navigate(hrefOf("dataChart", choiceQuery(next)), { replace: true });
  const choose = (part: Partial<ChartChoice>) => change({ ...choice, ...part });

  function content() {
    if (!isPeriodValid) return null;
    if (data === undefined)
      return <NotLoaded query={chart} failedTitle={texts.failed} placeholder={<ChartSkeleton />} />;
    if ("series" in data && shown === undefined)
      return <Notice kind="empty" title={manager.noIncomeTitle} text={manager.noIncomeText} />;
    return (
      <ChartView
        key={`${measure} ${view} ${data.from} ${shown?.currency}`}
        reply={data}
        at={at}
        currency={shown?.currency ?? null}
        byHour={view === "hours"}
        table={choice.table}
        userInfo={userInfo}
        onTable={(table) => choose({ table })}
      />
    );
  }

  return (
    <>
      <div className="stack-2">
        <PeriodPicker
          period={period}
          days={null}
          today={today}
          onChange={(next) => change(withPeriod(choice, next))}
        />
        <Segmented
          label={texts.chart}
          value={measure}
          choices={[
            { value: "income", label: texts.income },
            { value: "orders", label: texts.orders },
          ]}
          onChange={(next) => choose({ measure: next })}
        />
        {hasHours(period) && (
          <Segmented
            label={texts.unit}
            value={view}
            choices={[
              { value: "time", label: texts.byDay },
              { value: "hours", label: texts.byHour },
            ]}
            onChange={(next) => choose({ view: next })}
          />
        )}
        {series.length > 1 && (
          <Segmented<Currency>
            label={texts.currency}
            value={shown?.currency ?? userInfo.currency}
            choices={series.map(({ currency }) => ({ value: currency, label: currencyLabels[currency] }))}
            onChange={(currency) => choose({ currency })}
          />
        )}
      </div>
      {data !== undefined && <AsOf at={at} isError={chart.isError} action={button} />}
      {content()}
      <ZoneLine />
    </>
  );
}
