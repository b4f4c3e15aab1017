import { describe, expect, it } from "vitest";
import {
  clockTime,
  type DateParts,
  dateAndTime,
  dateTimeFormatter,
  dayAndMonth,
  dayAndTime,
  fullDate,
} from "./date-styles.ts";
import { type Language, languages } from "./languages.ts";

const withSeconds = { ...dateAndTime, second: "2-digit" } as const;
const weekdayAndDay = { weekday: "short", ...dayAndMonth } as const;

/** Every style of a language, in the order of `styles`. */
const written: Record<Language, readonly string[]> = {
  en_US: [
    "07:05",
    "Nov 3",
    "Nov 3, 2026",
    "Nov 3, 07:05",
    "Nov 3, 2026, 07:05",
    "Nov 3, 2026, 07:05:09",
    "Tue, Nov 3",
  ],
  zh_CN: [
    "07:05",
    "11月3日",
    "2026年11月3日",
    "11月3日 07:05",
    "2026年11月3日 07:05",
    "2026年11月3日 07:05:09",
    "11月3日周二",
  ],
  zh_TW: [
    "07:05",
    "11月3日",
    "2026年11月3日",
    "11月3日 07:05",
    "2026年11月3日 07:05",
    "2026年11月3日 07:05:09",
    "11月3日週二",
  ],
  id_ID: [
    "07:05",
    "3 Nov",
    "3 Nov 2026",
    "3 Nov, 07:05",
    "3 Nov 2026, 07:05",
    "3 Nov 2026, 07:05:09",
    "Sel, 3 Nov",
  ],
};
const styles: readonly DateParts[] = [
  clockTime,
  dayAndMonth,
  fullDate,
  dayAndTime,
  dateAndTime,
  withSeconds,
  weekdayAndDay,
];

it.each(languages)("[I18N-1] %s has one style for each date and time", (language) => {
  const texts = styles.map((style) =>
    dateTimeFormatter(language, { ...style, timeZone: "UTC" })("2026-11-03T07:05:09Z"),
  );
  expect(texts).toEqual(written[language]);
});

describe("[I18N-1] times are shown in 24-hour format, with midnight as 00:00, in", () => {
  it.each(languages)("%s", (language) => {
    const format = dateTimeFormatter(language, { ...dateAndTime, timeZone: "Asia/Manila" });
    expect(format("2026-11-23T06:05:00Z")).toMatch(/\b14:05$/);
    expect(format("2026-11-22T16:00:00Z")).toMatch(/\b00:00$/);
  });
});
