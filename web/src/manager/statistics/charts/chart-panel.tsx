import { useQuery } from "@tanstack/react-query";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { type ChartChoice, chosenSeries } from "./chart-choice.ts";
import { chartQuery } from "./chart-queries.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { ChartView } from "./chart-view.tsx";
import { NoFigures } from "./no-figures.tsx";

export interface PanelProps {
  readonly choice: ChartChoice;
  readonly userInfo: UserInfo;
  /** Whether the panel is shown; otherwise, it fetches nothing. */
  readonly isShown: boolean;
  /** Changes the choice in the address. */
  readonly change: (part: Partial<ChartChoice>) => void;
}

/** The chart of all outlets over time, or by day and hour. */
export function ChartPanel({
  choice,
  userInfo,
  isShown,
  change,
  view,
}: PanelProps & { readonly view: "time" | "hours" }) {
  const texts = useText("charts");
  const manager = useText("manager");
  const query = chartQuery({ ...choice, view }, zoneKeyIn(useZone()));
  const chart = useQuery({ ...query, enabled: isShown });
  const { data } = chart;
  if (data === undefined)
    return <NotLoaded query={chart} failedTitle={texts.failed} placeholder={<ChartSkeleton />} />;
  const shown = "series" in data ? chosenSeries(data.series, choice.currency, userInfo.currency) : undefined;
  if ("series" in data && shown === undefined)
    return <Notice kind="empty" title={manager.noIncomeTitle} text={manager.noIncomeText} />;
  return (
    <ChartView
      key={`${choice.measure} ${view} ${data.from} ${shown?.currency}`}
      reply={data}
      at={onServerClock(chart.dataUpdatedAt)}
      currency={shown?.currency ?? null}
      byHour={view === "hours"}
      table={choice.table}
      userInfo={userInfo}
      onTable={(table) => change({ table })}
      none={<NoFigures choice={choice} change={view === choice.view ? change : null} />}
    />
  );
}
