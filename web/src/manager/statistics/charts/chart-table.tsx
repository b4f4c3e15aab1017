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
  const cells = (index: number | null) => {
    const sums = sumsOf(model, index);
    return [...model.parts.map(({ name }) => format(sums[name])), format(sums.total)];
  };
  return (
    <DataTable
      caption={caption}
      columns={[
        model.unit === "day" ? texts.day : texts.time,
        ...model.parts.map(({ name }) => labels[name] ?? name),
        texts.total,
      ]}
      rows={model.at.map((at, index) => ({
        key: String(at),
        head: timeLabels.row(index),
        cells: index < model.known ? cells(index) : [],
      }))}
      total={{ head: texts.total, cells: cells(null) }}
      nothing={empty}
    />
  );
}
