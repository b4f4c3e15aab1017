import { describe, expect, it } from "vitest";
import {
  type HistoryHour,
  median,
  robustUpperBound,
  sumOfHours,
  usualOfChair,
  usualOfOutlet,
} from "./usual-income-rules.ts";

const hourMs = 3_600_000;
/** Monday, 0:00 in Manila. */
const monday = new Date("2026-03-01T16:00:00Z");
const after = (hours: number) => new Date(monday.getTime() + hours * hourMs);
const history = (week: number, hour: number, amountMinor: number, starts = 1): HistoryHour => ({
  week,
  hour,
  amountMinor,
  starts,
});

describe("[ALERT-1] robust statistics", () => {
  it.each([
    [[], null],
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
  ])("compute the median of %j", (values, expected) => expect(median(values)).toBe(expected));

  it("compute an upper bound on which one extreme value has little effect", () => {
    const usual = [4, 5, 6, 5, 4, 6, 5];
    expect(robustUpperBound([], 4)).toBeNull();
    expect(robustUpperBound(usual, 4)).toBeCloseTo(5 + 4 * 1.4826);
    expect(robustUpperBound([...usual, 10_000], 4)).toBeLessThan(15);
  });
});

describe("[ALERT-1] the usual income of a chair", () => {
  it("requires four weeks of history", () => {
    expect(usualOfChair([history(0, 10, 500)], 3)).toBeNull();
    expect(usualOfChair([history(0, 10, 500)], 4)).not.toBeNull();
  });

  it("is the usual amount and number of starts of each hour of the week", () => {
    const hours = [0, 1, 2, 3].flatMap((week) => [history(week, 10, 600, 6), history(week, 11, 200, 2)]);
    const usual = usualOfChair(hours, 4);
    expect(usual?.amountsMinor[10]).toBeCloseTo(600);
    expect(usual?.amountsMinor[11]).toBeCloseTo(200);
    expect(usual?.starts[10]).toBeCloseTo(6);
    expect(usual?.amountsMinor[12]).toBe(0);
  });

  it("ignores a week in which the outlet was closed, and an exceptional week", () => {
    const weeks = (values: readonly number[]) => values.map((value, week) => history(week, 10, value));
    const sum = (values: readonly number[]) => usualOfChair(weeks(values), values.length)?.amountsMinor[10];
    expect(sum([700, 700, 700, 700, 700, 700, 0, 7_000])).toBeCloseTo(700);
  });

  it("is the average of the outlet's chairs for a new chair", () => {
    const chairs = [400, 800].map((amount) =>
      usualOfChair(
        [0, 1, 2, 3].map((week) => history(week, 10, amount)),
        4,
      ),
    );
    const known = chairs.filter((chair) => chair !== null);
    expect(usualOfOutlet(known)?.amountsMinor[10]).toBeCloseTo(600);
    expect(usualOfOutlet([])).toBeNull();
  });
});

describe("[ALERT-2] the usual income of a duration", () => {
  const values = Array.from({ length: 168 }, (_, hour) => hour);
  const week = (167 * 168) / 2;

  it.each([
    ["no time", 5, 5, 0],
    ["half an hour", 5, 5.5, 2.5],
    ["parts of two hours", 5.75, 6.5, 5 * 0.25 + 6 * 0.5],
    ["a whole week", 3, 171, week],
    ["a week and an hour", 3, 172, week + 3],
    ["the end of one week and the beginning of the next", 167, 169, 167],
  ])("is the sum of the usual values for %s", (_, from, to, expected) =>
    expect(sumOfHours(values, "Asia/Manila", after(from), after(to))).toBeCloseTo(expected),
  );

  it("uses the time zone of the outlet, even if its offset contains half an hour", () => {
    expect(sumOfHours(values, "Asia/Kolkata", after(0), after(1))).toBeCloseTo(
      // Sunday, 21:30 to 22:30 in Kolkata.
      165 * 0.5 + 166 * 0.5,
    );
  });

  it("counts an hour that a time change repeats twice, and an hour that it skips not at all", () => {
    const range = (from: string, to: string) =>
      sumOfHours(values, "Europe/Berlin", new Date(from), new Date(to));
    // Sunday: hours 146, 146 again, and 147.
    expect(range("2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z")).toBeCloseTo(146 + 146 + 147);
    expect(range("2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z")).toBeCloseTo(145 + 147);
  });
});
