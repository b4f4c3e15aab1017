import { fullDate } from "@reposo/contract/text/date-styles.ts";
import type { AccountFigures } from "#manager/statistics/reports/report-queries.ts";
import { onlyOutlet } from "#manager/statistics/reports/named-outlets.ts";
import { selectionQuery, type ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { replaceAddress } from "#manager/search/index.ts";
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

/** Formats a range as one day (`21 Nov 2026`), as its first and last day, or as a day with its hour. */
export function daysText({ from, to }: InstantRange, zone: DisplayZone, language: Language): string {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const [first, last] = [start, end - 1].map((at) => formatInZone(at, zone, language, fullDate));
  if (end - start <= hourMs) return `${first}, ${clockSpan(start, end, zone, language)}`;
  return first === last ? String(first) : `${first} – ${last}`;
}

export const countFormat = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 2 });

/**
 * Returns the account's name, followed by the login name if the name is ambiguous; null for orders without an account.
 */
export const accountName = ({ accountName: name, accountLogin: login }: AccountFigures): string | null =>
  name !== null && login !== null ? `${isolateText(name)} (${isolateText(login)})` : name;
