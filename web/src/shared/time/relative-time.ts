import { type Language, languageTags } from "@reposo/contract/text/languages.ts";

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
