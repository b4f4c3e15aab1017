import { useText } from "#shared/i18n/i18n.tsx";
import { DataTable } from "#ui/figure/data-table.tsx";
import { type ChartModel, sumsOf } from "./chart-model.ts";
import type { ChartLabels } from "./chart-labels.ts";

export function ChartTable({
  model,
  timeLabels,
  caption,
  labels,
  format,
}: {
  model: ChartModel;
  timeLabels: ChartLabels;
  caption: string;
  labels: Readonly<Record<string, string>>;
  format: (value: number) => string;
}) {
  const texts = useText("charts");
  const { empty } = useText("manager");
  const isCompared = model.earlier.some((value) => value !== null);
  const cells = (index: number | null) => {
    const sums = sumsOf(model, index);
    const earlier = index === null ? model.before.total : model.earlier[index];
    const isKnown = index === null || index < model.known;
    return [
      isKnown ? format(sums.total) : empty,
      ...model.parts.map(({ name }) => (isKnown ? format(sums[name]) : empty)),
      ...(isCompared ? [earlier === null || earlier === undefined ? empty : format(earlier)] : []),
    ];
  };
  return (
    <DataTable
      caption={caption}
      columns={[
        model.unit === "hour" ? texts.time : texts.day,
        // Before the parts, so that a phone shows it without scrolling.
        texts.total,
        ...model.parts.map(({ name }) => labels[name] ?? name),
        ...(isCompared ? [timeLabels.before().days] : []),
      ]}
      rows={model.at.map((at, index) => ({
        key: String(at),
        group: timeLabels.group(index),
        head: timeLabels.row(index),
        cells: cells(index),
      }))}
      total={{ head: texts.total, cells: cells(null) }}
      nothing={empty}
    />
  );
}
