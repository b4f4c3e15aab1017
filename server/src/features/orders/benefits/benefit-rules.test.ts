import { expect, it } from "vitest";
import { benefitLeftMinor, exceedsMinor } from "./benefit-rules.ts";

const paid = { receivedMinor: 5_000, returnedMinor: 0, disputedMinor: 0, givenMinor: 0, transferredMinor: 0 };

it.each([
  ["all that was paid", "completed", {}, 5_000],
  ["all that was paid for a running massage", "running", {}, 5_000],
  ["nothing before the chair has started", "starting", {}, 0],
  ["nothing if the start failed", "failed", {}, 0],
  ["nothing of an unpaid order", "completed", { receivedMinor: 0 }, 0],
  ["nothing of what was returned", "completed", { returnedMinor: 2_000 }, 3_000],
  ["nothing of what was given", "completed", { givenMinor: 2_000 }, 3_000],
  ["nothing of what a bank withdrew", "completed", { disputedMinor: 2_000 }, 3_000],
  ["nothing of a disputed payment", "completed", { disputedMinor: 5_000 }, 0],
  [
    "what all of these leave",
    "completed",
    { returnedMinor: 900, disputedMinor: 800, givenMinor: 700, transferredMinor: 600 },
    2_000,
  ],
  ["nothing if more left than was paid", "completed", { returnedMinor: 4_000, disputedMinor: 4_000 }, 0],
] as const)("[BENEFIT-1] [DISP-1] leaves %s", (_what, status, change, left) => {
  const money = { ...paid, ...change };
  expect(benefitLeftMinor(status, money)).toBe(left);
  expect(exceedsMinor(status, money, left)).toBe(0);
  expect(exceedsMinor(status, money, left + 1)).toBe(1);
});
