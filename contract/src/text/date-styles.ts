import { type Language, languageTags } from "./languages.ts";

/**
 * The parts of a date and time to be shown. Without `dateStyle` and `timeStyle`, because zh-TW writes 2026/11/29 with them
 * and 2026年11月29日 with parts.
 */
export type DateParts = Omit<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

export const clockTime = { hour: "2-digit", minute: "2-digit" } as const;
export const dayAndMonth = { month: "short", day: "numeric" } as const;
export const fullDate = { year: "numeric", ...dayAndMonth } as const;
export const dayAndTime = { ...dayAndMonth, ...clockTime } as const;
export const dateAndTime = { ...fullDate, ...clockTime } as const;

/**
 * Returns a function that formats instants, in every language in 24-hour format with colons. Without a time zone in the
 * options, it uses the one of the browser or server.
 */
export function dateTimeFormatter(
  language: Language,
  options: DateParts,
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
