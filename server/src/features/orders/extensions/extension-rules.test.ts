import { expect, it } from "vitest";
import { isWithinBounds } from "./extension-rules.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const maxLeftMs = 120 * 60_000;
const run = {
  minutes: 10,
  extendedMinutes: null,
  endsAt: new Date("2026-11-21T10:10:00.000Z"),
  extensions: [],
};

it("[G-11] allows an extension up to the longest remaining time, and not one minute more", () => {
  expect(isWithinBounds(run, 110, maxLeftMs, now)).toBe(true);
  expect(isWithinBounds(run, 111, maxLeftMs, now)).toBe(false);
  expect(isWithinBounds({ ...run, endsAt: null }, 1, maxLeftMs, now)).toBe(false);
});

it("[G-11] counts paid minutes that the chair has not confirmed yet, and does not count unpaid minutes", () => {
  const withOne = (status: "unpaid" | "paid" | "starting" | "running") =>
    isWithinBounds({ ...run, extensions: [{ status, minutes: 100 }] }, 20, maxLeftMs, now);
  expect(withOne("paid")).toBe(false);
  expect(withOne("starting")).toBe(false);
  expect(withOne("unpaid")).toBe(true);
  // Confirmed minutes are already part of the end time of the run.
  expect(withOne("running")).toBe(true);
});

it("[G-11] refuses a run that is longer than a chair's board can count", () => {
  const long = { ...run, minutes: 400, extendedMinutes: 195 };
  expect(isWithinBounds(long, 5, maxLeftMs, now)).toBe(true);
  expect(isWithinBounds(long, 6, maxLeftMs, now)).toBe(false);
});
