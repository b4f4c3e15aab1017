import { describe, expect, it } from "vitest";
import type { OrderRow } from "./order-filters.ts";
import { type OrderPages, takeOrder } from "./order-pages.ts";

const order = (orderId: string, minute: number, orderStatus = "completed") =>
  ({
    orderId,
    orderStatus,
    orderTime: `2026-11-21T08:${String(minute).padStart(2, "0")}:00.000Z`,
  }) as OrderRow;

const pages: OrderPages = {
  pageParams: [null, "more"],
  pages: [
    { items: [order("d", 40), order("c", 30, "running")], nextCursor: "more", total: 9 },
    { items: [order("b", 20), order("a", 10)], nextCursor: "deeper", total: 9 },
  ],
};

describe("an order that the stream brings to the list", () => {
  it("[ORD-1] takes the place of its older self, and leaves other pages as they are", () => {
    const news = takeOrder(pages, order("c", 30, "completed"), true);
    if (news.kind !== "inList") throw new Error(news.kind);
    expect(news.pages.pages[0]?.items.map(({ orderStatus }) => orderStatus)).toEqual([
      "completed",
      "completed",
    ]);
    expect(news.pages.pages[1]).toBe(pages.pages[1]);
  });

  it("[ORD-1] stays in its place where it no longer fits the filter", () => {
    expect(takeOrder(pages, order("c", 30, "failed"), false).kind).toBe("inList");
  });

  it("[ORD-1] is missing where it belongs among the rows shown, and only there", () => {
    expect(takeOrder(pages, order("e", 50), true).kind).toBe("missing");
    expect(takeOrder(pages, order("bc", 25), true).kind).toBe("missing");
    expect(takeOrder(pages, order("z", 5), true).kind).toBe("elsewhere");
    expect(takeOrder(pages, order("e", 50), false).kind).toBe("elsewhere");
    const last = { ...pages, pages: pages.pages.map((page) => ({ ...page, nextCursor: null })) };
    expect(takeOrder(last, order("z", 5), true).kind).toBe("missing");
  });
});
