import type { Language } from "@reposo/contract/text/languages.ts";
import {
  type DisplayZone,
  clockInZone,
  clockSpan,
  dateInZone,
  formatInZone,
} from "#manager/shared/zone/display-zone.ts";
import type { ChartTick } from "#ui/chart/chart-layout.ts";
import { type ChartModel, endOf } from "./chart-model.ts";

/**
 * Returns functions that format the times of a chart: `point` for the selected point, `row` for the table, `span` for
 * the whole period, and `ticks` for the axis.
 */
export function createChartLabels(model: ChartModel, zone: DisplayZone, language: Language) {
  const { at, from, to, unit } = model;
  // A day on which clocks go back has 25 hours.
  const isDay = to - from <= 25 * 3_600_000;
  const clock = (instant: number) => clockInZone(instant, zone, language);
  const part = (instant: number, options: Intl.DateTimeFormatOptions) =>
    formatInZone(instant, zone, language, options);
  const hours = (index: number) => clockSpan(at[index] ?? from, endOf(model, index), zone, language);
  const longDay = (instant: number) => part(instant, { weekday: "long", day: "numeric", month: "long" });
  const shortDay = (instant: number) => part(instant, { weekday: "short", day: "numeric", month: "short" });

  return {
    point(index: number): string {
      const instant = at[index] ?? from;
      if (unit === "day") return longDay(instant);
      return isDay ? hours(index) : `${shortDay(instant)} · ${hours(index)}`;
    },
    row(index: number): string {
      const instant = at[index] ?? from;
      if (isDay) return clock(instant);
      const day = `${part(instant, { weekday: "short" })} ${part(instant, { day: "numeric" })}`;
      return unit === "day" ? day : `${day} ${clock(instant)}`;
    },
    span: (): string => (isDay ? longDay(from) : `${shortDay(from)} – ${shortDay(to - 1)}`),
    ticks(): ChartTick[] {
      if (isDay) {
        // A label every six hours, at the beginning of the hour.
        return Array.from({ length: Math.floor(at.length / 6) + 1 }, (_, tick) => {
          const index = tick * 6;
          return { at: index, lines: [index === at.length ? "24:00" : clock(at[index] ?? to)] };
        });
      }
      // A label in the middle of each day. Days are not found by the clock time 00:00, which a day has twice or not at
      // all if clocks change at midnight.
      const dates = at.map((instant) => dateInZone(instant, zone));
      const days = at
        .map((instant, index) => ({ instant, index }))
        .filter(({ index }) => dates[index] !== dates[index - 1]);
      return days.map(({ instant, index }, position) => ({
        at: (index + (days[position + 1]?.index ?? at.length)) / 2,
        lines: [part(instant, { weekday: "short" }), part(instant, { day: "numeric" })],
      }));
    },
  };
}

export type ChartLabels = ReturnType<typeof createChartLabels>;
