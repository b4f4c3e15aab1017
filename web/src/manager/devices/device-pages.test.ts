import { describe, expect, it } from "vitest";
import type { DeviceRow } from "./device-filters.ts";
import { type DevicePages, changeOf, withDevice } from "./device-pages.ts";

const device = (deviceId: string, online = true) => ({ deviceId, online }) as DeviceRow;

const pages: DevicePages = {
  pageParams: [{}, { cursor: "more" }],
  pages: [
    { items: [device("A1"), device("A3")], nextCursor: "more", total: 9 },
    { items: [device("B1"), device("B3")], nextCursor: "next", total: 9 },
  ],
};
const numbers = (data: DevicePages) => data.pages.map(({ items }) => items.map(({ deviceId }) => deviceId));
const apply = (row: DeviceRow, matches: boolean, data = pages) =>
  withDevice(data, row, changeOf(data, row, matches));

describe("a device's event in a list", () => {
  it("[DEV-1] replaces the device's row and leaves other pages unchanged", () => {
    const next = apply(device("B1", false), true);
    expect(next.pages[1]?.items[0]).toEqual(device("B1", false));
    expect(next.pages[0]).toBe(pages.pages[0]);
    expect(pages.pages[1]?.items[0]).toEqual(device("B1"));
  });

  it("[DEV-1] removes a device that no longer matches the filters, and decreases the total", () => {
    const next = apply(device("B1", false), false);
    expect(numbers(next)).toEqual([["A1", "A3"], ["B3"]]);
    expect(next.pages[0]?.total).toBe(8);
  });

  it("[DEV-1] inserts a device that now matches the filters, sorted by device ID", () => {
    expect(numbers(apply(device("A2"), true))).toEqual([
      ["A1", "A2", "A3"],
      ["B1", "B3"],
    ]);
    expect(numbers(apply(device("A9"), true))).toEqual([
      ["A1", "A3"],
      ["A9", "B1", "B3"],
    ]);
    expect(apply(device("A2"), true).pages[0]?.total).toBe(10);
  });

  it("[DEV-1] ignores a device beyond the loaded rows, and appends it if all pages are loaded", () => {
    expect(apply(device("C1"), true)).toBe(pages);
    expect(changeOf(pages, device("C1"), true)).toBe("none");
    const complete = {
      ...pages,
      pages: [{ items: [device("A1")], nextCursor: null, total: 1 }],
      pageParams: [{}],
    };
    expect(numbers(apply(device("C1"), true, complete))).toEqual([["A1", "C1"]]);
    const none = { ...complete, pages: [{ items: [], nextCursor: null, total: 0 }] };
    expect(numbers(apply(device("C1"), true, none))).toEqual([["C1"]]);
  });
});
