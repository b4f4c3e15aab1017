export const dayPresets = ["anyTime", "today", "yesterday", "sevenDays", "thisMonth"] as const;
export type DayPreset = (typeof dayPresets)[number];

/** First and last day as `YYYY-MM-DD` in the displayed time zone; null without a limit. */
export interface Days {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

function daysBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10);
}

export function daysOfPreset(preset: DayPreset, today: string): Days {
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

/** Returns the preset that has exactly these days; null if there is none. */
export const presetOf = ({ startDate, endDate }: Days, today: string): DayPreset | null =>
  dayPresets.find((preset) => {
    const days = daysOfPreset(preset, today);
    return days.startDate === startDate && days.endDate === endDate;
  }) ?? null;
