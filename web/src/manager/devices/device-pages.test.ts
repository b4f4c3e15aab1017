import { describe, expect, it } from "vitest";
import type { DeviceRow } from "./device-filters.ts";
import { type DevicePages, newsOf, withDeviceNews } from "./device-pages.ts";

const device = (deviceId: string, online = true) => ({ deviceId, online }) as DeviceRow;

const pages: DevicePages = {
  pageParams: [null, "more"],
  pages: [
    { items: [device("A1"), device("A3")], nextCursor: "more", total: 9 },
    { items: [device("B1"), device("B3")], nextCursor: "deeper", total: 9 },
  ],
};
const numbers = (data: DevicePages) => data.pages.map(({ items }) => items.map(({ deviceId }) => deviceId));
const take = (row: DeviceRow, fits: boolean, data = pages) =>
  withDeviceNews(data, row, newsOf(data, row, fits));

describe("a chair's news in a list", () => {
  it("[DEV-1] takes the place of its older self and leaves other pages untouched", () => {
    const next = take(device("B1", false), true);
    expect(next.pages[1]?.items[0]).toEqual(device("B1", false));
    expect(next.pages[0]).toBe(pages.pages[0]);
    expect(pages.pages[1]?.items[0]).toEqual(device("B1"));
  });

  it("[DEV-1] takes a chair out that no longer fits, and counts one less", () => {
    const next = take(device("B1", false), false);
    expect(numbers(next)).toEqual([["A1", "A3"], ["B3"]]);
    expect(next.pages[0]?.total).toBe(8);
  });

  it("[DEV-1] puts a chair in that fits by now, where its number belongs", () => {
    expect(numbers(take(device("A2"), true))).toEqual([
      ["A1", "A2", "A3"],
      ["B1", "B3"],
    ]);
    expect(numbers(take(device("A9"), true))).toEqual([
      ["A1", "A3"],
      ["A9", "B1", "B3"],
    ]);
    expect(take(device("A2"), true).pages[0]?.total).toBe(10);
  });

  it("[DEV-1] leaves what lies beyond the rows read to the next page, and appends where there is none", () => {
    expect(take(device("C1"), true)).toBe(pages);
    expect(newsOf(pages, device("C1"), true)).toBe("outOfSight");
    const whole = {
      ...pages,
      pages: [{ items: [device("A1")], nextCursor: null, total: 1 }],
      pageParams: [null],
    };
    expect(numbers(take(device("C1"), true, whole))).toEqual([["A1", "C1"]]);
    const none = { ...whole, pages: [{ items: [], nextCursor: null, total: 0 }] };
    expect(numbers(take(device("C1"), true, none))).toEqual([["C1"]]);
  });
});
