import { useState } from "react";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { storeHistoryState, readHistoryState } from "#shared/routing/navigation.ts";
import { Chart } from "#ui/chart/chart.tsx";
import { Card } from "#ui/screen/screen.tsx";
import styles from "./chart-card.module.css";
import { type ChartModel, type PartName, type ChartLinks, linksOf, sumsOf } from "./chart-model.ts";
import type { ChartLabels } from "./chart-labels.ts";
import { ReadOut } from "./read-out.tsx";

interface ChartCardProps {
  readonly model: ChartModel;
  readonly timeLabels: ChartLabels;
  readonly label: string;
  readonly labels: Readonly<Record<PartName, string>>;
  /** Whether the values are counts instead of amounts. Counts by day are shown as bars, all other values as lines. */
  readonly whole: boolean;
  readonly format: (value: number) => string;
  readonly formatShort: (value: number) => string;
  /** Returns the links to the transactions or orders behind a point; null if the account may not see them. */
  readonly rowsHref: ChartLinks | null;
  /** Time of day of the figures; null if the period is over. */
  readonly until: string | null;
}

const pointStateKey = "chartPoint";

export function ChartCard({
  model,
  timeLabels,
  label,
  labels,
  whole,
  format,
  formatShort,
  rowsHref,
  until,
}: ChartCardProps) {
  const texts = useText("charts");
  const betweenSentences = useLanguage().startsWith("zh") ? "" : " ";
  // Back from the transactions or orders of a point selects the point again. The history state contains the point's
  // time, because the index would refer to another time on the next day.
  const [pointInHistory] = useState(() => readHistoryState(pointStateKey));
  const indexInHistory = useHydrated() ? model.at.indexOf(pointInHistory as number) : -1;
  const [requestedIndex, setRequestedIndex] = useState<number | null>();
  const index = requestedIndex === undefined ? indexInHistory : (requestedIndex ?? -1);
  const chosen = index < 0 || index >= model.known ? null : index;
  const form = whole && model.unit === "day" ? "bars" : "lines";
  const sums = sumsOf(model, chosen);
  const isOpen = (index: number) => model.open && index === model.known - 1;

  const nameOf = (index: number) =>
    isOpen(index) ? fill(texts.soFar, { when: timeLabels.point(index) }) : timeLabels.point(index);
  const describe = (index: number) => {
    const at = sumsOf(model, index);
    const values = model.parts.map(({ name }) => `${labels[name]} ${format(at[name])}`);
    return `${nameOf(index)}: ${[...values, `${texts.total} ${format(at.total)}`].join(", ")}`;
  };
  const href = linksOf(model, chosen, rowsHref);
  const full = format(sums.total);
  const isLong = full.length > 16;

  return (
    <Card>
      <ReadOut
        title={label}
        when={chosen === null ? timeLabels.span() : nameOf(chosen)}
        value={isLong ? formatShort(sums.total) : full}
        note={isLong ? full : undefined}
        href={href?.(null)}
        form={form}
        parts={model.parts.map(({ name }) => ({
          name,
          label: labels[name],
          value: format(sums[name]).length > 14 ? formatShort(sums[name]) : format(sums[name]),
          href: href?.(name),
        }))}
        clearLabel={texts.clear}
        onLeave={() => storeHistoryState(pointStateKey, chosen === null ? null : model.at[chosen])}
        onClear={chosen === null ? null : () => setRequestedIndex(null)}
      />
      <Chart
        label={label}
        form={form}
        parts={model.parts}
        count={model.at.length}
        known={model.known}
        open={model.open}
        ticks={timeLabels.ticks()}
        whole={whole}
        formatValue={formatShort}
        chosen={chosen}
        onChoose={setRequestedIndex}
        describe={describe}
      />
      <p className={styles.note}>
        {until !== null && fill(texts.until, { time: until }) + betweenSentences}
        {texts.hint}
      </p>
    </Card>
  );
}
