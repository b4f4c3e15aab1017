import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { feedbackDetailOf, feedbackOf } from "#test/data/feedback-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { refundRequestsOf } from "#test/data/refund-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/order/order";
type Order = ReturnType<typeof orderOf>;

/** Returns ended orders, newest first. Each third was paid by coins, each fourth was refunded. */
const ordersOf = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) =>
    orderOf({
      orderId: `order-${String(1_000 - index)}`,
      orderNumber: `260302-${String(1_000 - index)}-92QX`,
      orderTime: instantAfter(-600 * (index + 1)),
      deviceId: index % 2 === 0 ? "MC1000" : "MC2000",
      orderStatus: index % 4 === 3 ? "refunded" : "completed",
      payType: index % 3 === 2 ? "coin" : "online",
      orderType: index % 3 === 2 ? "coin" : "online",
      endReason: "finished",
      endedAt: instantAfter(0),
    }),
  );

/** Lists orders like the server, filtered by a few fields, in pages whose cursor is the number of rows before. */
const listOf =
  (orders: () => readonly Order[]): NonNullable<Handlers["orderList"]> =>
  ({ cursor = "0", limit = 20, payType, orderStatus, deviceId }) => {
    const fitting = orders().filter(
      (order) =>
        (payType?.includes(order.payType) ?? true) &&
        (orderStatus?.includes(order.orderStatus) ?? true) &&
        (deviceId ?? order.deviceId) === order.deviceId,
    );
    const end = Number(cursor) + limit;
    return {
      items: fitting.slice(Number(cursor), end),
      nextCursor: end < fitting.length ? String(end) : null,
      total: fitting.length,
    };
  };

const openList = (orders: readonly Order[], handlers: Handlers = {}, query = "") =>
  openPage(address + query, {
    session: managerSession,
    api: { ...managerHandlers(), orderList: listOf(() => orders), ...handlers },
  });

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-row]")];
const names = () => rows().map((row) => row.dataset.row);
const broken = () => {
  throw new Refusal("internal", "broken");
};

async function loadAll(page: Page): Promise<void> {
  for (;;) {
    const button = page.queryByText("Load more");
    if (button === null) return;
    const before = rows().length;
    await page.user.click(button);
    await page.until(() => expect(rows().length).toBeGreaterThan(before));
  }
}

it("[ORD-1] lists orders with their number and time, newest first, a page of twenty first, and loads more until the end", async () => {
  const orders = ordersOf(57);
  const page = await openList(orders);
  await page.findText("Orders: 57");
  const first = page.getAllByRole("listitem").find((item) => item.getAttribute("aria-posinset") === "1");
  expect(first?.getAttribute("aria-setsize")).toBe("57");
  const text = first?.textContent ?? "";
  for (const part of [
    "MC1000",
    "260302-1000-92QX",
    "Ayala Mall",
    "Online payment · Intensity\u00a01",
    "₱50.00",
    "Completed",
    "11:50",
  ])
    expect(text).toContain(part);
  // The heading of the day has the date.
  expect(text).not.toContain("Mar 2");
  expect(rows()).toHaveLength(20);
  await loadAll(page);
  await page.findText("End of list");
  expect(names()).toEqual(orders.map(({ orderId }) => orderId));
  expect(rows()[3]?.textContent).toContain("Refunded");
});

it("[ORD-1] names the minutes of an order that only added minutes, which looks like a second massage otherwise", async () => {
  const added = orderOf({ orderId: "order-2", parentOrderId: "order-1", minutes: 5 });
  const page = await openList([added, orderOf({ orderId: "order-1" })]);
  await page.findText("Orders: 2");
  expect(rows().map((row) => /Online payment · ([^₱]*)/.exec(row.textContent)?.[1])).toEqual([
    "+5 min",
    "Intensity\u00a01",
  ]);
});

it("[ORD-1] counts each of several new orders that arrive at the same time", async () => {
  const page = await openList(ordersOf(3));
  await page.findText("Orders: 3");
  for (const end of ["cd", "ce", "cf"]) {
    const order = orderOf({ orderId: `order-9${end}`, orderTime: instantAfter(60) });
    await page.push({ name: "order", data: order });
  }
  await page.find("button", "Show 3 new");
  expect(rows()).toHaveLength(3);
});

it("[ORD-1] offers to load new orders, and updates a running one live", async () => {
  let orders = ordersOf(3);
  const page = await openList([], { orderList: listOf(() => orders) });
  await page.findText("Orders: 3");
  await page.openStream();
  const running = orderOf({ orderId: "order-9999", orderTime: instantAfter(0) });
  orders = [running, ...orders];
  await page.push({ name: "order", data: running });
  await page.tap("button", "Show 1 new");
  await page.findText("Orders: 4");
  expect(rows()[0]?.textContent).toContain("Running");
  const ended = { ...running, orderStatus: "completed", endReason: "stopped" } as const;
  orders = [ended, ...orders.slice(1)];
  await page.push({ name: "order", data: ended });
  await page.until(() => expect(rows()[0]?.textContent).toContain("Completed"));
});

