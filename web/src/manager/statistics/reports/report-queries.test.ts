import { reportRanges } from "@reposo/contract/revenue/report-values.ts";
import { describe, expect, it } from "vitest";
import { readSelection } from "./report-selection.ts";
import { freshnessOf } from "./report-queries.ts";

const freshness = (search: string) => freshnessOf(readSelection(new URLSearchParams(search)).period);

describe("a report that stays open", () => {
  it.each(reportRanges.filter((range) => range !== "custom"))(
    "[DET-1] [HOME-3] is polled, because midnight changes the days of %s",
    (range) => {
      expect(freshness(`range=${range}`).refetchInterval).toBe(60_000);
    },
  );

  it("[DET-1] is not polled for a custom range", () => {
    const days = "range=custom&startDate=2026-11-20&endDate=2026-11-22";
    expect(freshness(days).refetchInterval).toBe(false);
  });
});
