import type { DateParts } from "@reposo/contract/text/date-styles.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import {
  type DisplayZone,
  clockInZone,
  clockSpan,
  dateInZone,
  formatInZone,
} from "#manager/shared/zone/display-zone.ts";
import type { ChartTick } from "#ui/chart/chart-layout.ts";
import { type ChartTimes, endOf } from "./chart-model.ts";

const hourMs = 3_600_000;

/**
 * Returns functions that format the times of a chart: `point` for the selected point, `group` and `row` for the table,
 * `span` for the whole period, `before` and `beforePoint` for the earlier one, `ticks` for the axis, and `heatRows` for
 * the heat map.
 */
export function createChartLabels(model: ChartTimes, zone: DisplayZone, language: Language) {
  const { at, from, to, unit, before } = model;
  // A day on which clocks go back has 25 hours.
  const isDay = to - from <= 25 * hourMs;
  const clock = (instant: number) => clockInZone(instant, zone, language);
  const part = (instant: number, options: DateParts) => formatInZone(instant, zone, language, options);
  const hours = (index: number) => clockSpan(at[index] ?? from, endOf(model, index), zone, language);
  const longDay = (instant: number) => part(instant, { weekday: "long", day: "numeric", month: "long" });
  const shortDay = (instant: number) => part(instant, { weekday: "short", day: "numeric", month: "short" });
  const dayAndMonth = (instant: number) => part(instant, { day: "numeric", month: "short" });
  const dayAndYear = (instant: number) => part(instant, { day: "numeric", month: "short", year: "numeric" });
  const longMonth = (instant: number) => part(instant, { month: "long", year: "numeric" });

  return {
    point(index: number): string {
      const instant = at[index] ?? from;
      if (unit === "month") return longMonth(instant);
      if (unit === "day") return longDay(instant);
      return isDay ? hours(index) : `${shortDay(instant)} · ${hours(index)}`;
    },
    row(index: number): string {
      const instant = at[index] ?? from;
      if (unit === "hour" || isDay) return clock(instant);
      return unit === "month" ? longMonth(instant) : shortDay(instant);
    },
    /** The day of an hour in the table of several days; null if the rows need no heading. */
    group: (index: number) => (unit === "hour" && !isDay ? shortDay(at[index] ?? from) : null),
    span(): string {
      if (isDay) return longDay(from);
      const day = unit === "month" ? dayAndYear : shortDay;
      return `${day(from)} – ${day(to - 1)}`;
    },
    /** The days of the earlier range that are compared, with the time at which they end if it is within a day. */
    before(): { readonly days: string; readonly until: string | null } {
      const day = unit === "month" ? dayAndYear : dayAndMonth;
      const last = Math.max(before.from, before.until - 1);
      const days = isDay ? shortDay(before.from) : `${day(before.from)} – ${day(last)}`;
      return { days, until: before.until < before.to ? clock(before.until) : null };
    },
    /** The day or month of the earlier range that corresponds to a point. */
    beforePoint(index: number): string {
      if (isDay) return shortDay(before.from);
      const instant = before.from + (at[index] ?? from) - from;
      // The addition keeps a change of the clocks or a leap day from leading to the day or month before.
      if (unit === "month") return longMonth(instant + 36 * hourMs);
      return shortDay(unit === "day" ? instant + 12 * hourMs : instant);
    },
    ticks(): ChartTick[] {
      if (unit === "hour") {
        // A label every six hours, at the beginning of the hour.
        return Array.from({ length: Math.floor(at.length / 6) + 1 }, (_, tick) => {
          const index = tick * 6;
          return { at: index, lines: [index === at.length ? "24:00" : clock(at[index] ?? to)] };
        });
      }
      // A label in the middle of each day or month.
      return at.map((instant, index) => ({
        at: index + 0.5,
        lines:
          unit === "month"
            ? [part(instant, { month: "short" })]
            : at.length <= 7
              ? [part(instant, { weekday: "short" }), part(instant, { day: "numeric" })]
              : [dayAndMonth(instant)],
      }));
    },
    /** The days of the hours of a heat map, with the index of the point of each hour from 0 to 23. */
    heatRows() {
      const days = new Map<string, (number | null)[]>();
      for (const [index, instant] of at.entries()) {
        const day = dateInZone(instant, zone);
        const row = days.get(day) ?? Array.from({ length: 24 }, () => null);
        // The hour that a day has twice when clocks go back is shown once, as the first of both.
        row[Number(clock(instant).slice(0, 2))] ??= index;
        days.set(day, row);
      }
      return [...days].map(([key, points]) => {
        const first = at[points.find((point) => point !== null) ?? 0] ?? from;
        return {
          key,
          label: `${part(first, { weekday: "short" })} ${part(first, { day: "numeric" })}`,
          name: longDay(first),
          points,
        };
      });
    },
  };
}

export type ChartLabels = ReturnType<typeof createChartLabels>;
