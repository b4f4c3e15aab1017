import { describe, expect, it } from "vitest";
import { parseOpeningHours } from "./opening-hours-notation-rules.ts";

const period = (opens: number, closes: number) => ({ opens: opens * 60, closes: closes * 60 });
const days = (mo: unknown, tu: unknown, we: unknown, th: unknown, fr: unknown, sa: unknown, su: unknown) => [
  mo,
  tu,
  we,
  th,
  fr,
  sa,
  su,
];
const all = (...periods: readonly unknown[]) => Array.from({ length: 7 }, () => periods);

describe("[CHAIR-1] the notation of opening hours", () => {
  const mall = [period(10, 22)];
  it.each([
    ["24/7", all(period(0, 24))],
    ["Mo-Su 10:00-22:00", all(period(10, 22))],
    ["10:00-22:00", all(period(10, 22))],
    ["Mo-Su 00:00-24:00", all(period(0, 24))],
    ["Mo-Fr 10:00-22:00", days(mall, mall, mall, mall, mall, [], [])],
    ["Sa-Mo 10:00-22:00", days(mall, [], [], [], [], mall, mall)],
    ["Mo,We, Fr-Sa 10:00-22:00", days(mall, [], mall, [], mall, mall, [])],
    ["Mo-Su 10:00-22:00; Su off", days(mall, mall, mall, mall, mall, mall, [])],
    ["Mo-Su 10:00-22:00;Fr 18:00-2:00 ; Su closed", days(mall, mall, mall, mall, [period(18, 26)], mall, [])],
    ["Mo-Su 16:00-22:00,10:00-14:00", all(period(10, 14), period(16, 22))],
    ["Mo-Su 18:00-00:00", all(period(18, 24))],
    ["Su 22:00-10:00; Mo 10:00-22:00", days(mall, [], [], [], [], [], [period(22, 34)])],
  ])("is parsed: %s", (text, week) => {
    expect(parseOpeningHours(text)).toEqual({ kind: "hours", week });
  });

  it.each([
    ["always", /"always" is not opening hours like "24\/7"/],
    ["", /"" is not opening hours/],
    ["Mo-Su 10:00-22:00;", /"" is not opening hours/],
    ["Mo-Su", /is not opening hours/],
    ["PH off", /"PH" is no day of the week: Mo, Tu/],
    ["Mo-We-Fr 10:00-22:00", /"Mo-We-Fr" is no range of days/],
    ["Mo-Xy 10:00-22:00", /"Xy" is no day of the week/],
    ["Mo 10-22", /"10-22" is no period like 10:00-22:00/],
    ["Mo 10:00-25:00", /"10:00-25:00" is no period/],
    ["Mo 10:60-22:00", /is no period/],
    ["Mo 24:00-25:00", /is no period/],
    ["Mo 10:00-22:00,", /"" is no period/],
    ["Mo 10:00-10:00", /opens and closes at the same time; the whole day is 00:00-24:00/],
    ["Mo-Su off", /never be open/],
    ["Mo 10:00-14:00,13:00-20:00", /the hours of Mo overlap$/],
    ["Mo 10:00-02:00; Tu 01:00-05:00", /the hours of Mo overlap those of Tu/],
    ["Su 10:00-11:00,22:00-02:00; Mo 01:00-05:00", /the hours of Su overlap those of Mo/],
  ])("is refused: %s", (text, problem) => {
    expect(parseOpeningHours(text)).toEqual({ kind: "invalid", problem: expect.stringMatching(problem) });
  });
});
