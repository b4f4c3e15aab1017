import { type DateParts, dayAndMonth, fullDate } from "@reposo/contract/text/date-styles.ts";
import type { AccountFigures } from "#manager/statistics/reports/report-queries.ts";
import { onlyOutlet } from "#manager/statistics/reports/named-outlets.ts";
import { selectionQuery, type ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { replaceAddress } from "#manager/search/index.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import {
  clockSpan,
  dateInZone,
  formatInZone,
  hourMs,
  type DisplayZone,
} from "#manager/shared/zone/display-zone.ts";
import type { UserInfo } from "#manager/shared/session/account.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";

export interface ViewProps {
  ready: Ready;
  selection: ReportSelection;
  isPeriodValid: boolean;
}

export const hrefTo = (selection: ReportSelection): string => hrefOf("details", selectionQuery(selection));

export function changeTo(selection: ReportSelection): void {
  replaceAddress(hrefTo(selection));
}

/** Selects the outlet of an account that has only one, so that the page starts with the outlet's devices. */
export function withOnlyOutlet(
  selection: ReportSelection,
  account: Pick<UserInfo, "outlets"> | null,
): ReportSelection {
  const [only, ...more] = account?.outlets ?? [];
  const { areaId, exceptAreaId } = selection.outlets;
  const isOnly = only !== undefined && more.length + areaId.length + exceptAreaId.length === 0;
  return isOnly ? { ...selection, outlets: onlyOutlet(only.areaId) } : selection;
}

/** A range of calendar dates as `YYYY-MM-DD`, including both. */
export interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

/** A range of instants in ISO 8601; `to` is not included. */
export interface InstantRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the first and last day of a report in the time zone `zone`. */
export const daysOf = ({ from, to }: InstantRange, zone: DisplayZone): Days => ({
  startDate: dateInZone(Date.parse(from), zone),
  endDate: dateInZone(Date.parse(to) - 1, zone),
});

/**
 * Formats a range as one day (`Nov 21, 2026`), as its first and last day, of which the last is at most today, or as a
 * day with its hour.
 */
export function daysText({ from, to }: InstantRange, zone: DisplayZone, language: Language): string {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const until = Math.max(start, Math.min(end - 1, serverNow()));
  const format = (at: number, parts: DateParts) => formatInZone(at, zone, language, parts);
  const [first, last] = [format(start, fullDate), format(until, fullDate)];
  if (end - start <= hourMs) return `${first}, ${clockSpan(start, end, zone, language)}`;
  if (first === last) return first;
  const year = { year: "numeric" } as const;
  if (format(start, year) !== format(until, year)) return `${first} – ${last}`;
  // Chinese dates begin with the year, others end with it.
  return language.startsWith("zh")
    ? `${first} – ${format(until, dayAndMonth)}`
    : `${format(start, dayAndMonth)} – ${last}`;
}

export const countFormat = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(languageTags[language]);

/** Formats averages with two decimals, so that those of a column are aligned. */
export const averageFormat = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(languageTags[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Returns the account's name, followed by the login name if the name is ambiguous; null for orders without an account.
 */
export const accountName = ({ accountName: name, accountLogin: login }: AccountFigures): string | null =>
  name !== null && login !== null ? `${isolateText(name)} (${isolateText(login)})` : name;
