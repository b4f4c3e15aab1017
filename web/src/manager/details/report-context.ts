import { placeQuery, type ReportPlace } from "#manager/reports/index.ts";
import { type Language, languageTags } from "@reposo/contract/languages.ts";
import { navigate } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import {
  clockSpan,
  dateInZone,
  formatInZone,
  hourMs,
  type ShownZone,
} from "#manager/shared/zone/shown-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";

/** What each of the three levels takes. */
export interface LevelProps {
  ready: Ready;
  place: ReportPlace;
  /** Whether the period can be asked for. */
  fit: boolean;
}

export const hrefTo = (place: ReportPlace): string => hrefOf("details", placeQuery(place));

/** Another choice on the same level takes the place of this one, and of its scroll. */
export function changeTo(place: ReportPlace): void {
  navigate(hrefTo(place), { replace: true });
}

export interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

interface InstantRange {
  readonly from: string;
  readonly to: string;
}

/** The first and last day of a report, in the zone that it was counted in. */
export const daysOf = ({ from, to }: InstantRange, zone: ShownZone): Days => ({
  startDate: dateInZone(Date.parse(from), zone),
  endDate: dateInZone(Date.parse(to) - 1, zone),
});

/** `21 Nov 2026`, or both ends, or its hour. */
export function daysText({ from, to }: InstantRange, zone: ShownZone, language: Language): string {
  const options = { year: "numeric", month: "short", day: "numeric" } as const;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const [first, last] = [start, end - 1].map((at) => formatInZone(at, zone, language, options));
  if (end - start <= hourMs) return `${first}, ${clockSpan(start, end, zone, language)}`;
  return first === last ? String(first) : `${first} – ${last}`;
}

export const countFormat = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 2 });
