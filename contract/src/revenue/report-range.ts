import { Type } from "typebox";
import { CalendarDate, Defaulted, HourOfDay, OneOf } from "#fields.ts";

export const reportRanges = ["yesterday", "today", "thisWeek", "thisMonth", "thisYear", "custom"] as const;

/**
 * Shared by the two reports and the rows behind them: whole calendar periods in the caller's zone, both custom dates
 * included, or one hour of a custom day.
 */
export const ReportRange = {
  range: Defaulted(OneOf(reportRanges, "Custom needs both dates."), "today"),
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  hour: Type.Optional(HourOfDay),
};
