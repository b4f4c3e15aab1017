import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { clockText, relativeTime, timeLeft } from "./date-time.ts";

it("[I18N-1] no other module formats dates and times", () => {
  const sources = path.join(import.meta.dirname, "..", "..", "..", "..");
  const others = globSync("{contract,server,web}/src/**/*.{ts,tsx}", { cwd: sources }).filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      /DateTimeFormat\([^)]|toLocale(Date|Time)String/.test(readFileSync(path.join(sources, file), "utf8")),
  );
  expect(others.sort()).toEqual([
    path.join("contract", "src", "text", "date-styles.ts"),
    path.join("web", "src", "shared", "time", "date-time.ts"),
  ]);
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

  it.each([
    ["zh_CN", "2 天前"],
    ["zh_TW", "2 天前"],
    ["id_ID", "2 hari yang lalu"],
  ] as const)("[I18N-1] in %s are written as %j", (language, text) => {
    expect(relativeTime(1_000_000_000, 1_000_000_000 + 49 * 60 * minute, language, "")).toBe(text);
  });

  it.each([
    ["en_US", "1,234 days ago"],
    ["zh_CN", "1,234 天前"],
    ["id_ID", "1.234 hari yang lalu"],
  ] as const)("[I18N-1] in %s keep the separators of %j", (language, text) => {
    expect(relativeTime(0, 1_234 * 24 * 60 * minute, language, "")).toBe(text);
  });
});
