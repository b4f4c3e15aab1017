import { type Language, languageTags } from "@reposo/contract/languages.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in words; under five minutes is `justNow` (TIME-1), as is anything ahead of the clock. */
export function relativeTime(at: number, now: number, language: Language, justNow: string): string {
  const passed = now - at;
  if (passed < 5 * minute) return justNow;
  const words = new Intl.RelativeTimeFormat(languageTags[language], { numeric: "always" });
  if (passed < hour) return words.format(-Math.floor(passed / minute), "minute");
  if (passed < day) return words.format(-Math.floor(passed / hour), "hour");
  return words.format(-Math.floor(passed / day), "day");
}
