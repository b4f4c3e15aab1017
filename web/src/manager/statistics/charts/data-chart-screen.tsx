import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import {
  type ChartChoice,
  choiceQuery,
  chosenSeries,
  hasHours,
  isRanking,
  readChoice,
} from "./chart-choice.ts";
import { ChartControls } from "./chart-controls.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import { type ChartReply, type RankingReply, viewQuery } from "./chart-queries.ts";
import { RankingPanel } from "./ranking-panel.tsx";
import styles from "./data-chart-screen.module.css";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { useWide } from "#ui/screen/by-width.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { dateInZone, zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { AsOf } from "#manager/statistics/figures/as-of.tsx";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  const client = useQueryClient();
  const { button } = useRefresh(() => client.refetchQueries({ type: "active" }));
  return (
    <ManagerPage wide title={chartsTitle} action={button}>
      {(ready) => <Charts ready={ready} />}
    </ManagerPage>
  );
}

/** Shows one view of the figures on a phone, and all of them beside each other on a desk. */
function Charts({ ready: { userInfo } }: { ready: Ready }) {
  const choice = readChoice(useAddressQuery());
  const { period, view } = choice;
  const zone = useZone();
  const wide = useWide();
  const today = dateInZone(useMinutes(), zone);
  const isPeriodValid = periodProblems(period, today) === null;
  const main = useQuery({
    ...viewQuery(choice, wide === true ? "time" : view, zoneKeyIn(zone)),
    enabled: isPeriodValid,
  });
  const series = ownCurrencyFirst(seriesOf(main.data), userInfo.currency);
  const shown = chosenSeries(series, choice.currency, userInfo.currency);

  const change = (part: Partial<ChartChoice>) =>
    navigate(hrefOf("dataChart", choiceQuery({ ...choice, ...part })), { replace: true });

  return (
    <>
      <div className="stack-3">
        <ChartControls
          {...{ choice, today, change }}
          currencies={series.map(({ currency }) => currency)}
          currency={shown?.currency ?? userInfo.currency}
        />
        <div className={styles.asOf}>
          {main.data !== undefined && <AsOf at={onServerClock(main.dataUpdatedAt)} isError={main.isError} />}
        </div>
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
