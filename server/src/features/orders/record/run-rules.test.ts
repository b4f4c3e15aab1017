import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import {
  earliestStart,
  endOfRun,
  endReasonOf,
  isClearlyShort,
  remainingMsOf,
  startOfRun,
} from "./run-rules.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);

it.each([
  [{ type: "stopped", reason: "command" }, "stopped"],
  [{ type: "stopped", reason: "button" }, "stopped"],
  [{ type: "stopped", reason: "fault" }, "fault"],
  [{ type: "stopped", reason: "powerLoss" }, "powerLoss"],
  [{ type: "stopped", reason: "finished" }, "finished"],
  [{ type: "finished", reason: "something" }, "finished"],
  [{ type: "stopped", fault: "E7" }, "fault"],
  [{ type: "stopped", reason: "overheated", fault: "E7" }, "fault"],
  [{ type: "stopped", reason: "unknown reason" }, "unexplained"],
  [{ type: "stopped" }, "unexplained"],
] as const)("[CNT-2] [G-3] converts the reported end %j to the reason %s", (reported, reason) => {
  expect(endReasonOf(reported)).toBe(reason);
});

it("[CNT-1] [G-11] a massage has time left only while it runs, and never less than none", () => {
  const endsAt = at("08:10:00");
  expect(remainingMsOf({ status: "running", endsAt }, at("08:00:00"))).toBe(600_000);
  expect(remainingMsOf({ status: "running", endsAt }, at("08:10:01"))).toBe(0);
  expect(remainingMsOf({ status: "completed", endsAt }, at("08:00:00"))).toBe(0);
  expect(remainingMsOf({ status: "starting", endsAt: null }, at("08:00:00"))).toBe(0);
});

describe("the start of a run", () => {
  it("[CNT-1] is the time of the report minus the elapsed seconds", () => {
    expect(startOfRun(at("08:10:00"), 90, at("08:00:00"))).toEqual(at("08:08:30"));
    expect(endOfRun(at("08:08:30"), 15 * 60)).toEqual(at("08:23:30"));
  });

  it("[G-11] is never before the start command, however slow the chair's clock is", () => {
    expect(startOfRun(at("08:10:00"), 3600, at("08:09:00"))).toEqual(at("08:09:00"));
    expect(startOfRun(new Date("2020-01-01T00:00:00Z"), 0, at("08:09:00"))).toEqual(at("08:09:00"));
  });

  it("[CNT-1] is never before the payment, although an online order may have been unpaid for minutes", () => {
    const unpaidAt = at("08:00:00");
    const times = { startDeadlineMs: 20_000 };
    expect(earliestStart({ orderedAt: unpaidAt, startDeadlineAt: at("08:14:20") }, times)).toEqual(
      at("08:14:00"),
    );
    expect(earliestStart({ orderedAt: unpaidAt, startDeadlineAt: null }, times)).toEqual(unpaidAt);
    expect(earliestStart({ orderedAt: unpaidAt, startDeadlineAt: at("08:00:01") }, times)).toEqual(unpaidAt);
  });

  it("[G-11] is between the start command and the report, whatever the chair reports", () => {
    const instant = fc.date({ min: at("00:00:00"), max: at("23:59:59"), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.nat(100_000), instant, (reportedAt, elapsed, requestedAt) => {
        const startedAt = startOfRun(reportedAt, elapsed, requestedAt);
        expect(startedAt.getTime()).toBeGreaterThanOrEqual(requestedAt.getTime());
        if (reportedAt >= requestedAt) expect(startedAt.getTime()).toBeLessThanOrEqual(reportedAt.getTime());
      }),
      { seed: printedSeed("start of a run") },
    );
  });
});

it.each([
  [600, 600, false],
  [588, 600, false],
  [587, 600, true],
  [55, 60, false],
  [54, 60, true],
  [700, 600, false],
] as const)(
  "[G-3] decides whether a run of %i of %i seconds is clearly short: %s",
  (ran, bought, isShort) => {
    expect(isClearlyShort(ran, bought)).toBe(isShort);
  },
);