it("[ORD-1] offers only new orders that match the filters and belong among the loaded rows", async () => {
  const orders = ordersOf(57);
  const page = await openList(orders, {}, "?payType=online");
  await page.findText("Orders: 38");
  const put = (orderId: string, minutes: number, fields: Partial<Order> = {}) =>
    page.push({
      name: "order",
      data: orderOf({ orderId, orderTime: instantAfter(60 * minutes), ...fields }),
    });
  await put("coins", 1, { payType: "coin" });
  await put("older", -1_000);
  await put("newest", 2);
  await put("between", -15);
  await page.find("button", "Show 2 new");
  await put("between", -15, { payType: "coin" });
  await page.find("button", "Show 1 new");
  await loadAll(page);
  await put("oldest", -2_000);
  await page.find("button", "Show 2 new");
  expect(rows()).toHaveLength(38);
});

it("[ORD-1] [CASH-2] updates the row of an order in its place, even if it no longer matches the filters", async () => {
  const orders = ordersOf(3);
  const page = await openList(orders, {}, "?orderStatus=completed");
  await page.findText("Orders: 3");
  const [, second] = orders;
  if (second === undefined) throw new Error("no second order");
  await page.push({
    name: "order",
    data: { ...second, orderStatus: "refunded", lateAt: instantAfter(0) },
  });
  await page.until(() => expect(rows()[1]?.textContent).toContain("Refunded"));
  expect(rows()[1]?.textContent).toContain("Late entry");
  expect(names()).toEqual(orders.map(({ orderId }) => orderId));
  expect(page.queryByRole("button", { name: /^Show \d/ })).toBeNull();
});

it("[ORD-1] [ORD-2] returns from an order to the loaded rows, the filters, and the focus on its row", async () => {
  const orders = ordersOf(57);
  const page = await openList(
    orders,
    { getOrder: ({ orderId }) => orderOf({ orderId }) },
    "?deviceId=MC1000",
  );
  await page.findText("Orders: 29");
  await loadAll(page);
  const row = rows()[25];
  const calls = page.api.calls("orderList").length;
  await page.tap("link", /260302-950-92QX/);
  await page.find("heading", "Order details");
  await page.until(() => expect(document.activeElement?.textContent).toBe("Order details"));
  expect(rows()).toEqual([]);
  history.back();
  await page.until(() => expect(rows()).toHaveLength(29));
  expect(location.search).toBe("?deviceId=MC1000");
  expect((document.activeElement as HTMLElement).dataset.row).toBe(row?.dataset.row);
  expect(page.api.calls("orderList")).toHaveLength(calls);

  // An event that arrives while an order is shown updates the list, which is refetched when it is shown again.
  await page.tap("link", /260302-950-92QX/);
  await page.find("heading", "Order details");
  await page.push({ name: "order", data: { ...(orders[50] as Order), orderStatus: "failed" } });
  history.back();
  await page.until(() => expect(rows()[25]?.textContent).toContain("Failed"));
  await page.until(() => expect(page.api.calls("orderList").length).toBeGreaterThan(calls));
});

it("[ORD-1] [NET-3] shows the loading, empty, and no match states of the list", async () => {
  const gate = createGate();
  const list = listOf(() => []);
  const page = await openList([], {
    orderList: async (request, call) => {
      await gate.opened;
      return list(request, call);
    },
  });
  // The placeholder, which has the shape of rows, appears after a short delay.
  await page.waitUntil(() => page.getByRole("status", { name: "Loading" }));
  gate.open();
  await page.findText("No orders yet");

  const filtered = await openList([], {}, "?payType=coin");
  await filtered.findText("No results");
  await filtered.tap("button", "Clear filters");
  await filtered.findText("No orders yet");
});

it("[ORD-1] [NET-3] shows the failed and offline states of the list, and at its end that more rows could not be loaded", async () => {
  const orders = ordersOf(85);
  const page = await openList(orders, { orderList: broken }, "?orderStatus=completed&orderStatus=refunded");
  await page.findText("The orders could not be loaded");
  page.api.on("orderList", (request, call) =>
    request.cursor === undefined ? listOf(() => orders)(request, call) : broken(),
  );
  await page.tap("button", "Try again");
  await page.findText("Orders: 85");
  await page.tap("button", "Load more");
  await page.findText("More rows could not be loaded");
  expect(rows()).toHaveLength(20);
  page.api.on(
    "orderList",
    listOf(() => orders),
  );
  await page.tap("button", "Try again");
  await page.until(() => expect(rows()).toHaveLength(70));
  await page.find("button", "Load more");

  // Without a connection the current rows stay visible, with the reason above them.
  page.setOnline(false);
  await page.findText("No connection. Retrying automatically.");
  expect(rows()).toHaveLength(70);
  page.setOnline(true);
  await page.waitUntil(() => expect(page.queryByText("No connection. Retrying automatically.")).toBeNull());
});

