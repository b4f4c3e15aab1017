import { endReasons } from "@reposo/contract/orders/order-values.ts";
import { expect, it } from "vitest";
import { isChairsFailure, unusedMinutesOf } from "./transfer-rules.ts";

it("[CHAIR-6] offers another chair after failures of the chair only, not after decisions of people", () => {
  expect(endReasons.filter(isChairsFailure)).toEqual([
    "startDeadline",
    "refused",
    "deviceTaken",
    "deviceUnavailable",
  ]);
});

const startMs = Date.UTC(2026, 10, 30);
const run = {
  minutes: 8,
  extendedMinutes: 2,
  endsAt: new Date(startMs + 600_000),
  endedAt: new Date(startMs),
};

it.each([
  ["all of ten minutes", 0, 10],
  ["a begun minute as a whole one", 8 * 60 + 59, 2],
  ["less than a minute as nothing", 9 * 60 + 1, 0],
  ["exactly a minute", 9 * 60, 1],
  ["nothing of a massage that lasted longer", 11 * 60, 0],
])("[CHAIR-6] counts %s", (_what, ranSeconds, minutes) => {
  const endedAt = new Date(startMs + ranSeconds * 1_000);
  expect(unusedMinutesOf({ ...run, endedAt })).toBe(minutes);
});

it("[CHAIR-6] [CASH-3] counts at most the bought minutes, without those of quarantined coins", () => {
  const later = { ...run, endsAt: new Date(startMs + 100 * 3_600_000) };
  expect(unusedMinutesOf(later)).toBe(10);
  expect(unusedMinutesOf({ ...later, minutes: 600, extendedMinutes: null })).toBe(600);
  expect(unusedMinutesOf({ ...later, minutes: 600 })).toBe(600);
  expect(unusedMinutesOf({ ...later, minutes: 0, extendedMinutes: null })).toBe(0);
});
