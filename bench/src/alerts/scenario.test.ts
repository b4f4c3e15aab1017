import { expect, it } from "vitest";
import { maxWindows, planFaults, planWindows } from "./scenario.ts";

it("[ALERT-5] plans faults for every fortnight of the history, and none while no outlet is old enough", () => {
  const counts = planWindows(7, maxWindows).map((window) => planFaults(7, window).length);
  expect(counts[0]).toBe(0);
  expect(Math.max(...counts)).toBe(33);
  expect(counts.slice(1).every((count) => count > 0)).toBe(true);
});
