import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "@reposo/contract/text/languages.ts";
import { describe, expect, it } from "vitest";
import { clockText, dateAndTime, dateTimeFormatter, relativeTime, timeLeft } from "./date-time.ts";

const inManila = { ...dateAndTime, timeZone: "Asia/Manila" };

describe("[I18N-1] times are shown in 24-hour format, with midnight as 00:00, in", () => {
  it.each(languages)("%s", (language) => {
    const format = dateTimeFormatter(language, inManila);
    expect(format("2026-11-23T06:05:00Z")).toMatch(/\b14:05$/);
    expect(format("2026-11-22T16:00:00Z")).toMatch(/\b00:00$/);
    const seconds = { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC" } as const;
    expect(dateTimeFormatter(language, seconds)("2026-11-23T23:59:01Z")).toBe("23:59:01");
  });
});

it.each(languages)(
  "[I18N-1] [PERF-1] the server and all browsers separate date and time by the same space in %s",
  (language) => {
    const text = dateTimeFormatter(language, inManila)("2026-11-23T06:05:00Z");
    expect(text.match(/\s/g)).toSatisfy((spaces: string[]) => spaces.every((space) => space === " "));
  },
);

it.each(languages)("[I18N-1] a date is written the same with and without a time in %s", (language) => {
  const date = dateTimeFormatter(language, { dateStyle: "medium", timeZone: "Asia/Manila" });
  expect(dateTimeFormatter(language, inManila)("2026-11-23T06:05:00Z")).toContain(
    date("2026-11-23T06:05:00Z"),
  );
});

it("[I18N-1] no other module formats dates and times", () => {
  const sources = path.join(import.meta.dirname, "..", "..");
  const others = globSync("**/*.{ts,tsx}", { cwd: sources }).filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      file !== path.join("shared", "time", "date-time.ts") &&
      /DateTimeFormat\([^)]|toLocale(Date|Time)?String/.test(readFileSync(path.join(sources, file), "utf8")),
  );
  expect(others).toEqual([]);
});

it.each([
  [900_000, "15:00"],
  [899_999, "15:00"],
  [899_000, "14:59"],
  [999, "00:01"],
  [0, "00:00"],
  [90 * 60_000, "90:00"],
])("[CNT-1] %d ms are shown as %s", (milliseconds, text) => {
  expect(clockText(milliseconds)).toBe(text);
});

const endsAt = "2026-11-21T10:00:00.000Z";
const at = Date.parse(endsAt);

describe("timeLeft", () => {
  it.each([
    [15 * 60_000, "15:00"],
    [61_000, "01:01"],
    [60_400, "01:01"],
    [1, "00:01"],
    [90 * 60_000, "90:00"],
    [0, null],
    [-5_000, null],
  ])("[DEV-1] %i ms before the end shows %s", (milliseconds, shown) => {
    expect(timeLeft(endsAt, at - milliseconds)).toBe(shown);
  });

  it("[DEV-1] returns null for an invalid end", () => {
    expect(timeLeft("soon", at)).toBeNull();
  });
});

const minute = 60_000;

describe("relative times", () => {
  it.each([
    [-1, "just now"],
    [0, "just now"],
    [5 * minute - 1, "just now"],
    [5 * minute, "5 minutes ago"],
    [60 * minute - 1, "59 minutes ago"],
    [60 * minute, "1 hour ago"],
    [49 * 60 * minute, "2 days ago"],
  ])("[TIME-1] %d ms ago is %j", (passed, text) => {
    expect(relativeTime(1_000_000_000, 1_000_000_000 + passed, "en_US", "just now")).toBe(text);
  });
});
