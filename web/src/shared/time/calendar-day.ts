const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is an existing day as `YYYY-MM-DD`; 30 February is not. */
export function isCalendarDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * Returns the parameter `hour` of an address, from 0 to 24; null if it is invalid, or if `startDate` and `endDate` are
 * not the same day. Hour 24 exists on days on which clocks go back.
 */
export function readHour(query: URLSearchParams): string | null {
  const hour = query.get("hour") ?? "";
  const day = query.get("startDate") ?? "";
  return isCalendarDay(day) && day === query.get("endDate") && /^(1?\d|2[0-4])$/.test(hour) ? hour : null;
}

const maxYears = 10;

/** Returns the limits of date pickers, `maxYears` before and after today (DET-1). 29 February becomes 28 February. */
export function dateBounds(today: string): { min: string; max: string } {
  const year = Number(today.slice(0, 4));
  const rest = today.slice(4).replace("-02-29", "-02-28");
  return { min: `${year - maxYears}${rest}`, max: `${year + maxYears}${rest}` };
}
