import { Type } from "typebox";
import { CalendarDate, Defaulted, HourOfDay, OneOf } from "#fields.ts";
import { reportRanges } from "./report-values.ts";

/** Range of a report or a list: calendar periods in the caller's time zone, or one hour of a single `custom` day. */
export const ReportRange = {
  range: Defaulted(
    OneOf(
      reportRanges,
      "Calendar period. `custom` requires `startDate` and `endDate`, which are both included.",
    ),
    "today",
  ),
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  hour: Type.Optional(HourOfDay),
};
