import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";

/**
 * Formats instants: dates as the language writes them, times on a 24-hour clock with colons in every language, in the
 * browser's zone unless the options name one.
 */
export function dateTimeFormatter(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (instant: number | string | Date) => string {
  const format = new Intl.DateTimeFormat(languageTags[language], { hourCycle: "h23", ...options });
  // Indonesian writes 14.05.
  return (instant) => format.format(new Date(instant)).replace(/(\d\d)\.(?=\d\d)/g, "$1:");
}

/** The device's IANA zone. Read in the page's language, whose formats are loaded anyway. */
export const deviceTimeZone = (): string =>
  new Intl.DateTimeFormat(languageTags[activeLanguage()]).resolvedOptions().timeZone;

/** A date with hours and minutes. */
export const dateAndTime = { dateStyle: "medium", timeStyle: "short" } as const;

/** The browser's zone for display: GMT+8. */
export function zoneOfTimes(at: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(languageTags[language], { timeZoneName: "short" }).formatToParts(
    new Date(at),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
