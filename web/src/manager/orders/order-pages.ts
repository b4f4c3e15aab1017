import type { PagesOf } from "#manager/shared/lists/list-query.ts";
import type { OrderRow } from "./order-filters.ts";

export type OrderPages = PagesOf<OrderRow>;

/** The effect of an order's event on the list: a replaced row, a new order that the list offers to show, or none. */
export type OrderChange =
  | { readonly kind: "replaced"; readonly pages: OrderPages }
  | { readonly kind: "new" }
  | { readonly kind: "none" };

/**
 * Returns the effect of an order's event on the list. A row that no longer matches the filters stays, so that rows do
 * not move under the user's finger.
 */
export function changeByOrder(data: OrderPages, order: OrderRow, matches: boolean): OrderChange {
  const isOfOrder = ({ orderId }: OrderRow) => orderId === order.orderId;
  if (data.pages.some(({ items }) => items.some(isOfOrder))) {
    const pages = data.pages.map((page) =>
      page.items.some(isOfOrder)
        ? { ...page, items: page.items.map((row) => (isOfOrder(row) ? { ...row, ...order } : row)) }
        : page,
    );
    return { kind: "replaced", pages: { ...data, pages } };
  }
  if (!matches) return { kind: "none" };
  const lastPage = data.pages[data.pages.length - 1];
  const oldest = lastPage?.items[lastPage.items.length - 1];
  // An order below the loaded rows is loaded later with its page.
  const isBelow = lastPage?.nextCursor !== null && oldest !== undefined && order.orderTime < oldest.orderTime;
  return { kind: isBelow ? "none" : "new" };
}
