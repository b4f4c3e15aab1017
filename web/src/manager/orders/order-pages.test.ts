import { describe, expect, it } from "vitest";
import type { OrderRow } from "./order-filters.ts";
import { type OrderPages, changeByOrder } from "./order-pages.ts";

const order = (orderId: string, minute: number, orderStatus = "completed") =>
  ({
    orderId,
    orderStatus,
    lateAt: null,
    orderTime: `2026-11-21T08:${String(minute).padStart(2, "0")}:00.000Z`,
  }) as OrderRow;

const pages: OrderPages = {
  pageParams: [{}, { cursor: "more" }],
  pages: [
    { items: [order("d", 40), order("c", 30, "running")], nextCursor: "more", total: 9 },
    { items: [order("b", 20), order("a", 10)], nextCursor: "next", total: 9 },
  ],
};

describe("an order's event in a list", () => {
  it("[ORD-1] replaces the order's row, and leaves other pages unchanged", () => {
    const change = changeByOrder(pages, order("c", 30, "completed"), true);
    if (change.kind !== "replaced") throw new Error(change.kind);
    expect(change.pages.pages[0]?.items.map(({ orderStatus }) => orderStatus)).toEqual([
      "completed",
      "completed",
    ]);
    expect(change.pages.pages[1]).toBe(pages.pages[1]);
  });

  it("[CASH-2] marks the order's row as a late entry", () => {
    const lateAt = "2026-12-09T00:00:00.000Z";
    const change = changeByOrder(pages, { ...order("c", 30), lateAt }, true);
    if (change.kind !== "replaced") throw new Error(change.kind);
    expect(change.pages.pages[0]?.items.map((row) => row.lateAt)).toEqual([null, lateAt]);
  });

  it("[ORD-1] keeps the position of a row that no longer matches the filters", () => {
    expect(changeByOrder(pages, order("c", 30, "failed"), false).kind).toBe("replaced");
  });

  it("[ORD-1] is new only if the order matches the filters and belongs among the loaded rows", () => {
    expect(changeByOrder(pages, order("e", 50), true).kind).toBe("new");
    expect(changeByOrder(pages, order("bc", 25), true).kind).toBe("new");
    expect(changeByOrder(pages, order("z", 5), true).kind).toBe("none");
    expect(changeByOrder(pages, order("e", 50), false).kind).toBe("none");
    const last = { ...pages, pages: pages.pages.map((page) => ({ ...page, nextCursor: null })) };
    expect(changeByOrder(last, order("z", 5), true).kind).toBe("new");
  });
});
