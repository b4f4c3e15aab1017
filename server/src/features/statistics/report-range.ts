import { calendarRange, dateIn, type InstantRange } from "@reposo/contract/calendar.ts";
import type { reportRanges } from "@reposo/contract/revenue.ts";
import { daysOrHour } from "#platform/time/days-or-hour.ts";
import {
  type FieldProblem,
  invalidField,
  ProductError,
  type RefusedField,
} from "#platform/http/product-error.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";

export interface StatisticsParts {
  /** A snapshot, where several figures have to be of one instant. */
  readonly database: Querier;
  readonly clock: Pick<Clock, "now">;
  /** Days between the end of a month, by the outlet's calendar, and its closing. */
  readonly monthClosesAfterDays: number;
}

export type FiguresCaller = Pick<ManagerCaller, "outletIds" | "timeZone">;

export interface RangeAsked {
  readonly range: (typeof reportRanges)[number];
  readonly startDate?: string;
  readonly endDate?: string;
  readonly hour?: number;
}

const yearsEachWay = 10;

type DateRead = Temporal.PlainDate | FieldProblem;

function readDate(text: string | undefined, today: Temporal.PlainDate): DateRead {
  if (text === undefined) return "required";
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    // The calendar has no such day.
    return "format";
  }
  const isNear =
    Temporal.PlainDate.compare(date, today.subtract({ years: yearsEachWay })) >= 0 &&
    Temporal.PlainDate.compare(date, today.add({ years: yearsEachWay })) <= 0;
  return isNear ? date : "range";
}

/**
 * The instants of a report's range in a zone; both custom dates are included.
 * @throws ProductError code 400 where a date is missing, none, over ten years away, or the end lies before the start,
 * and where an hour is asked for of several days, of a preset, or of a day that has no such hour
 */
export function reportRange(asked: RangeAsked, now: Date, zone: string): InstantRange {
  if (asked.range !== "custom") {
    if (asked.hour !== undefined) throw invalidField("hour", "range");
    return calendarRange(asked.range, now, zone);
  }
  const today = dateIn(now, zone);
  const start = readDate(asked.startDate, today);
  const end = readDate(asked.endDate, today);
  const fields: RefusedField[] = [];
  if (typeof start === "string") fields.push({ path: "startDate", problem: start });
  if (typeof end === "string") fields.push({ path: "endDate", problem: end });
  if (typeof start === "string" || typeof end === "string")
    throw new ProductError("invalidRequest", { fields });
  if (Temporal.PlainDate.compare(end, start) < 0) throw invalidField("endDate", "range");
  return daysOrHour(start, end, asked.hour, zone);
}
