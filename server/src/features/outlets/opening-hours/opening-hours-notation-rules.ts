import type { OpeningHours, OpenPeriod } from "@reposo/contract/outlets/opening-hours.ts";

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;
const dayMinutes = 1_440;
const weekMinutes = 7 * dayMinutes;
const wholeDay: OpenPeriod = { opens: 0, closes: dayMinutes };

export type ParsedHours =
  | { readonly kind: "hours"; readonly week: OpeningHours }
  | { readonly kind: "invalid"; readonly problem: string };

class InvalidHours extends Error {}

/**
 * Parses the opening hours of a week in the notation of OpenStreetMap, for example `24/7`, `Mo-Su 10:00-22:00`, or
 * `Mo-Fr 10:00-14:00,16:00-22:00; Sa 10:00-02:00; Su off`. Days without a rule are closed. A later rule replaces an
 * earlier rule for the same day. A closing time before the opening time is on the next day.
 */
export function parseOpeningHours(text: string): ParsedHours {
  try {
    const week = text.trim() === "24/7" ? weekdays.map(() => [wholeDay]) : readWeek(text);
    if (week.every((day) => day.length === 0))
      throw new InvalidHours(
        "the outlet would never be open; leave the cell empty where its hours are unknown",
      );
    refuseOverlaps(week);
    return { kind: "hours", week };
  } catch (error) {
    if (error instanceof InvalidHours) return { kind: "invalid", problem: error.message };
    throw error;
  }
}

function readWeek(text: string): OpenPeriod[][] {
  const week: OpenPeriod[][] = weekdays.map(() => []);
  for (const rule of text.split(";").map((part) => part.trim())) {
    const parts = /^(?:(?<days>[A-Za-z,\s-]+?)\s+)?(?<times>off|closed|[\d:,\s-]+)$/.exec(rule)?.groups;
    if (parts === undefined)
      throw new InvalidHours(
        `"${rule}" is not opening hours like "24/7", "Mo-Su 10:00-22:00", or "Mo-Fr 10:00-22:00; Sa 10:00-02:00; Su off"`,
      );
    const { days = "Mo-Su", times = "" } = parts;
    const periods = times === "off" || times === "closed" ? [] : times.split(",").map(readPeriod);
    for (const day of days.split(",").flatMap(readDays))
      week[day] = periods.toSorted((a, b) => a.opens - b.opens);
  }
  return week;
}

/** Parses a day or range of days, such as `Mo` or `Fr-Mo`. Monday is 0. */
function readDays(text: string): number[] {
  const named = text.trim().split("-");
  const [first = -1, last = first] = named.map((name) => {
    const day = weekdays.findIndex((one) => one === name.trim());
    if (day === -1) throw new InvalidHours(`"${name.trim()}" is no day of the week: ${weekdays.join(", ")}`);
    return day;
  });
  if (named.length > 2) throw new InvalidHours(`"${text.trim()}" is no range of days like Mo-Fr`);
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
}

function readPeriod(text: string): OpenPeriod {
  const period = text.trim();
  const match = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(period);
  const [opens = Number.NaN, until = Number.NaN] = match
    ? [Number(match[1]) * 60 + Number(match[2]), Number(match[3]) * 60 + Number(match[4])]
    : [];
  const areMinutes = match !== null && Number(match[2]) < 60 && Number(match[4]) < 60;
  if (!areMinutes || opens >= dayMinutes || until > dayMinutes)
    throw new InvalidHours(`"${period}" is no period like 10:00-22:00`);
  if (opens === until)
    throw new InvalidHours(`"${period}" opens and closes at the same time; the whole day is 00:00-24:00`);
  return { opens, closes: until > opens ? until : until + dayMinutes };
}

function refuseOverlaps(week: OpeningHours): void {
  const periods = week.flatMap((day, weekday) =>
    day.map(({ opens, closes }) => ({
      weekday,
      from: weekday * dayMinutes + opens,
      to: weekday * dayMinutes + closes,
    })),
  );
  for (const [index, period] of periods.entries()) {
    // The last period of the week is compared with the first period of the next week.
    const next = periods[index + 1] ?? periods[0];
    if (next === undefined || next === period) continue;
    const begins = index + 1 < periods.length ? next.from : next.from + weekMinutes;
    if (begins < period.to)
      throw new InvalidHours(
        period.weekday === next.weekday
          ? `the hours of ${weekdays[period.weekday]} overlap`
          : `the hours of ${weekdays[period.weekday]} overlap those of ${weekdays[next.weekday]}`,
      );
  }
}
