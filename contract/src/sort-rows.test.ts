import { describe, expect, it } from "vitest";
import { sortRows } from "./sort-rows.ts";

const rows = [
  { name: "Outlet 10", total: 5 },
  { name: "outlet 2", total: -3 },
  { name: "Outlet 1", total: 5 },
];

describe("sortRows", () => {
  it("[DET-1] sorts figures in ascending and descending order and keeps the order of equal ones", () => {
    const order = (ascending: boolean) =>
      sortRows(rows, ({ total }) => total, ascending, "en").map(({ name }) => name);
    expect(order(false)).toEqual(["Outlet 10", "Outlet 1", "outlet 2"]);
    expect(order(true)).toEqual(["outlet 2", "Outlet 10", "Outlet 1"]);
  });

  it("[DET-1] sorts names in natural order", () => {
    const names = sortRows(rows, ({ name }) => name, true, "en").map(({ name }) => name);
    expect(names).toEqual(["Outlet 1", "outlet 2", "Outlet 10"]);
  });
});
