import { expect, it } from "vitest";
import { dateBounds } from "./calendar-day.ts";

it("[DET-1] [ORD-2] limits date pickers to ten years before and after today", () => {
  expect(dateBounds("2026-11-21")).toEqual({ min: "2016-11-21", max: "2036-11-21" });
  expect(dateBounds("2028-02-29")).toEqual({ min: "2018-02-28", max: "2038-02-28" });
});
