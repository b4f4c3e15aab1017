import { useQuery, useQueryClient } from "@tanstack/react-query";
import { currencyLabels, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import {
  type ChartChoice,
  choiceQuery,
  chosenSeries,
  hasHours,
  isRanking,
  readChoice,
  withPeriod,
} from "./chart-choice.ts";
import { ChartPanel } from "./chart-panel.tsx";
import { type ChartReply, type RankingReply, viewQuery } from "./chart-queries.ts";
import { RankingPanel } from "./ranking-panel.tsx";
import styles from "./data-chart-screen.module.css";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Segmented } from "#ui/choice/segmented.tsx";
import { ByWidth, useWide } from "#ui/screen/by-width.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { dateInZone, zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { AsOf } from "#manager/statistics/figures/as-of.tsx";
import { PeriodPicker } from "#manager/statistics/reports/period-picker.tsx";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return (
    <ManagerPage wide title={chartsTitle}>
      {(ready) => <Charts ready={ready} />}
    </ManagerPage>
  );
}

/** Shows one view of the figures on a phone, and all of them beside each other on a desk. */
function Charts({ ready: { userInfo } }: { ready: Ready }) {
  const texts = useText("charts");
  const choice = readChoice(useAddressQuery());
  const { measure, period, view } = choice;
  const zone = useZone();
  const wide = useWide();
  const today = dateInZone(useMinutes(), zone);
  const isPeriodValid = periodProblems(period, today) === null;
  const main = useQuery({
    ...viewQuery(choice, wide === true ? "time" : view, zoneKeyIn(zone)),
    enabled: isPeriodValid,
  });
  const client = useQueryClient();
  const { button } = useRefresh(() => client.refetchQueries({ type: "active" }));
  const series = ownCurrencyFirst(seriesOf(main.data), userInfo.currency);
  const shown = chosenSeries(series, choice.currency, userInfo.currency);

  const replace = (next: ChartChoice) => navigate(hrefOf("dataChart", choiceQuery(next)), { replace: true });
  const change = (part: Partial<ChartChoice>) => replace({ ...choice, ...part });

  return (
    <>
      <div className="stack-2">
        <PeriodPicker
          period={period}
          days={null}
          today={today}
          onChange={(next) => replace(withPeriod(choice, next))}
        />
        <Segmented
          label={texts.chart}
          value={measure}
          choices={[
            { value: "income", label: texts.income },
            { value: "orders", label: texts.orders },
          ]}
          onChange={(next) => change({ measure: next })}
        />
        <ByWidth
          narrow={
            <>
              <Segmented
                label={texts.view}
                value={isRanking(view) ? view : "time"}
                choices={[
                  { value: "time", label: texts.overTime },
                  { value: "outlets", label: texts.byOutlet },
                  { value: "devices", label: texts.byDevice },
                ]}
                onChange={(next) => change({ view: next })}
              />
              {hasHours(period) && !isRanking(view) && (
                <Segmented
                  label={texts.unit}
                  value={view}
                  choices={[
                    { value: "time", label: texts.byDay },
                    { value: "hours", label: texts.byHour },
                  ]}
                  onChange={(next) => change({ view: next })}
                />
              )}
            </>
          }
          wide={null}
        />
        {series.length > 1 && (
          <Segmented<Currency>
            label={texts.currency}
            value={shown?.currency ?? userInfo.currency}
            choices={series.map(({ currency }) => ({ value: currency, label: currencyLabels[currency] }))}
            onChange={(currency) => change({ currency })}
          />
        )}
      </div>
      <div className={styles.asOf}>
        {main.data !== undefined && (
          <AsOf at={onServerClock(main.dataUpdatedAt)} isError={main.isError} action={button} />
        )}
      </div>
      {isPeriodValid && (
        <div className={styles.panels}>
          {panelsOf(choice)
            .filter(({ isSelected }) => isSelected || wide !== false)
            .map(({ name, isSelected }) => {
              const props = { choice, userInfo, change, isShown: isSelected || wide === true };
              return (
                <div
                  key={name}
                  className={classNames(
                    styles.panel,
                    name === "ranking" && styles.ranking,
                    !isSelected && styles.onlyWide,
                  )}
                >
                  {name === "ranking" ? <RankingPanel {...props} /> : <ChartPanel {...props} view={name} />}
                </div>
              );
            })}
        </div>
      )}
      <ZoneLine />
    </>
  );
}

/** The panels of a desk. A phone shows the selected one. */
const panelsOf = ({ view, period }: ChartChoice) =>
  [
    { name: "time", isSelected: view === "time" },
    ...(hasHours(period) ? [{ name: "hours", isSelected: view === "hours" } as const] : []),
    { name: "ranking", isSelected: isRanking(view) },
  ] as const;

/** The figures of each currency; none of orders. */
function seriesOf(data: ChartReply | RankingReply | undefined): readonly { readonly currency: Currency }[] {
  if (data === undefined) return [];
  if ("series" in data) return data.series;
  if (!("rankings" in data)) return [];
  return data.rankings.flatMap(({ currency }) => (currency === null ? [] : [{ currency }]));
}
