import { useQuery } from "@tanstack/react-query";
import { currencyLabels, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { type ChartChoice, choiceQuery, chosenSeries, readChoice, withKind } from "./chart-choice.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { chartQuery } from "./chart-queries.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useQuery as useAddress } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { ChartView } from "./chart-view.tsx";
import { AsOf } from "#manager/statistics/figures/as-of.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return <ManagerPage title={chartsTitle}>{(ready) => <Charts ready={ready} />}</ManagerPage>;
}

function Charts({ ready: { userInfo } }: { ready: Ready }) {
  const texts = useText("charts");
  const manager = useText("manager");
  const choice = readChoice(useAddress());
  const { kind, unit } = choice;
  const chart = useQuery(chartQuery(choice, zoneKeyIn(useZone())));
  const { data } = chart;
  const at = onServerClock(chart.dataUpdatedAt);
  const { button } = useRefresh(chart.refetch);
  const series =
    data !== undefined && "series" in data ? ownCurrencyFirst(data.series, userInfo.currency) : [];
  const shown = chosenSeries(series, choice.currency, userInfo.currency);

  const choose = (change: Partial<ChartChoice>) =>
    navigate(hrefOf("dataChart", choiceQuery({ ...choice, ...change })), { replace: true });

  function content() {
    if (data === undefined)
      return <NotLoaded query={chart} failedTitle={texts.failed} placeholder={<ChartSkeleton />} />;
    const points = "points" in data ? data.points : shown?.points;
    if (points === undefined) {
      return <Notice kind="empty" title={manager.noIncomeTitle} text={manager.noIncomeText} />;
    }
    return (
      <ChartView
        key={`${kind} ${unit} ${shown?.currency}`}
        reply={data}
        points={points}
        at={at}
        currency={"points" in data ? null : (shown?.currency ?? null)}
        choice={choice}
        userInfo={userInfo}
        onTable={(table) => choose({ table })}
      />
    );
  }

  return (
    <>
      <div className="stack-2">
        <Segmented
          label={texts.chart}
          value={kind}
          choices={[
            { value: "today", label: texts.today },
            { value: "income", label: texts.sevenDays },
            { value: "orders", label: texts.orders },
          ]}
          onChange={(next) => choose(withKind(choice, next))}
        />
        {kind !== "today" && (
          <Segmented
            label={texts.unit}
            value={unit}
            choices={[
              { value: "day", label: texts.byDay },
              { value: "hour", label: texts.byHour },
            ]}
            onChange={(next) => choose({ unit: next })}
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
