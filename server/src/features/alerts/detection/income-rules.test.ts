import { describe, expect, it } from "vitest";
import { detectLowIncome, isQuiet, type QuietChair } from "./income-rules.ts";

const hourMs = 3_600_000;
const now = new Date("2026-03-02T04:00:00Z");
/** Usual values of one start and 100.00 in every hour of the week. */
const usual = {
  amountsMinor: Array.from({ length: 168 }, () => 10_000),
  starts: Array.from({ length: 168 }, () => 1),
};
const quietFor = (hours: number, receivedMinor = 0): QuietChair => ({
  deviceId: "a",
  outletId: "o",
  zone: "Asia/Manila",
  since: new Date(now.getTime() - hours * hourMs),
  usual,
  isOpen: false,
  receivedMinor,
});

describe("[ALERT-1] low income of a chair", () => {
  it.each([
    [15.9, 1, null],
    [16, 1, 160_000],
    // If other chairs have more starts than usual, no more is expected of this chair.
    [16, 3, 160_000],
    [20, 0.75, null],
    [24, 0.75, 180_000],
    [100, 0, null],
  ])(
    "after %d hours, with other chairs at %d times their usual starts, is detected with the cost %s",
    (hours, share, amountMinor) => {
      expect(detectLowIncome(quietFor(hours), share, now)?.amountMinor ?? null).toBe(amountMinor);
      expect(isQuiet(quietFor(hours), now, false)).toBe(hours >= 16);
    },
  );

  it("keeps an open alert from 8 usual starts on instead of 16, so that one start does not resolve it", () => {
    const after = (hours: number) => ({ ...quietFor(hours), isOpen: true });
    expect([7.9, 8].map((hours) => isQuiet(after(hours), now, true))).toEqual([false, true]);
    expect([7.9, 8].map((hours) => detectLowIncome(after(hours), 1, now)?.kind)).toEqual([
      undefined,
      "incomeLow",
    ]);
  });

  it("costs the usual income minus the received income", () => {
    expect(detectLowIncome(quietFor(16, 25_000), 1, now)).toMatchObject({
      kind: "incomeLow",
      amountMinor: 135_000,
      deviceIds: ["a"],
    });
    expect(detectLowIncome(quietFor(16, 900_000), 1, now)?.amountMinor).toBe(0);
  });
});
