import { describe, expect, it } from "vitest";
import { isEmpty, modelOf, sumsOf } from "./chart-model.ts";

const hour = 3_600_000;
const from = Date.parse("2026-11-20T16:00:00.000Z");
const iso = (at: number) => new Date(at).toISOString();
const earlier = { from: iso(from - 168 * hour), to: iso(from - 144 * hour), until: iso(from - 160 * hour) };
const today = { from: iso(from), to: iso(from + 24 * hour), unit: "hour", earlier } as const;
const points = (values: readonly number[], earlierTotal = 0) => ({
  points: Array.from({ length: 24 }, (_, index) => ({
    at: iso(from + index * hour),
    online: values[index] ?? 0,
    cash: 10 * (values[index] ?? 0),
    earlier: 0,
  })),
  earlierTotal,
});

describe("the model of today's chart", () => {
  it("[CHART-1] contains the hours that have begun, and marks the current hour as incomplete", () => {
    const model = modelOf(today, points([1, 2, 3]), ["online", "cash"], from + 14.4 * hour);
    expect(model).toMatchObject({ known: 15, open: true, unit: "hour" });
    expect(model.at).toHaveLength(24);
    expect(sumsOf(model, 2)).toMatchObject({ online: 3, cash: 30, total: 33 });
    expect(sumsOf(model, null)).toMatchObject({ online: 6, cash: 60, total: 66 });
  });

  it("[CHART-1] contains the first hour at midnight, and all hours of a day that is over", () => {
    expect(modelOf(today, points([]), ["online"], from)).toMatchObject({ known: 1, open: true });
    expect(modelOf(today, points([]), ["online"], from + 25 * hour)).toMatchObject({
      known: 24,
      open: false,
    });
  });

  it("[CHART-1] shows every hour with income although the phone's clock is slow", () => {
    const model = modelOf(today, points([1, 0, 0, 0, 5]), ["online", "cash"], from - 3 * hour);
    expect(model).toMatchObject({ known: 5, open: true });
  });

  it("[CHART-1] distinguishes a day without income from a day whose income was refunded", () => {
    expect(isEmpty(modelOf(today, points([]), ["online", "cash"], from))).toBe(true);
    expect(isEmpty(modelOf(today, points([-1]), ["online", "cash"], from))).toBe(false);
    expect(isEmpty(modelOf(today, points([], 5), ["online", "cash"], from))).toBe(false);
  });
});
