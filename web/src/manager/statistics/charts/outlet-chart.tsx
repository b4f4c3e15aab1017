import type { Currency } from "@reposo/contract/money/currencies.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { NoFigures } from "./no-figures.tsx";
import type { PanelProps } from "./chart-panel.tsx";
import { chartQuery } from "./chart-queries.ts";
import { ChartView } from "./chart-view.tsx";

/** The payment types and days of one outlet, below its row in the comparison. */
export function OutletChart({
  choice,
  userInfo,
  areaId,
  currency,
}: Pick<PanelProps, "choice" | "userInfo"> & {
  readonly areaId: string;
  /** Null for a chart of order counts. */
  readonly currency: Currency | null;
}) {
  const texts = useText("charts");
  const { loading } = useText("shared");
  const zone = zoneKeyIn(useZone());
  const [table, setTable] = useState(false);
  const chart = useQuery(chartQuery({ ...choice, view: "time" }, zone, areaId));
  const { data } = chart;
  if (data === undefined) {
    const placeholder = (
      <div role="status" aria-label={loading}>
        <Skeleton shape="plot" />
      </div>
    );
    return <NotLoaded query={chart} failedTitle={texts.failed} placeholder={placeholder} />;
  }
  return (
    <ChartView
      key={`${data.from} ${currency}`}
      reply={data}
      at={onServerClock(chart.dataUpdatedAt)}
      byHour={false}
      onTable={setTable}
      {...{ currency, table, userInfo, areaId }}
      none={<NoFigures choice={choice} change={null} />}
    />
  );
}
