import { describe, expect, it } from "vitest";
import { hrefOf } from "#shared/routing/routes.ts";
import { chosenSeries, choiceQuery, readChoice, withKind } from "./chart-choice.ts";

const read = (search: string) => readChoice(new URLSearchParams(search));

describe("the address of a chart", () => {
  it("[CHART-1] selects today's chart by the hour by default, and ignores unknown values", () => {
    const usual = { kind: "today", unit: "hour", currency: null, table: false };
    expect(read("")).toEqual(usual);
    expect(read("chart=nonsense&unit=week&table=yes")).toEqual(usual);
    expect(read("unit=day")).toEqual(usual);
  });

  it.each([
    "",
    "chart=income",
    "chart=income&unit=hour&currency=MYR",
    "chart=orders&unit=hour&table=1",
    "currency=PHP&table=1",
  ])("[CHART-1] is the same after it has been read and written: %s", (search) => {
    const href = hrefOf("dataChart", choiceQuery(read(search)));
    expect(href.split("?")[1] ?? "").toBe(search);
  });
});

describe("a change of the chart", () => {
  const hrefAfter = (search: string, kind: "today" | "income" | "orders") =>
    hrefOf("dataChart", choiceQuery(withKind(read(search), kind))).split("?")[1] ?? "";
  it.each([
    ["", "income", "chart=income"],
    ["currency=MYR", "orders", "chart=orders&currency=MYR"],
    ["chart=income&unit=hour", "orders", "chart=orders&unit=hour"],
    ["chart=orders", "income", "chart=income"],
    ["chart=income&unit=hour", "today", ""],
  ] as const)(
    "[CHART-1] from %j to %s uses the default unit unless a unit was chosen",
    (search, kind, after) => {
      expect(hrefAfter(search, kind)).toBe(after);
    },
  );
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
