import { useMemo, useState } from "react";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { sentenceGap } from "#shared/i18n/sentence-gap.ts";
import { storeHistoryState, readHistoryState } from "#shared/routing/navigation.ts";
import { Comparison } from "#manager/statistics/figures/comparison.tsx";
import { Chart } from "#ui/chart/chart.tsx";
import { Swatch } from "#ui/chart/chart-marks.tsx";
import { HeatMap } from "#ui/chart/heat-map.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./chart-card.module.css";
import { type ChartModel, type PartName, type ChartLinks, linksOf, sumsOf } from "./chart-model.ts";
import type { ChartLabels } from "./chart-labels.ts";
import { ReadOut } from "./read-out.tsx";

interface ChartCardProps {
  readonly model: ChartModel;
  readonly timeLabels: ChartLabels;
  readonly label: string;
  readonly labels: Readonly<Record<PartName, string>>;
  /** Whether the values are counts instead of amounts. */
  readonly whole: boolean;
  /** Whether the hours of several days are shown by day and hour. */
  readonly byHour: boolean;
  readonly format: (value: number) => string;
  readonly formatShort: (value: number) => string;
  /** Returns the links to the transactions or orders behind a point; null if the account may not see them. */
  readonly rowsHref: ChartLinks | null;
  /** Time of day of the figures; null if the period is over. */
  readonly until: string | null;
  /** The outlet of the values, whose chart is part of another card; null for all outlets. */
  readonly areaId: string | null;
}

/** Name of the selected point in the history state. A page may have several charts. */
const pointStateKey = (byHour: boolean, areaId: string | null) =>
  `chartPoint ${byHour ? "hours" : "time"} ${areaId ?? ""}`;
/** The labelled hours of a heat map; more would overlap at twice the text size. */
const labelledHours = [0, 12];
const heatColumns = Array.from({ length: 24 }, (_, hour) => ({
  name: `${String(hour).padStart(2, "0")}:00`,
  shown: labelledHours.includes(hour),
}));

export function ChartCard({
  model,
  timeLabels,
  label,
  labels,
  whole,
  byHour,
  format,
  formatShort,
  rowsHref,
  until,
  areaId,
}: ChartCardProps) {
  const stateKey = pointStateKey(byHour, areaId);
  const texts = useText("charts");
  const { empty } = useText("manager");
  const betweenSentences = sentenceGap(useLanguage());
  // Back from the transactions or orders of a point selects the point again. The history state contains the point's
  // time, because the index would refer to another time on the next day.
  const [pointInHistory] = useState(() => readHistoryState(stateKey));
  const indexInHistory = useHydrated() ? model.at.indexOf(pointInHistory as number) : -1;
  const [requestedIndex, setRequestedIndex] = useState<number | null>();
  const index = requestedIndex === undefined ? indexInHistory : (requestedIndex ?? -1);
  const chosen = index < 0 || index >= model.known ? null : index;
  const sums = sumsOf(model, chosen);

  // A key selects another point without formatting and drawing all of them again.
  const { ticks, earlier, totals, heatRows, nameOf, describe } = useMemo(() => {
    const isOpen = (index: number) => model.open && index === model.known - 1;
    const nameOf = (index: number) =>
      isOpen(index) ? fill(texts.soFar, { when: timeLabels.point(index) }) : timeLabels.point(index);
    return {
      ticks: timeLabels.ticks(),
      // Over more than a week, the earlier days are other weekdays, so that only their sum is comparable. The day in
      // progress is still drawn over the same part of its earlier day.
      earlier:
        model.unit === "day" && model.at.length > 7
          ? model.earlier.map((value, index) => (isOpen(index) ? value : null))
          : model.earlier,
      totals: model.at.map((_, index) => sumsOf(model, index).total),
      heatRows: byHour ? timeLabels.heatRows() : [],
      nameOf,
      describe(index: number) {
        const at = sumsOf(model, index);
        const values = model.parts.map(({ name }) => `${labels[name]} ${format(at[name])}`);
        return `${nameOf(index)}: ${[...values, `${texts.total} ${format(at.total)}`].join(", ")}`;
      },
    };
  }, [model, timeLabels, byHour, labels, format, texts]);

  const href = linksOf(model, chosen, rowsHref);
  const full = format(sums.total);
  const isLong = full.length > 16;
  const before = timeLabels.before();
  const beforeTotal = chosen === null ? model.before.total : (model.earlier[chosen] ?? null);
  const days = chosen === null || beforeTotal === null ? before.days : timeLabels.beforePoint(chosen);
  const isCutOff = chosen === null || (model.open && chosen === model.known - 1);
  const beforeDays =
    isCutOff && before.until !== null ? fill(texts.beforeUntil, { days, time: before.until }) : days;

  const content = (
    <div className={classNames(styles.content, byHour && styles.hours)}>
      <ReadOut
        title={label}
        when={chosen === null ? timeLabels.span() : nameOf(chosen)}
        value={isLong ? formatShort(sums.total) : full}
        note={isLong ? full : undefined}
        href={href?.(null)}
        parts={model.parts.map(({ name }) => ({
          name,
          label: labels[name],
          value: format(sums[name]).length > 14 ? formatShort(sums[name]) : format(sums[name]),
          href: href?.(name),
        }))}
        comparison={
          // Hidden for a point without an earlier value, so that the chart stays below the finger that selects it.
          <div className={beforeTotal === null ? styles.unknown : undefined}>
            <Comparison
              today={sums.total}
              format={format}
              days={[
                {
                  name: "earlier",
                  label: (
                    <span className={styles.before}>
                      {!byHour && earlier.some((value) => value !== null) && <Swatch index="earlier" />}
                      {beforeDays}
                    </span>
                  ),
                  total: beforeTotal ?? model.before.total,
                },
              ]}
            />
          </div>
        }
        clearLabel={texts.clear}
        below={byHour}
        onLeave={() => storeHistoryState(stateKey, chosen === null ? null : model.at[chosen])}
        onClear={chosen === null ? null : () => setRequestedIndex(null)}
      />
      <div>
        {byHour ? (
          <HeatMap
            label={label}
            columns={heatColumns}
            rows={heatRows}
            values={totals}
            known={model.known}
            open={model.open}
            chosen={chosen}
            onChoose={setRequestedIndex}
            describe={describe}
            formatValue={formatShort}
            nothing={empty}
          />
        ) : (
          <Chart
            label={label}
            parts={model.parts}
            earlier={earlier}
            count={model.at.length}
            known={model.known}
            open={model.open}
            ticks={ticks}
            whole={whole}
            formatValue={formatShort}
            chosen={chosen}
            onChoose={setRequestedIndex}
            describe={describe}
          />
        )}
      </div>
      <p className={styles.note}>
        {until !== null && fill(texts.until, { time: until }) + betweenSentences}
        {byHour ? texts.heatHint : texts.hint}
      </p>
    </div>
  );
  return areaId === null ? <Card>{content}</Card> : content;
}
