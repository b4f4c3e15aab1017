import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "@reposo/contract/text/languages.ts";
import { describe, expect, it } from "vitest";
import { dateAndTime, dateTimeFormatter } from "./date-time.ts";

const inManila = { ...dateAndTime, timeZone: "Asia/Manila" };

describe("[I18N-1] an instant is shown on a 24-hour clock, midnight as 00:", () => {
  it.each(languages)("%s", (language) => {
    const format = dateTimeFormatter(language, inManila);
    expect(format("2026-11-23T06:05:00Z")).toMatch(/\b14:05$/);
    expect(format("2026-11-22T16:00:00Z")).toMatch(/\b00:00$/);
    const seconds = { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC" } as const;
    expect(dateTimeFormatter(language, seconds)("2026-11-23T23:59:01Z")).toBe("23:59:01");
  });
});

it("[I18N-1] every screen formats its dates and times by this module", () => {
  const sources = path.join(import.meta.dirname, "..", "..");
  const others = globSync("**/*.{ts,tsx}", { cwd: sources }).filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      file !== path.join("shared", "time", "date-time.ts") &&
      /DateTimeFormat\([^)]|toLocale(Date|Time)?String/.test(readFileSync(path.join(sources, file), "utf8")),
  );
  expect(others).toEqual([]);
});
