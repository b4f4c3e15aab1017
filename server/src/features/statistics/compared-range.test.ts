import { describe, expect, it } from "vitest";
import { comparedRange, splitIntoBars } from "./compared-range.ts";
import type { ReportRange } from "./report-range.ts";

const zone = "Asia/Manila";
/** Sunday, 29 November 2026, 10:07:40 in Manila. */
const now = new Date("2026-11-29T02:07:40Z");

const localTime = (at: Date | undefined) =>
  at === undefined
    ? undefined
    : Temporal.Instant.fromEpochMilliseconds(at.getTime())
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: "minute" });

describe("the earlier range of a report", () => {
  it.each<[ReportRange, string, string, string]>([
    [{ range: "today" }, "2026-11-22T00:00", "2026-11-23T00:00", "2026-11-22T10:07"],
    [{ range: "yesterday" }, "2026-11-21T00:00", "2026-11-22T00:00", "2026-11-22T00:00"],
    [{ range: "thisWeek" }, "2026-11-16T00:00", "2026-11-23T00:00", "2026-11-22T10:07"],
    [{ range: "last7Days" }, "2026-11-16T00:00", "2026-11-23T00:00", "2026-11-22T10:07"],
    [{ range: "last30Days" }, "2026-10-01T00:00", "2026-10-31T00:00", "2026-10-30T10:07"],
    [{ range: "thisMonth" }, "2026-10-01T00:00", "2026-11-01T00:00", "2026-10-29T10:07"],
    [{ range: "lastMonth" }, "2026-09-01T00:00", "2026-10-01T00:00", "2026-10-01T00:00"],
    [{ range: "thisYear" }, "2025-01-01T00:00", "2026-01-01T00:00", "2025-11-29T10:07"],
    [
      { range: "custom", startDate: "2026-11-10", endDate: "2026-11-12" },
      "2026-11-07T00:00",
      "2026-11-10T00:00",
      "2026-11-10T00:00",
    ],
    [
      { range: "custom", startDate: "2026-12-01", endDate: "2026-12-01" },
      "2026-11-24T00:00",
      "2026-11-25T00:00",
      "2026-11-24T00:00",
    ],
  ])("[TRUE-1] of %o begins at %s, ends at %s, and is comparable until %s", (request, from, to, until) => {
    const compared = comparedRange(request, now, zone);
    expect(localTime(compared.earlier.from)).toBe(from);
    expect(localTime(compared.earlier.to)).toBe(to);
    expect(localTime(compared.until)).toBe(until);
  });
});

describe("the bars of a chart", () => {
  const barsOf = (request: Parameters<typeof splitIntoBars>[0]) => splitIntoBars(request, now, zone);

  it.each<[Parameters<typeof splitIntoBars>[0], string, number]>([
    [{ range: "today" }, "hour", 24],
    [{ range: "last7Days" }, "day", 7],
    [{ range: "last7Days", interval: "hour" }, "hour", 168],
    [{ range: "thisMonth" }, "day", 30],
    [{ range: "thisYear" }, "month", 12],
    [{ range: "custom", startDate: "2026-01-15", endDate: "2026-04-02" }, "month", 4],
  ])("[TRUE-1] of %o are one per %s, %i altogether, without a gap", (request, unit, count) => {
    const { parts, compared, ...split } = barsOf(request);
    expect(split.unit).toBe(unit);
    expect(parts).toHaveLength(count);
    expect(parts[0]?.range.from).toEqual(compared.current.from);
    expect(parts.at(-1)?.range.to).toEqual(compared.current.to);
    for (const [index, { range }] of parts.entries())
      if (index > 0) expect(range.from).toEqual(parts[index - 1]?.range.to);
  });

  it("[TRUE-1] of a month are compared by the day of the month, as far as the month before has it", () => {
    const march = { range: "custom", startDate: "2026-03-01", endDate: "2026-03-31" } as const;
    expect(localTime(barsOf(march).parts[0]?.earlier?.from)).toBe("2026-01-29T00:00");
    const { parts } = splitIntoBars({ range: "thisMonth" }, new Date("2026-03-05T02:00:00Z"), zone);
    expect(parts.map(({ earlier }) => localTime(earlier?.from)?.slice(5, 10))).toEqual([
      ...Array.from({ length: 28 }, (_, day) => `02-${String(day + 1).padStart(2, "0")}`),
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("[CHART-1] refuse hours for more than a week", () => {
    expect(() => barsOf({ range: "last30Days", interval: "hour" })).toThrow("invalidRequest");
  });
});
