import type { PagesOf } from "#manager/lists/paged-list.ts";
import type { OrderRow } from "./order-filters.ts";

export type OrderPages = PagesOf<OrderRow>;

/** Where an order that the stream brought stands to a list: in it, missing from it, or none of its business. */
export type OrderNews =
  | { readonly kind: "inList"; readonly pages: OrderPages }
  | { readonly kind: "missing" }
  | { readonly kind: "elsewhere" };

/**
 * Puts a live order in the place of its older self; it keeps its place even where it no longer fits the filter, for a
 * list must not move under a finger. Pages without it stay the same objects, so only one is drawn again.
 */
export function takeOrder(data: OrderPages, order: OrderRow, fits: boolean): OrderNews {
  const at = data.pages.findIndex((page) => page.items.some(({ orderId }) => orderId === order.orderId));
  if (at >= 0) {
    const pages = data.pages.map((page, index) =>
      index === at
        ? { ...page, items: page.items.map((row) => (row.orderId === order.orderId ? order : row)) }
        : page,
    );
    return { kind: "inList", pages: { ...data, pages } };
  }
  if (!fits) return { kind: "elsewhere" };
  const last = data.pages[data.pages.length - 1];
  const oldest = last?.items[last.items.length - 1];
  // Further down than what was read so far, it comes with its own page.
  const isBelow = last?.nextCursor !== null && oldest !== undefined && order.orderTime < oldest.orderTime;
  return { kind: isBelow ? "elsewhere" : "missing" };
}
