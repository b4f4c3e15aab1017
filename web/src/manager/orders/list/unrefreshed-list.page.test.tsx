import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const orders = Array.from({ length: 45 }, (_, index) =>
  orderOf({
    orderId: `order-${index}`,
    orderStatus: "completed",
    orderTime: instantAfter(-600 * (index + 1)),
  }),
);
const list: NonNullable<Handlers["orderList"]> = ({ cursor = "0", limit = 20 }) => {
  const end = Number(cursor) + limit;
  return {
    items: orders.slice(Number(cursor), end),
    nextCursor: end < orders.length ? String(end) : null,
    total: orders.length,
  };
};
const rows = () => document.querySelectorAll("[data-row]");
const stale = /^The list could not be refreshed/;

it("[ORD-1] [NET-3] shows above a list that it could not be refreshed, and refreshes it when more rows are loaded", async () => {
  const page = await openPage("/pages/order/order", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      orderList: list,
    },
  });
  await page.findText("Orders: 45");
  await page.find("button", "Load more");
  page.api.on("orderList", () => {
    throw new Refusal("internal", "broken");
  });
  // The page refetches its list when the stream opens.
  await page.openStream();
  await page.waitUntil(() => page.getByText(stale));
  expect(rows().length).toBeGreaterThanOrEqual(20);
  page.api.on("orderList", list);
  await page.tap("button", "Load more");
  await page.until(() => expect(rows().length).toBeGreaterThanOrEqual(40));
  await page.waitUntil(() => expect(page.queryByText(stale)).toBeNull());
});
