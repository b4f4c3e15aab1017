import { describe, expect, it } from "vitest";
import { hrefOf } from "#shared/routing/routes.ts";
import { chosenSeries, choiceQuery, readChoice, withPeriod } from "./chart-choice.ts";

const read = (search: string) => readChoice(new URLSearchParams(search));
const today = { range: "today", startDate: "", endDate: "", hour: null } as const;

describe("the address of a chart", () => {
  it("[CHART-1] selects today's income by default, and ignores unknown values", () => {
    const ranking = { sort: "value", ascending: false, all: false, open: null };
    const usual = { measure: "income", period: today, view: "time", currency: null, table: false, ranking };
    expect(read("")).toEqual(usual);
    expect(read("chart=nonsense&range=decade&view=map&table=yes&sort=size")).toEqual(usual);
    expect(read("view=hours")).toEqual(usual);
  });

  it.each([
    "",
    "range=last7Days",
    "range=last7Days&view=hours&currency=MYR",
    "chart=orders&range=custom&startDate=2026-11-01&endDate=2026-11-03&view=hours&table=1",
    "currency=PHP&table=1",
    "view=devices&sort=change&order=asc&all=1",
    "view=outlets&open=outlet-1",
  ])("[CHART-1] is the same after it has been read and written: %s", (search) => {
    const href = hrefOf("dataChart", choiceQuery(read(search)));
    expect(href.split("?")[1] ?? "").toBe(search);
  });
});

it.each([
  ["range=last7Days&view=hours", "last30Days", "range=last30Days"],
  ["range=last7Days&view=hours", "thisWeek", "range=thisWeek&view=hours"],
  ["range=last7Days&view=hours&currency=MYR", "today", "currency=MYR"],
] as const)("[CHART-1] %s for %s shows hours only if the range has a heat map", (search, range, after) => {
  const next = withPeriod(read(search), { ...today, range });
  expect(hrefOf("dataChart", choiceQuery(next)).split("?")[1] ?? "").toBe(after);
});

describe("the currency of a chart", () => {
  const series = [{ currency: "MYR" }, { currency: "PHP" }] as const;
  it.each([
    ["MYR", "PHP", "MYR"],
    [null, "PHP", "PHP"],
    ["USD", "PHP", "PHP"],
    [null, "IDR", "MYR"],
  ] as const)(
    "[CHART-1] requested as %s by an account in %s is %s, never a sum of currencies",
    (wanted, own, shown) => {
      expect(chosenSeries(series, wanted, own)?.currency).toBe(shown);
    },
  );
  it("[CHART-1] is undefined for an account without figures", () => {
    expect(chosenSeries([], "PHP", "PHP")).toBeUndefined();
  });
});
