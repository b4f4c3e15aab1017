import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";

/** Formats in the browser's zone unless the options name one, on a 24-hour clock with colons in every language. */
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

export const dateAndTime = { dateStyle: "medium", timeStyle: "short" } as const;

/** The browser's zone for display: GMT+8. */
export function zoneOfTimes(at: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(languageTags[language], { timeZoneName: "short" }).formatToParts(
    new Date(at),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Minutes and seconds until then, by the server's clock; null once past. Never rounds down to a false 00:00. */
export function timeLeft(endsAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(endsAt) - now) / 1000);
  if (!(seconds > 0)) return null;
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Relative time; `justNow` below five minutes (TIME-1) and for times in the future. */
export function relativeTime(at: number, now: number, language: Language, justNow: string): string {
  const passed = now - at;
  if (passed < 5 * minute) return justNow;
  const formatter = new Intl.RelativeTimeFormat(languageTags[language], { numeric: "always" });
  if (passed < hour) return formatter.format(-Math.floor(passed / minute), "minute");
  if (passed < day) return formatter.format(-Math.floor(passed / hour), "hour");
  return formatter.format(-Math.floor(passed / day), "day");
}
