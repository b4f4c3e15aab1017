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

it("[G-11] allows extending a massage to the longest remaining time, and not by a minute more", () => {
  expect(isWithinBounds(run, 110, maxLeftMs, now)).toBe(true);
  expect(isWithinBounds(run, 111, maxLeftMs, now)).toBe(false);
  expect(isWithinBounds({ ...run, endsAt: null }, 1, maxLeftMs, now)).toBe(false);
});

it("[G-11] counts minutes that were sent to the chair, and not unpaid ones", () => {
  const withOne = (status: "unpaid" | "paid" | "starting" | "running") =>
    isWithinBounds({ ...run, extensions: [{ status, minutes: 100 }] }, 20, maxLeftMs, now);
  expect(withOne("paid")).toBe(false);
  expect(withOne("starting")).toBe(false);
  expect(withOne("unpaid")).toBe(true);
  // What runs is already part of the end of the run.
  expect(withOne("running")).toBe(true);
});

it("[G-11] never makes a run longer than a chair's board can count", () => {
  const long = { ...run, minutes: 400, extendedMinutes: 195 };
  expect(isWithinBounds(long, 5, maxLeftMs, now)).toBe(true);
  expect(isWithinBounds(long, 6, maxLeftMs, now)).toBe(false);
});
