import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { incomeChartOf, orderChartOf, rankingOf } from "#test/data/report-data.ts";
import type { Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/dataChart/dataChart";
const week = incomeChartOf(7, { PHP: { 5: [50_000, 30_000], 6: [123_450, 20_000, 90_000] } });
const outlets = rankingOf({
  PHP: [
    { value: 150_000, earlier: 100_000 },
    { areaId: "outlet-2", areaName: "SM North", value: 50_000, earlier: 80_000 },
    { areaId: "outlet-3", areaName: "Trinoma", value: 0, earlier: 0 },
  ],
});

const openCharts = (query: string, handlers: Handlers = {}, width?: number) =>
  openPage(`${address}?range=last7Days${query}`, {
    session: managerSession,
    ...(width !== undefined && { width }),
    api: { ...managerHandlers(), incomeChart: () => week, ranking: () => outlets, ...handlers },
  });

const textOf = (element: Element | null | undefined) => element?.textContent?.replace(/\u00a0/g, " ");
const rowTexts = () =>
  [...document.querySelectorAll("[data-ranking] [role=rowgroup]:last-child > [role=row]")].map(textOf);

it("[TRUE-1] compares outlets with the earlier days, the largest first, and shows the channels and days of one", async () => {
  const page = await openCharts("");
  await page.find("slider", "Income");
  expect(page.api.calls("ranking")).toHaveLength(0);
  await page.tap("radio", "By outlet");
  await page.atAddress(`${address}?range=last7Days&view=outlets`);
  const table = await page.find("table", "Income, By outlet");
  expect(page.api.calls("ranking").at(-1)?.request).toEqual({
    range: "last7Days",
    measure: "income",
    by: "outlets",
    sort: "value",
    order: "desc",
    limit: 10,
  });
  await page.findText(/^Compared with Feb 17 – Feb 23 until 12:00$/);
  expect(rowTexts()).toEqual([
    "Ayala Mall₱1,500.00₱1,000.00Up: +50%+₱500.00",
    "SM North₱500.00₱800.00Down: -38%-₱300.00",
    "Trinoma₱0.00₱0.00No change",
  ]);
  expect(table.querySelector("a")?.getAttribute("href")).toBe(
    "/pages/details/details?range=custom&startDate=2026-02-24&endDate=2026-03-02&currency=PHP&areaId=outlet-1&rows=entries",
  );
  await page.tap("button", "Ayala Mall");
  await page.atAddress(`${address}?range=last7Days&view=outlets&open=outlet-1`);
  await page.find("slider", "Income");
  expect(page.api.calls("incomeChart").at(-1)?.request).toEqual({
    range: "last7Days",
    areaId: ["outlet-1"],
  });
  expect(document.querySelector("[data-part=cash] a")?.getAttribute("href")).toContain(
    "channel=cash&areaId=outlet-1",
  );
  await page.tap("button", "Ayala Mall");
  await page.until(() => expect(document.querySelector("[data-chart]")).toBeNull());
});

it("[WIDE-1] [WIDE-2] sorts the comparison by its headers, with the order in the address, and moves among rows by arrow keys", async () => {
  const page = await openCharts("&view=outlets");
  await page.tap("button", "Change");
  await page.atAddress(`${address}?range=last7Days&view=outlets&sort=change`);
  await page.until(() =>
    expect(page.api.calls("ranking").at(-1)?.request).toMatchObject({ sort: "change", order: "desc" }),
  );
  expect((await page.find("columnheader", "Change")).getAttribute("aria-sort")).toBe("descending");
  await page.tap("button", "Change");
  await page.tap("button", "Outlet");
  await page.atAddress(`${address}?range=last7Days&view=outlets&sort=name&order=asc`);
  const [first, second] = [await page.find("button", "Ayala Mall"), await page.find("button", "SM North")];
  const tabStops = () => [
    ...document.querySelectorAll(
      "[data-ranking] [role=rowgroup]:last-child :is(a, button):not([tabindex='-1'])",
    ),
  ];
  expect(tabStops()).toEqual([first]);
  first.focus();
  await page.user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
  expect(tabStops()).toEqual([second]);
  await page.user.keyboard("{Home}");
  expect(document.activeElement).toBe(first);
});

it("[TRUE-1] compares devices, links each to its page and its orders, and sums those beyond the first", async () => {
  const page = await openCharts("&view=devices&chart=orders", {
    orderChart: () => orderChartOf({}),
    ranking: ({ limit }) =>
      rankingOf(
        { orders: [{ deviceId: "MC1000", value: 12, earlier: 10 }] },
        limit === 100 ? {} : { rows: 31, value: 40, earlier: 50 },
      ),
  });
  await page.find("table", "Orders, By device");
  expect(rowTexts()).toEqual(["MC1000Ayala Mall1210Up: +20%+2", "31 more4050Down: -20%-10"]);
  expect((await page.find("link", /MC1000/)).getAttribute("href")).toBe(
    "/pages/device/device?deviceId=MC1000",
  );
  expect((await page.find("link", "12")).getAttribute("href")).toContain(
    "startDate=2026-02-24&endDate=2026-03-02&areaId=outlet-1&deviceId=MC1000",
  );
  await page.tap("button", "Show more");
  await page.atAddress(`${address}?chart=orders&range=last7Days&view=devices&all=1`);
  await page.until(() => expect(rowTexts()).toHaveLength(1));
});

it("[WIDE-1] shows bars, heat map, and comparison side by side in a wide window", async () => {
  const page = await openCharts(
    "&view=outlets",
    {
      incomeChart: ({ interval }) =>
        interval === "hour" ? incomeChartOf(7, { PHP: { 10: [50_000, 0] } }, "hour") : week,
    },
    1_024,
  );
  await page.find("slider", "Income");
  await page.find("grid", "Income");
  await page.find("table", "Income, By outlet");
  expect(page.queryByRole("radio", { name: "Trend" })).toBeNull();
  await page.tap("radio", "By device");
  await page.until(() => expect(page.api.calls("ranking").at(-1)?.request).toMatchObject({ by: "devices" }));
  await page.find("slider", "Income");
});
