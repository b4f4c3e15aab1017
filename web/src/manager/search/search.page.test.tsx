import type { Found } from "@reposo/contract/search/search.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import {
  areaOf,
  incomeTodayOf,
  noLateEntries,
  openedDay,
  outletReportOf,
  overviewOf,
} from "#test/data/report-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { orderOf } from "#test/data/order-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const nothing: Found = { outlets: [], devices: [], orders: [], feedback: [] };
const found: Found = {
  outlets: [{ areaId: "outlet-1", areaName: "Ayala Mall" }],
  devices: [{ deviceId: "MC1000", areaName: "Ayala Mall", online: false }],
  orders: [
    {
      orderId: "order-1",
      orderNumber: "260302-7K3M-92QX",
      orderTime: instantAfter(-60),
      deviceId: "MC1000",
      areaName: "Ayala Mall",
      amount: 5_000,
      currency: "PHP",
      orderStatus: "completed",
    },
  ],
  feedback: [
    {
      feedbackId: "feedback-1",
      reference: "FB-8HJK-3000",
      createdAt: instantAfter(-30),
      deviceId: "MC1000",
      areaName: "Ayala Mall",
    },
  ],
};

const emptyCash: Handlers = {
  cashBoxes: () => ({ asOf: instantAfter(0), boxes: [], nextCursor: null, total: 0 }),
  outletCash: () => ({ items: [], nextCursor: null, total: 0 }),
  collectionDifferences: () => ({
    from: instantAfter(0),
    to: instantAfter(60),
    totals: [],
    rows: [],
    nextCursor: null,
    total: 0,
  }),
};

const openAt = (address: string, handlers: Handlers = {}, language: Language = "en_US") =>
  openPage(address, {
    language,
    session: managerSession,
    api: {
      ...managerHandlers(),
      appStatistics: () => statisticsOf({ cash: 7_500 }),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
      orderList: () => ({ items: [], nextCursor: null, total: 0 }),
      deviceList: () => ({ items: [], nextCursor: null, total: 0 }),
      getOrder: () => orderOf({ orderStatus: "cancelled" }),
      search: () => found,
      ...handlers,
    },
  });

const field = "Search orders, chairs, codes";

it("[FIND-1] finds orders, chairs, feedback, and outlets on home, and shows them again after Back", async () => {
  const page = await openAt("/pages/home/home");
  await page.fill(field, "7k3m");
  const list = await page.waitUntil(() => page.getByRole("list", { name: "Search results" }));
  expect(page.api.calls("search").map(({ request }) => request)).toEqual([{ text: "7k3m" }]);
  expect([...list.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
    "/pages/order/order?orderId=order-1",
    "/pages/device/device?deviceId=MC1000",
    "/pages/feedback/feedback?feedbackId=feedback-1",
    "/pages/outlet/outlet?areaId=outlet-1",
  ]);
  await page.findText("Results: 4");
  await page.tap("link", /260302-7K3M-92QX/);
  await page.atAddress("/pages/order/order?orderId=order-1");
  window.history.back();
  await page.atAddress("/pages/home/home?search=7k3m");
  await page.find("list", "Search results");
  expect(page.getByLabelText<HTMLInputElement>(field).value).toBe("7k3m");
  await page.tap("button", "Clear search");
  expect(page.queryByRole("list", { name: "Search results" })).toBeNull();
  await page.atAddress("/pages/home/home");
});

it("[FIND-1] says that more may match than it shows", async () => {
  const devices = ["1", "2", "3", "4", "5"].map((end) => ({
    deviceId: `MC100${end}`,
    areaName: "Ayala Mall",
    online: true,
  }));
  const page = await openAt("/pages/home/home", { search: () => ({ ...nothing, devices }) });
  await page.fill(field, "mc100");
  await page.waitUntil(() => page.getByText("The first 5 of each kind. Type more to narrow the search."));
  expect(page.queryByText("Results: 5")).toBeNull();
});

const searchIn: Record<
  Language,
  Record<"label" | "nothing" | "failed" | "retry" | "results" | "count", string>
