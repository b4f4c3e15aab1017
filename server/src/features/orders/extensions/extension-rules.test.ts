import { expect, it } from "vitest";
import { exceededLimit } from "./extension-rules.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const maxLeftMs = 120 * 60_000;
const run = {
  status: "running" as const,
  minutes: 10,
  extendedMinutes: null,
  endsAt: new Date("2026-11-21T10:10:00.000Z"),
  extensions: [],
};

it("[G-11] allows an extension up to the longest remaining time, and not one minute more", () => {
  expect(exceededLimit(run, 110, maxLeftMs, now)).toBeNull();
  expect(exceededLimit(run, 111, maxLeftMs, now)).toBe("remainingTime");
});

it("[G-11] counts paid minutes that the chair has not confirmed yet, and does not count unpaid minutes", () => {
  const withOne = (status: "unpaid" | "paid" | "starting" | "running") =>
    exceededLimit({ ...run, extensions: [{ status, minutes: 100 }] }, 20, maxLeftMs, now);
  expect(withOne("paid")).toBe("remainingTime");
  expect(withOne("starting")).toBe("remainingTime");
  expect(withOne("unpaid")).toBeNull();
  // Confirmed minutes are already part of the end time of the run.
  expect(withOne("running")).toBeNull();
});

it("[G-11] refuses a run that is longer than a chair's board can count", () => {
  const long = { ...run, minutes: 400, extendedMinutes: 195 };
  expect(exceededLimit(long, 5, maxLeftMs, now)).toBeNull();
  expect(exceededLimit(long, 6, maxLeftMs, now)).toBe("length");
  expect(exceededLimit(long, 120, maxLeftMs, now)).toBe("length");
});