it("[ORD-1] [NET-3] refetches the rows of a list that could not be refreshed before it loads more", async () => {
  let orders = ordersOf(85);
  const page = await openList([], { orderList: listOf(() => orders) });
  await page.findText("Orders: 85");
  page.api.on("orderList", broken);
  await page.openStream();
  await page.findText(/^The list could not be refreshed\./);
  await page.tap("button", "Load more");
  await page.findText("More rows could not be loaded");
  expect(rows()).toHaveLength(20);
  orders = [{ ...(orders[0] as Order), orderStatus: "failed" }, ...orders.slice(1)];
  page.api.on(
    "orderList",
    listOf(() => orders),
  );
  await page.tap("button", "Try again");
  await page.until(() => expect(rows()).toHaveLength(70));
  expect(rows()[0]?.textContent).toContain("Failed");
  expect(page.queryByText(/^The list could not be refreshed\./)).toBeNull();
});

it.each([
  ["an outlet of another manager", "?areaId=nobodys", new Refusal("outletNotFound", "Outlet not found")],
  [
    "an end before the start",
    "?startDate=2026-11-20&endDate=2026-11-01",
    new Refusal("invalidRequest", "Please select the correct time"),
  ],
])(
  "[ORD-2] [DET-2] offers to clear the filters of a link with an invalid one: %s",
  async (_, query, refusal) => {
    const orders = ordersOf(3);
    const page = await openList(
      orders,
      {
        orderList: (request, call) => {
          if (request.areaId !== undefined || request.startDate !== undefined) throw refusal;
          return listOf(() => orders)(request, call);
        },
      },
      query,
    );
    await page.findText(/could not be loaded/);
    await page.findText(refusal.message);
    expect(page.queryByRole("button", { name: "Try again" })).toBeNull();
    await page.tap("button", "Clear filters");
    await page.findText("Orders: 3");
  },
);

it("[ORD-2] filters by every field, shows the filters, keeps them in the address, and removes them", async () => {
  const orders = ordersOf(60);
  const page = await openList(orders);
  await page.tap("button", "Filters");
  const sheet = await page.find("dialog", "Filters");
  for (const name of ["Completed", "Coins", "Coin order", "Ayala Mall"])
    await page.tap("checkbox", name, sheet);
  await page.fill("Device ID", "mc1000");
  // The sheet shows an error next to an end date that is before the start date.
  await page.fill("From", "2026-05-02");
  await page.fill("To", "2026-05-01");
  await page.tap("button", "Apply filters", sheet);
  await page.findText("Please select the correct time", sheet);
  await page.until(() => expect(document.activeElement).toBe(page.getByLabelText("To")));
  await page.tap("radio", "Last 7 days", sheet);
  await page.tap("button", "Apply filters", sheet);
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  await page.until(() =>
    expect(page.api.calls("orderList").at(-1)?.request).toMatchObject({
      orderStatus: ["completed"],
      payType: ["coin"],
      orderType: ["coin"],
      areaId: ["outlet-1"],
      deviceId: "MC1000",
      startDate: "2026-02-24",
      endDate: "2026-03-02",
    }),
  );
  const query = new URLSearchParams(location.search);
  expect(query.getAll("orderStatus")).toEqual(["completed"]);
  expect(query.getAll("payType")).toEqual(["coin"]);
  expect(query.getAll("areaId")).toEqual(["outlet-1"]);
  expect(query.get("deviceId")).toBe("MC1000");

  await page.tap("button", "Remove filter: Completed");
  await page.until(() => expect(page.api.calls("orderList").at(-1)?.request.orderStatus).toBeUndefined());
  await page.tap("button", /^Filters/);
  const reopened = await page.find("dialog", "Filters");
  expect(((await page.find("checkbox", "Coins", reopened)) as HTMLInputElement).checked).toBe(true);
  await page.tap("button", "Reset", reopened);
  await page.findText("Orders: 60");
  expect(location.search).toBe("");
});

it("[FB-1] links an order to its feedback", async () => {
  const order = orderOf({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(0) });
  const feedback = feedbackOf({ problem: "The foot rest is stuck" });
  const page = await openPage(`${address}?orderId=${order.orderId}`, {
    session: managerSession,
    api: {
      ...managerHandlers(),
      getOrder: () => order,
      refundRequests: () => refundRequestsOf({ left: 0 }),
      feedbackOfOrder: () => [feedback],
      feedbackDetail: () => feedbackDetailOf(feedback),
      feedbackLook: () => feedback,
    },
  });
  await page.tap("link", "Feedback on this order");
  await page.atAddress(`/pages/feedback/feedback?orderId=${order.orderId}`);
  await page.findText("The foot rest is stuck");
});

it("[ORD-2] states on the button how many orders match the chosen filters before they are applied", async () => {
  const page = await openList(ordersOf(57));
  await page.findText("Orders: 57");
  await page.tap("button", "Filters");
  const sheet = await page.find("dialog", "Filters");
  await page.waitUntil(() => page.getByText("(57)"));
  await page.tap("checkbox", "Coins", sheet);
  await page.waitUntil(() => page.getByText("(19)"));
  await page.tap("button", "Apply filters", sheet);
  await page.findText("Orders: 19");
});
