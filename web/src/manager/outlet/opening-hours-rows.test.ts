import { expect, it } from "vitest";
import { openingHoursRows } from "./opening-hours-rows.ts";

const period = (opens: number, closes: number) => ({ opens: opens * 60, closes: closes * 60 });
const mall = [period(10, 22)];

it.each([
  [
    "every day",
    [mall, mall, mall, mall, mall, mall, mall],
    [{ first: 0, last: 6, hours: ["10:00 – 22:00"] }],
  ],
  [
    "around the clock",
    Array.from({ length: 7 }, () => [period(0, 24)]),
    [{ first: 0, last: 6, hours: "wholeDay" }],
  ],
  [
    "late evenings, a break and a closed day",
    [[], mall, mall, [period(10, 14), period(16, 24)], [period(10, 26)], [period(10, 26)], mall],
    [
      { first: 0, last: 0, hours: "closed" },
      { first: 1, last: 2, hours: ["10:00 – 22:00"] },
      { first: 3, last: 3, hours: ["10:00 – 14:00", "16:00 – 24:00"] },
      { first: 4, last: 5, hours: ["10:00 – 02:00"] },
      { first: 6, last: 6, hours: ["10:00 – 22:00"] },
    ],
  ],
])("[CHAIR-1] groups consecutive days with equal opening hours: %s", (_name, week, rows) => {
  expect(openingHoursRows(week)).toEqual(rows);
});
