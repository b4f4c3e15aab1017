import { calendarDays, type CalendarDays, dateIn, type InstantRange } from "#platform/time/calendar.ts";
import { daysOrHour } from "#platform/time/days-or-hour.ts";
import type { Endpoint, ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { reportRanges } from "@reposo/contract/revenue/report-values.ts";
import {
  type FieldProblem,
  invalidField,
  ProductError,
  type RefusedField,
} from "#platform/http/product-error.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";

export interface StatisticsDependencies {
  /** A transaction with one snapshot if several figures must be consistent; otherwise the database. */
  readonly database: Querier;
  readonly clock: Pick<Clock, "now">;
  /** Days after the end of a month, in the outlet's time zone, until the month is closed. */
  readonly monthClosesAfterDays: number;
}

export type FiguresCaller = Pick<ManagerCaller, "outletIds" | "timeZone">;

/** A report in the time zone `requestedZone`; null: in the account's time zone. */
export type Report<E extends Endpoint> = (
  caller: FiguresCaller,
  requestedZone: string | null,
  request: RequestOf<E>,
) => Promise<ReplyOf<E>>;

export interface ReportRange {
  /** The other fields are only for `custom`. */
  readonly range: (typeof reportRanges)[number];
  /** First and last day, as `YYYY-MM-DD`. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Hour of a single day, counted from 0; absent for whole days. */
  readonly hour?: number;
}

/** Formats the bounds of a range for a reply. */
export const instants = ({ from, to }: InstantRange) => ({ from: from.toISOString(), to: to.toISOString() });

const maxYears = 10;

type ParsedDate = Temporal.PlainDate | FieldProblem;

function parseDate(text: string | undefined, today: Temporal.PlainDate): ParsedDate {
  if (text === undefined) return "required";
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    // The text is not a day of the calendar.
    return "format";
  }
  const isInRange =
    Temporal.PlainDate.compare(date, today.subtract({ years: maxYears })) >= 0 &&
    Temporal.PlainDate.compare(date, today.add({ years: maxYears })) <= 0;
  return isInRange ? date : "range";
}

/**
 * Returns the days of a report in a zone.
 * @throws ProductError invalidRequest if a date is missing, invalid, or more than `maxYears` away, or if the end is
 *   before the start
 */
export function reportDays(request: ReportRange, now: Date, zone: string): CalendarDays {
  const today = dateIn(now, zone);
  if (request.range !== "custom") return calendarDays(request.range, today);
  const start = parseDate(request.startDate, today);
  const end = parseDate(request.endDate, today);
  const fields: RefusedField[] = [];
  if (typeof start === "string") fields.push({ path: "startDate", problem: start });
  if (typeof end === "string") fields.push({ path: "endDate", problem: end });
  if (typeof start === "string" || typeof end === "string")
    throw new ProductError("invalidRequest", { fields });
  if (Temporal.PlainDate.compare(end, start) < 0) throw invalidField("endDate", "range");
  return { first: start, last: end };
}

/**
 * Returns the instants of a report's range in a zone.
 * @throws ProductError invalidRequest like `reportDays`, and if an hour is given with several days or a preset range, or
 *   does not exist on the day
 */
export function reportRange(request: ReportRange, now: Date, zone: string): InstantRange {
  if (request.range !== "custom" && request.hour !== undefined) throw invalidField("hour", "range");
  const { first, last } = reportDays(request, now, zone);
  return daysOrHour(first, last, request.hour, zone);
}
