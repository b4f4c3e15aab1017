import { expect, it } from "vitest";
import { feedbackQuery, readFeedbackFilter, statesOf } from "./feedback-filter.ts";

it("[FB-1] reads the filter from an address, open feedback by default", () => {
  for (const group of ["open", "answered", "closed"] as const) {
    for (const areaId of [null, "SM1"]) {
      const given = Object.entries(feedbackQuery({ group, areaId })).filter(([, value]) => value !== null);
      const address = new URLSearchParams(given as [string, string][]);
      expect(readFeedbackFilter(address)).toEqual({ group, areaId });
    }
  }
  const unknown = new URLSearchParams({ state: "constructor" });
  expect(readFeedbackFilter(unknown)).toEqual({ group: "open", areaId: null });
  expect(statesOf("open")).toEqual(["sent", "lookedAt"]);
});
