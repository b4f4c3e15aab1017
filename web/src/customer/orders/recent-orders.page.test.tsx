import { expect, it } from "vitest";
import { orderOf } from "#test/data/order-data.ts";
import { createGate, type Handlers } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/quickStart/quickStart";

/** Returns orders, newest first, without the fields that only `getOrder` returns. */
const ordersOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    orderOf({
      orderId: `order-${index + 1}`,
      deviceId: `MC100${index + 1}`,
      orderStatus: "completed",
      endReason: "finished",
    }),
  );

/** Handlers of a list in pages whose cursor is the number of rows before the page. */
const pages = (orders: ReturnType<typeof ordersOf>): Handlers => ({
  ownOrders: ({ cursor = "0", limit = 20 }) => {
    const end = Number(cursor) + limit;
    return {
      items: orders.slice(Number(cursor), end),
      nextCursor: end < orders.length ? String(end) : null,
    };
  },
});

const rows = (page: Page) => page.queryAllByRole("link", { name: /Chair MC/ });

it("[WHO-2] [QS-1] states that there are no orders yet", async () => {
  const page = await openPage(address, { api: pages([]) });
  await page.findText("No orders yet. Orders from this browser appear here.");
});

it("[WHO-2] [QS-1] lists the orders of this browser, newest first, and updates a running one live", async () => {
  const running = orderOf({ deviceId: "MC1002", amount: 0 });
  const stopped = orderOf({
    orderId: "order-0",
    deviceId: "MC1001",
    orderStatus: "completed",
    endReason: "stopped",
  });
  let items = [running, stopped];
  const page = await openPage(address, {
    api: {
      ownOrders: () => ({ items, nextCursor: null }),
      getOrder: () => orderOf(),
      feedbackOfOrder: () => [],
    },
  });
  await page.find("list", "Your recent orders");
  expect(rows(page).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Ayala Mall.*Chair MC1002.*₱0\.00.*Running/),
    expect.stringMatching(/Chair MC1001.*Stopped early/),
  ]);
  const ended = { ...running, orderStatus: "completed", endReason: "stopped" } as const;
  items = [ended, stopped];
  await page.push({ name: "order", data: ended });
  await page.until(() => expect(rows(page)[0]?.textContent).toMatch(/Stopped early/));
  await page.tap("link", /Chair MC1002/);
  await page.atAddress("/pages/deviceOrder/order?orderId=order-1");
  await page.find("timer");
});

it("[QS-1] continues after a lost connection", async () => {
  const page = await openPage(address, { api: pages(ordersOf(3)) });
  page.api.setOnline(false);
  await page.findText("They appear when you are online.");
  page.api.setOnline(true);
  await page.waitUntil(() => expect(rows(page)).toHaveLength(3));
});

it("[QS-1] pages through many orders, also while they are refetched", async () => {
  const more = createGate();
  const older = ordersOf(8).slice(1);
  const running = orderOf({ deviceId: "MC1001" });
  const { ownOrders } = pages([running, ...older]);
  const page = await openPage(address, {
    api: {
      ownOrders: async (request, call) => {
        if (request.cursor !== undefined) await more.opened;
        return ownOrders?.(request, call) ?? expect.unreachable();
      },
    },
  });
  await page.until(() => expect(rows(page)).toHaveLength(5));
  await page.tap("button", "Show more");
  const before = page.api.calls("ownOrders").length;
  await page.push({ name: "order", data: running });
  more.open();
  await page.until(() => expect(rows(page)).toHaveLength(8));
  // The further page, and a refetch of both.
  await page.until(() => expect(page.api.calls("ownOrders").length).toBeGreaterThanOrEqual(before + 2));
  expect(rows(page)).toHaveLength(8);
  expect(page.queryByRole("button", { name: "Show more" })).toBeNull();
});
