import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { refundRequestsOf } from "#test/data/refund-data.ts";
import type { Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/order/order";
const orders = ["1003", "1002", "1001"].map((end) =>
  orderOf({ orderId: `order-${end}`, orderNumber: `260302-${end}`, orderStatus: "completed" }),
);

const openTable = (query = "", handlers: Handlers = {}, language: Language = "en_US") =>
  openPage(address + query, {
    language,
    session: managerSession,
    width: 1440,
    api: {
      ...managerHandlers(),
      orderList: () => ({ items: orders, nextCursor: null, total: orders.length }),
      getOrder: ({ orderId }) => orders.find((order) => order.orderId === orderId) ?? orderOf({ orderId }),
      refundRequests: () => refundRequestsOf({ left: 0 }),
      ...handlers,
    },
  });

const focused = () => (document.activeElement as HTMLElement | null)?.dataset.row;
const headers = () =>
  [...document.querySelectorAll("[role=columnheader]")].map(({ textContent }) => textContent);

it("[WIDE-1] shows the orders of a wide window in a table whose rows are links, and moves among them by arrow keys", async () => {
  const page = await openTable("?payType=online");
  const table = await page.find("table", "Orders");
  expect(table.getAttribute("aria-rowcount")).toBe("4");
  expect(page.queryByRole("list", { name: "Orders" })).toBeNull();
  const links = page.getAllByRole("link", { name: /^260302-/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    orders.map(({ orderId }) => `${address}?payType=online&orderId=${orderId}`),
  );
  // One row is in the tab order.
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  links[0]?.focus();
  await page.user.keyboard("{ArrowDown}");
  expect(focused()).toBe("order-1002");
  await page.user.keyboard("{End}{ArrowDown}");
  expect(focused()).toBe("order-1001");
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  await page.user.keyboard("{Home}{ArrowUp}");
  expect(focused()).toBe("order-1003");
});

it("[WIDE-1] [WIDE-2] shows an order beside the table by Enter, and closes it by Escape with the focus on its row", async () => {
  const page = await openTable();
  const link = await page.find("link", /^260302-1002/);
  link.focus();
  await page.user.keyboard("{Enter}");
  await page.find("heading", "Order details");
  expect(location.search).toBe("?orderId=order-1002");
  expect(document.title).toContain("Order details");
  // The list stays, with fewer columns.
  await page.find("table", "Orders");
  expect(headers()).toEqual(["Order number", "Order time", "Amount", "Order status"]);
  expect(focused()).toBe("order-1002");
  expect(link.getAttribute("aria-current")).toBe("true");
  await page.user.keyboard("{ArrowDown}{Enter}");
  await page.atAddress(`${address}?orderId=order-1001`);
  history.back();
  await page.until(() => expect(location.search).toBe("?orderId=order-1002"));
  await page.until(() => expect(link.getAttribute("aria-current")).toBe("true"));
  await page.user.keyboard("{Escape}");
  await page.until(() => expect(location.search).toBe(""));
  expect(page.queryByRole("heading", { name: "Order details" })).toBeNull();
  expect(focused()).toBe("order-1002");
});

it("[WIDE-2] chooses the columns of the table, which the address keeps with the filters and the selected order", async () => {
  const page = await openTable("?payType=online");
  await page.find("table", "Orders");
  await page.tap("button", "Columns");
  const sheet = await page.find("dialog", "Columns");
  await page.tap("checkbox", "Outlet", sheet);
  await page.tap("checkbox", "Payment method", sheet);
  await page.tap("button", "Close", sheet);
  const columns = "column=time&column=device&column=amount&column=status";
  await page.atAddress(`${address}?payType=online&${columns}`);
  expect(headers()).toEqual(["Order number", "Order time", "Device ID", "Amount", "Order status"]);

  const reopened = await openTable(`?payType=online&${columns}&orderId=order-1002`);
  await reopened.find("heading", "Order details");
  // Beside the order, the table shows those of the chosen columns for which it has space.
  expect(headers()).toEqual(["Order number", "Order time", "Amount", "Order status"]);
  await reopened.tap("button", "Columns");
  const besideOrder = await reopened.find("dialog", "Columns");
  expect(reopened.getAllByRole("checkbox")).toHaveLength(3);
  await reopened.tap("checkbox", "Amount", besideOrder);
  await reopened.until(() => expect(headers()).toEqual(["Order number", "Order time", "Order status"]));
  await reopened.tap("checkbox", "Amount", besideOrder);
  await reopened.tap("button", "Close", besideOrder);
  await reopened.tap("button", "Close");
  await reopened.atAddress(`${address}?payType=online&${columns}`);
  expect(headers()).toEqual(["Order number", "Order time", "Device ID", "Amount", "Order status"]);
});

it("[WIDE-1] shows the list in a window that becomes narrow, and the table in one that becomes wide", async () => {
  const page = await openTable();
  await page.find("table", "Orders");
  const resize = (width: number) =>
    (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({
      width,
    });
  resize(899);
  await page.find("list", "Orders");
  expect(page.queryByRole("table")).toBeNull();
  resize(900);
  await page.find("table", "Orders");
});

const tableIn: Record<Language, { headers: string; amount: string; cell: string; count: string }> = {
  en_US: {
    headers: "Order number, Order time, Device ID, Outlet, Payment method, Amount, Order status",
    amount: "Amount",
    cell: "₱50.00",
    count: "Orders: 3",
  },
  zh_CN: {
    headers: "订单号, 下单时间, 设备编号, 网点, 支付方式, 金额, 订单状态",
    amount: "金额",
    cell: "₱50.00",
    count: "共 3 笔订单",
  },
  zh_TW: {
    headers: "訂單編號, 下單時間, 設備編號, 據點, 付款方式, 金額, 訂單狀態",
    amount: "金額",
    cell: "₱50.00",
    count: "共 3 筆訂單",
  },
  id_ID: {
    headers: "Nomor pesanan, Waktu pesanan, ID perangkat, Gerai, Metode pembayaran, Jumlah, Status pesanan",
    amount: "Jumlah",
    cell: "₱50,00",
    count: "3 pesanan",
  },
};

it.each(languages)("[WIDE-2] sorts the orders by a header (%s)", async (language) => {
  const texts = tableIn[language];
  const page = await openTable("?payType=online", {}, language);
  await page.findText(texts.count);
  expect(page.getAllByText(texts.cell)).toHaveLength(3);
  expect(headers().join(", ")).toBe(texts.headers);
  // The heading names the day of the orders.
  const timeOfFirst = () => document.querySelector("[role=table] time")?.textContent;
  expect(timeOfFirst()).toMatch(/^\P{L}?\d\d:\d\d\P{L}?$/u);
  await page.tap("button", texts.amount);
  await page.atAddress(`${address}?payType=online&sort=amount`);
  await page.until(() => expect(timeOfFirst()).toMatch(/2.*\d\d:\d\d/));
  const header = await page.find("columnheader", texts.amount);
  await page.until(() => expect(header.getAttribute("aria-sort")).toBe("descending"));
  await page.until(() =>
    expect(page.api.calls("orderList").at(-1)?.request).toMatchObject({ sort: "amount", order: "desc" }),
  );
  await page.tap("button", texts.amount);
  await page.atAddress(`${address}?payType=online&sort=amount&order=asc`);
  await page.until(() =>
    expect(page.api.calls("orderList").at(-1)?.request).toMatchObject({
      payType: ["online"],
      sort: "amount",
      order: "asc",
    }),
  );
});

it("[WIDE-2] offers no sorting of more orders than the server sorts", async () => {
  const page = await openTable("", {
    orderList: () => ({ items: orders, nextCursor: null, total: 10_001 }),
  });
  await page.findText(/^Orders: 10,001 ?/);
  expect(page.getByRole("main").textContent).toContain("Filter to 10,000 orders or fewer to sort");
  expect(page.queryByRole("button", { name: "Amount" })).toBeNull();
  await page.find("columnheader", "Amount");
});
