import { describe, expect, it } from "vitest";
import { pageOf, readIdCursor, readPageCursor, totalOf, writePageCursor } from "./page-cursor.ts";

describe("a cursor", () => {
  const filter = { statuses: ["failed", "completed"], deviceId: undefined, from: new Date(0), zone: "UTC" };

  it("[ORD-1] is valid for the same filter, in any order of its fields", () => {
    const cursor = writePageCursor(filter, "place");
    const again = { zone: "UTC", from: new Date(0), statuses: ["completed", "failed"] };
    expect(readPageCursor(again, cursor)).toBe("place");
  });

  it.each([
    { ...filter, zone: "Asia/Manila" },
    { ...filter, from: new Date(1) },
    { ...filter, statuses: ["failed"] },
    { ...filter, deviceId: "MC1" },
    null,
  ])("[ORD-1] is refused under another one: %j", (other) => {
    expect(() => readPageCursor(other, writePageCursor(filter, "place"))).toThrow("invalidRequest");
  });
});

it("[ORD-1] reads an ID from a cursor, and rejects a cursor with any other content", () => {
  const id = "0197a5f0-0000-7000-8000-000000000000";
  expect(readIdCursor({}, writePageCursor({}, id))).toBe(id);
  for (const text of ["", "place", `${id}'`])
    expect(() => readIdCursor({}, writePageCursor({}, text))).toThrow("invalidRequest");
});

it("[ORD-1] a page has the requested number of rows, and a cursor after its last row if more rows were found", () => {
  const rows = ["a", "b", "c"];
  const cursorAfter = (last: string) => `after ${last}`;
  expect(pageOf(rows, 2, cursorAfter)).toEqual({ items: ["a", "b"], nextCursor: "after b" });
  expect(pageOf(rows, 3, cursorAfter)).toEqual({ items: rows, nextCursor: null });
  expect(pageOf([], 3, cursorAfter)).toEqual({ items: [], nextCursor: null });
});

describe("the total of a list that changes while it is read", () => {
  it.each([
    ["a whole list is counted by its rows", 9, 8, { isFirst: true, isLast: true }, 8],
    [
      "a whole list is counted by its rows, even if rows were added in the meantime",
      82,
      84,
      { isFirst: true, isLast: true },
      84,
    ],
    ["a page with another after it", 20, 20, { isFirst: true, isLast: false }, 21],
    ["an ordinary page", 500, 20, { isFirst: false, isLast: false }, 500],
    ["a last page", 3, 5, { isFirst: false, isLast: true }, 5],
  ] as const)(
    "[ORD-1] is never less than the number of shown rows: %s",
    (_what, counted, shown, place, total) => {
      const page = { items: Array.from({ length: shown }), nextCursor: place.isLast ? null : "next" };
      expect(totalOf(counted, page, place.isFirst)).toBe(total);
    },
  );
});
