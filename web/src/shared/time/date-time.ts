import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";

/**
 * Returns a function that formats instants, in every language in 24-hour format with colons. Without a time zone in the
 * options, it uses the browser's.
 */
export function dateTimeFormatter(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (instant: number | string | Date) => string {
  const format = new Intl.DateTimeFormat(languageTags[language], { hourCycle: "h23", ...options });
  // Indonesian times are written as 14.05; the point is replaced by a colon. Browsers and the server separate Chinese
  // dates and times by different kinds of spaces, but must format the same text.
  return (instant) =>
    format
      .format(new Date(instant))
      .replace(/(\d\d)\.(?=\d\d)/g, "$1:")
      .replace(/\s+/g, " ");
}

/**
 * Returns the device's IANA time zone, or an empty text if the browser does not know it. Uses the page's language, because
 * the browser has already loaded its formats.
 */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat(languageTags[activeLanguage()]).resolvedOptions() as {
    timeZone?: string;
  };
  return timeZone === undefined || timeZone === "Etc/Unknown" ? "" : timeZone;
}

// Not `dateStyle` and `timeStyle`, with which zh-TW writes 2026/11/29 beside 2026年11月29日 elsewhere.
export const dateAndTime = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
} as const;

/** Returns a time zone, by default the browser's, at an instant for display, such as `GMT+8`. */
export function zoneOfTimes(at: string, language: Language, timeZone?: string): string {
  const options = { timeZoneName: "short", timeZone } as const;
  const parts = new Intl.DateTimeFormat(languageTags[language], options).formatToParts(new Date(at));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Formats minutes and seconds, rounded up so that 00:00 appears only at the end. Hours are converted to minutes. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the milliseconds until `endsAt`; 0 if it is past or invalid. `now` is the server's time in milliseconds. */
export const millisecondsLeft = (endsAt: string, now: number): number =>
  Math.max(0, Date.parse(endsAt) - now) || 0;

/** Formats the time until `endsAt`; null if it is past or invalid. */
export function timeLeft(endsAt: string, now: number): string | null {
  const left = millisecondsLeft(endsAt, now);
  return left > 0 ? clockText(left) : null;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats the time from `at` to `now`, both in milliseconds since the epoch, such as `10 minutes ago`. Returns
 * `justNow` for less than five minutes (TIME-1) and for times in the future.
 */
export function relativeTime(at: number, now: number, language: Language, justNow: string): string {
  const passed = now - at;
  if (passed < 5 * minute) return justNow;
  const formatter = new Intl.RelativeTimeFormat(languageTags[language], { numeric: "always" });
  if (passed < hour) return formatter.format(-Math.floor(passed / minute), "minute");
  if (passed < day) return formatter.format(-Math.floor(passed / hour), "hour");
  return formatter.format(-Math.floor(passed / day), "day");
}