> = {
  en_US: {
    label: field,
    nothing: "Nothing found for “nowhere”",
    failed: "The search failed",
    retry: "Try again",
    results: "Search results",
    count: "Results: 4",
  },
  zh_CN: {
    label: "搜索订单、按摩椅、券码",
    nothing: "找不到“nowhere”",
    failed: "搜索失败",
    retry: "重试",
    results: "搜索结果",
    count: "4 条结果",
  },
  zh_TW: {
    label: "搜尋訂單、按摩椅、券碼",
    nothing: "找不到「nowhere」",
    failed: "搜尋失敗",
    retry: "重試",
    results: "搜尋結果",
    count: "4 筆結果",
  },
  id_ID: {
    label: "Cari pesanan, kursi, kode",
    nothing: "Tidak ada hasil untuk “nowhere”",
    failed: "Pencarian gagal",
    retry: "Coba lagi",
    results: "Hasil pencarian",
    count: "4 hasil",
  },
};

it.each(languages)(
  "[FIND-1] states that nothing was found, and offers a retry after a failure (%s)",
  async (language) => {
    const texts = searchIn[language];
    const page = await openAt("/pages/order/order", { search: () => nothing }, language);
    await page.fill(texts.label, "nowhere");
    await page.waitUntil(() => page.getByText(texts.nothing));
    page.api.on("search", () => {
      throw new Refusal("notReady", "Please try again later");
    });
    await page.fill(texts.label, "somewhere");
    await page.waitUntil(() => page.getByText(texts.failed));
    page.api.on("search", () => found);
    await page.tap("button", texts.retry);
    await page.find("list", texts.results);
    await page.findText(texts.count);
  },
);

it("[FIND-1] adds orders and feedback to the chairs that the list of devices finds", async () => {
  const page = await openAt("/pages/deviceList/deviceList?keyword=7k3m");
  const list = await page.find("list", "Search results");
  expect(list.querySelectorAll("li")).toHaveLength(2);
});

it("[FIND-1] [NAV-5] is not offered to an account without the permission for home", async () => {
  const page = await openAt("/pages/order/order", managerHandlers({ permissions: ["details"] }));
  await page.findText("No orders yet");
  expect(page.queryByLabelText(field)).toBeNull();
});

it.each([
  {
    on: "cash",
    address: "/pages/cash/cash",
    device: "/pages/cash/cash?view=collections&deviceId=MC1000",
    outlet: "/pages/cash/cash?areaId=outlet-1",
  },
  {
    on: "alerts",
    address: "/pages/alerts/alerts",
    device: "/pages/device/device?deviceId=MC1000",
    outlet: "/pages/alerts/alerts?areaId=outlet-1",
  },
  {
    on: "details",
    address: "/pages/details/details?range=thisMonth",
    device: "/pages/device/device?deviceId=MC1000",
    outlet: "/pages/details/details?range=thisMonth&areaId=outlet-1",
  },
])(
  "[FIND-1] leads from $on to what this page shows of an outlet, and shows the results again after Back",
  async ({ address, device, outlet }) => {
    const page = await openAt(address, {
      ...emptyCash,
      incomeDetailByArea: () => overviewOf([], openedDay),
      areaReport: ({ areaId }) => outletReportOf(areaOf({ areaId }), []),
      lateEntries: noLateEntries,
    });
    await page.fill(field, "mall");
    const list = await page.waitUntil(() => page.getByRole("list", { name: "Search results" }));
    const links = [...list.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toContain(device);
    expect(links).toContain(outlet);
    await page.tap("link", /^Ayala Mall/, list);
    await page.until(() => expect(location.pathname + location.search).toBe(outlet));
    expect(page.queryByRole("list", { name: "Search results" })).toBeNull();
    window.history.back();
    await page.find("list", "Search results");
    expect(page.getByLabelText<HTMLInputElement>(field).value).toBe("mall");
  },
);

it("[FIND-1] [WIDE-2] shows the search of the address after a reload, and keeps it when the list is filtered", async () => {
  const page = await openAt("/pages/order/order?search=mall");
  await page.find("list", "Search results");
  expect(page.getByLabelText<HTMLInputElement>(field).value).toBe("mall");
  await page.tap("button", "Filters");
  const sheet = await page.find("dialog", "Filters");
  await page.tap("checkbox", "Completed", sheet);
  await page.tap("button", "Apply filters", sheet);
  await page.until(() => expect(location.search).toContain("orderStatus=completed"));
  expect(location.search).toContain("search=mall");
  await page.tap("link", /260302-7K3M-92QX/);
  await page.until(() => expect(location.search).toBe("?orderId=order-1"));
});
