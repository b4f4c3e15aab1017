/** Days as `YYYY-MM-DD`; what day it is, the zone that is shown decides. */
export type DayPreset = "anyTime" | "today" | "yesterday" | "sevenDays" | "thisMonth";

export interface Days {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

function daysBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10);
}

export function daysOf(preset: DayPreset, today: string): Days {
  switch (preset) {
    case "anyTime":
      return { startDate: null, endDate: null };
    case "today":
      return { startDate: today, endDate: today };
    case "yesterday":
      return { startDate: daysBefore(today, 1), endDate: daysBefore(today, 1) };
    case "sevenDays":
      return { startDate: daysBefore(today, 6), endDate: today };
    case "thisMonth":
      return { startDate: `${today.slice(0, 8)}01`, endDate: today };
  }
}

export const dayPresets: readonly DayPreset[] = ["anyTime", "today", "yesterday", "sevenDays", "thisMonth"];

/** The preset that these days are, or null. */
export const presetOf = ({ startDate, endDate }: Days, today: string): DayPreset | null =>
  dayPresets.find((preset) => {
    const days = daysOf(preset, today);
    return days.startDate === startDate && days.endDate === endDate;
  }) ?? null;

/** The same day so many years off (29 February: 28), as the bounds of a picker. */
export function yearsOff(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) + years;
  return `${year}${day.slice(4).replace("-02-29", "-02-28")}`;
}
