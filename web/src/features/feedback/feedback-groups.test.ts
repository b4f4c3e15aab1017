import { expect, it } from "vitest";
import { feedbackGroupQuery, readFeedbackGroup, statesOf } from "./feedback-groups.ts";

it("[FB-1] reads from an address which feedback is listed, what waits for an answer where it names nothing known", () => {
  for (const group of ["open", "answered", "closed"] as const) {
    const { state } = feedbackGroupQuery(group);
    expect(readFeedbackGroup(new URLSearchParams(state === null ? {} : { state }))).toBe(group);
  }
  expect(readFeedbackGroup(new URLSearchParams({ state: "constructor" }))).toBe("open");
  expect(statesOf("open")).toEqual(["sent", "lookedAt"]);
});
