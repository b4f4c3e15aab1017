import type { Language } from "@reposo/contract/text/languages.ts";
import { compactMoney } from "#shared/i18n/compact-money.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useState } from "react";
import type { Texts } from "#locales/texts.ts";
import { Chart, type ChartProps } from "#ui/chart/chart.tsx";
import { Swatch } from "#ui/chart/chart-marks.tsx";
import { DataTable } from "#ui/figure/data-table.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";

const online = [3, 2, 8, 40, 95, 130, 110, 60, 90, 170, 150, 20].map((value) => value * 1_000_00);
const cash = [9, 1, 4, 60, 70, -20, 90, 80, 60, 120, 40, 10].map((value) => value * 1_000_00);
const ticks = [0, 3, 6, 9, 12].map((at) => ({ at, lines: [`${String(at * 2).padStart(2, "0")}:00`] }));

export function ChartSamples({ texts, language }: { texts: Texts["manager"]; language: Language }) {
  const short = (value: number) => compactMoney(value, "PHP", language);
  const lines = {
    label: texts.incomeToday,
    form: "lines",
    parts: [
      { name: "online", values: online },
      { name: "cash", values: cash },
    ],
    count: 12,
    known: 12,
    open: false,
    whole: false,
    ticks,
    formatValue: short,
  } as const;
  const orders = [7, 9, 4, 12, 8, 11, 3];
  return (
    <>
      <Section title="Chart">
        <Example {...lines} />
        <Example {...lines} label={texts.incomeToday} known={7} open chosen={4} />
        <Example
          {...lines}
          label={texts.ordersToday}
          form="bars"
          whole
          formatValue={String}
          count={7}
          known={7}
          open
          ticks={orders.map((_, at) => ({ at: at + 0.5, lines: [String(at + 15)] }))}
          parts={[
            { name: "online", values: orders },
            { name: "cash", values: [3, 5, 6, 0, 4, 9, 2] },
            { name: "free", values: [1, 0, 2, 3, 0, 1, 1] },
          ]}
          chosen={2}
        />
        <Card>
          {(["lines", "bars"] as const).map((form) =>
            [0, 1, 2].map((index) => <Swatch key={`${form} ${index}`} form={form} index={index} />),
          )}
          <Skeleton shape="plot" />
        </Card>
      </Section>
      <Section title="DataTable">
        <DataTable
          caption={texts.incomeToday}
          columns={[texts.charts, texts.online, texts.cash, texts.incomeToday]}
          rows={online.slice(0, 4).map((value, at) => ({
            key: String(at),
            head: `${at * 2}:00`,
            cells:
              at === 3
                ? []
                : [value, cash[at] ?? 0, value + (cash[at] ?? 0)].map((sum) =>
                    formatMoney(sum, "PHP", language),
                  ),
          }))}
          total={{
            head: texts.incomeToday,
            cells: [13, 14, 27].map((value) => formatMoney(value * 1_000_00, "PHP", language)),
          }}
          nothing={texts.empty}
        />
      </Section>
    </>
  );
}

function Example({
  chosen: first = null,
  ...chart
}: Omit<ChartProps, "chosen" | "onChoose" | "describe"> & { chosen?: number | null }) {
  const [chosen, setChosen] = useState(first);
  return (
    <Card>
      <Chart
        {...chart}
        chosen={chosen}
        onChoose={setChosen}
        describe={(index) =>
          chart.parts.map(({ values }) => chart.formatValue(values[index] ?? 0)).join(", ")
        }
      />
    </Card>
  );
}
