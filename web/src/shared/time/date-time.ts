import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";

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
  const ago = (length: number, unit: "minute" | "hour" | "day") =>
    // zh-CN has no space after the number, unlike zh-TW and the texts.
    formatter.format(-Math.floor(passed / length), unit).replace(/^([\d.,]*\d)(?=[^\d\s.,])/, "$1 ");
  if (passed < hour) return ago(minute, "minute");
  return passed < day ? ago(hour, "hour") : ago(day, "day");
}
