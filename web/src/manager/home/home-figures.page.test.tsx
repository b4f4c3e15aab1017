import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { areaOf, incomeChartOf, incomeTodayOf, overviewOf } from "#test/data/report-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

type Account = Parameters<typeof managerHandlers>[0];

const openHome = (handlers: Handlers, account: Account = {}, width = 360, language: Language = "en_US") =>
  openPage("/pages/home/home", {
    language,
    session: managerSession,
    width,
    stored: { "firstSteps.manager-1": "done" },
    api: {
      ...managerHandlers(account),
      appStatistics: () => statisticsOf(),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
      ...handlers,
    },
  });

const compared = () => document.querySelector("[data-compared=lastWeek]");
const links = () => [...document.querySelectorAll("main a[href]")].map((link) => link.getAttribute("href"));
const later = () => {
  throw new Refusal("internal", "try later");
};

const comparedIn: Record<Language, readonly [today: string, compared: RegExp]> = {
  en_US: ["₱2,000.00", /^Up:.*\+25%.*\+₱400\.00.*₱1,600\.00 ?Monday last week until \P{L}?12:00\P{L}?$/u],
  zh_CN: ["₱2,000.00", /^增加.*\+25%.*\+₱400\.00.*₱1,600\.00 ?上星期一截至 \P{L}?12:00\P{L}?$/u],
  zh_TW: ["₱2,000.00", /^增加.*\+25%.*\+₱400\.00.*₱1,600\.00 ?上星期一截至 \P{L}?12:00\P{L}?$/u],
  id_ID: [
    "₱2.000,00",
    /^Naik:.*\+25%.*\+₱400,00.*₱1\.600,00 ?Hari Senin pekan lalu hingga \P{L}?12:00\P{L}?$/u,
  ],
};

it.each(languages)(
  "[HOME-1] [TRUE-1] compares today with the same weekday of last week until the same time (%s)",
  async (language) => {
    const [today, comparedText] = comparedIn[language];
    const handlers: Handlers = {
      appStatistics: () => statisticsOf({ online: 150_000, cash: 50_000 }),
      incomeChart: () => incomeTodayOf({ 9: [150_000, 50_000, 160_000] }),
    };
    const page = await openHome(handlers, {}, 360, language);
    await page.until(() => page.getAllByText(today));
    expect(compared()?.textContent).toMatch(comparedText);
    expect(compared()?.getAttribute("data-direction")).toBe("up");
  },
);

it("[HOME-1] shows no percentage if the earlier income is zero, and shows when income is unchanged", async () => {
  const page = await openHome({
    appStatistics: () => statisticsOf({ cash: 30_000 }),
    incomeChart: () => incomeTodayOf({ 9: [0, 30_000] }),
  });
  await page.until(() => expect(compared()?.textContent).toMatch(/\+₱300\.00.*₱0\.00/));
  expect(compared()?.textContent).not.toContain("%");
  page.api.on("incomeChart", () => incomeTodayOf({ 9: [0, 30_000, 30_000] }));
  await page.tap("button", "Refresh");
  await page.until(() => expect(compared()?.textContent).toContain("No change"));
});

it("[HOME-1] [WIDE-1] shows exact amounts in a wide window, and on a phone parts in the same form", async () => {
  const statistics = () => statisticsOf({ online: 190_000_000_00, cash: 5_000 });
  const amountsOf = () =>
    [...document.querySelectorAll("[data-currency] a [class*=amount]")].map(({ textContent }) => textContent);
  const phone = await openHome({ appStatistics: statistics });
  await phone.until(() => expect(amountsOf()).toEqual(["₱190M", "₱50"]));
  await openHome({ appStatistics: statistics, incomeDetailByArea: () => overviewOf([]) }, {}, 1440);
  await phone.until(() => expect(amountsOf()).toEqual(["₱190,000,000.00", "₱50.00"]));
});

it("[HOME-1] [TRUE-1] compares with zero if neither day has income in the currency", async () => {
  const page = await openHome({ incomeChart: () => incomeChartOf(1, {}) });
  await page.until(() => expect(compared()?.textContent).toMatch(/No change.*₱0\.00/));
  expect(page.queryByText("The comparison could not be loaded.")).toBeNull();
});

it("[HOME-1] [I18N-2] shows one currency at a time, which the address selects", async () => {
  const sums = { online: 7_700, cash: 0, total: 7_700 };
  const ringgit = { currency: "MYR", today: sums, yesterday: sums, thisMonth: sums, thisYear: sums } as const;
  const statistics = statisticsOf({ cash: 30_000 });
  const page = await openHome({
    appStatistics: () => ({ ...statistics, totals: [...statistics.totals, ringgit] }),
    incomeChart: () => incomeChartOf(1, { PHP: { 9: [0, 30_000, 40_000] }, MYR: { 9: [7_700, 0, 5_500] } }),
  });
  await page.until(() => expect(compared()?.textContent).toContain("₱400.00"));
  await page.tap("radio", "RM");
  await page.atAddress("/pages/home/home?currency=MYR");
  await page.until(() => expect(compared()?.textContent?.replace(/\u00a0/g, " ")).toContain("RM 55.00"));
  expect(document.querySelector("main")?.textContent).not.toContain("₱");
});

it("[HOME-2] [ALERT-3] does not claim that nothing needs the manager if alerts could not be loaded", async () => {
  const page = await openHome({ alertList: later });
  await page.find("button", "Refresh");
  await page.until(() => expect(page.api.calls("alertList").length).toBeGreaterThan(0));
  await page.until(() => page.getAllByText("Income today"));
  expect(page.queryByText("You're all caught up.")).toBeNull();
});

it("[HOME-2] [ALERT-3] lists first what needs the manager, and links it to its page", async () => {
  const kinds = ["chairOffline", "startsFailing", "cashBoxFull", "cashBoxFull", "refundWaiting"] as const;
  const page = await openHome({
    appStatistics: () => statisticsOf({}, { orders: { normal: 3, abnormal: 2, unpaid: 1 } }),
    // More alerts are open than the list contains.
    alertList: () => ({
      ...alertListOf([
        ...kinds.map((kind, index) =>
          alertOf({ alertId: `0199f0a0-0000-7000-8000-00000000000${index}`, kind, quantity: index }),
        ),
        alertOf({ alertId: "0199f0a0-0000-7000-8000-000000000009", snoozed: true }),
      ]),
      active: 105,
    }),
    feedbackList: () => ({ items: [], nextCursor: null, total: 6 }),
  });
  await page.find("region", "To do");
  const shown = () =>
    [...document.querySelectorAll('[aria-label="To do"] [data-count]')].map((item) => [
      item.textContent,
      item.querySelector("a")?.getAttribute("href")?.split("?")[0],
    ]);
  await page.until(() =>
    expect(shown()).toEqual([
      ["105 Alerts", "/pages/alerts/alerts"],
      ["2 Failed or refunded", "/pages/order/order"],
      ["6 Customer feedback", "/pages/feedback/feedback"],
      ["4 Refund requests", "/pages/alerts/alerts"],
      ["2 Cash boxes", "/pages/cash/cash"],
    ]),
  );
  await page.openStream();
  await page.until(() => expect(page.getByRole("navigation").textContent).toContain("5"));
});

it("[HOME-1] [HOME-2] links every figure to its rows", async () => {
  const page = await openHome({ appStatistics: () => statisticsOf({ online: 123_450 }) });
  await page.until(() => page.getAllByText("₱1,234.50"));
  const today = "startDate=2026-03-02&endDate=2026-03-02";
  await page.until(() =>
    expect(links()).toEqual([
      "/pages/details/details?range=today&currency=PHP",
      "/pages/details/details?range=today&currency=PHP&channel=online",
      "/pages/details/details?range=today&currency=PHP&channel=cash",
      "/pages/order/order",
      "/pages/dataChart/dataChart",
      "/pages/deviceList/deviceList",
      "/pages/cash/cash",
      "/pages/quickStart/quickStart",
      "/pages/details/details?range=yesterday&currency=PHP",
      "/pages/details/details?range=thisMonth&currency=PHP",
      "/pages/details/details?range=thisYear&currency=PHP",
      `/pages/order/order?orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed&${today}`,
      `/pages/order/order?orderStatus=failed&orderStatus=refunded&${today}`,
      `/pages/order/order?orderStatus=unpaid&orderStatus=cancelled&${today}`,
      "/pages/details/details",
      "/pages/deviceList/deviceList",
      "/pages/deviceList/deviceList?use=inUse&condition=normal",
      "/pages/deviceList/deviceList?use=idle&condition=normal",
      "/pages/deviceList/deviceList?condition=abnormal",
      "/pages/alerts/alerts",
      "/pages/feedback/feedback",
    ]),
  );
});

it("[NAV-5] [HOME-1] shows figures without links to managers without the permission to see the rows", async () => {
  const page = await openHome(
    { appStatistics: () => statisticsOf({ online: 1_000 }) },
    { permissions: ["home", "user"] },
  );
  await page.until(() => page.getAllByText("₱10.00"));
  expect(links().filter((href) => /details|order\/order/.test(href ?? ""))).toEqual([]);
  const tabs = page.getByRole("navigation").querySelectorAll("a");
  expect([...tabs].map((tab) => tab.textContent)).toEqual(["Data overview", "My account"]);
});

it("[HOME-3] updates income live, and refetches it on a tap", async () => {
  const page = await openHome({});
  await page.openStream();
  await page.findText("Live");
  page.api.on("appStatistics", () => statisticsOf({ cash: 7_500 }));
  page.api.on("incomeChart", () => incomeTodayOf({ 9: [0, 7_500] }));
  await page.push({ name: "revenue", data: { asOf: instantAfter(1) } });
  await page.until(() => page.getAllByText("₱75.00"));
  await page.until(() => expect(compared()?.textContent).toContain("+₱75.00"));
  const before = page.api.calls("incomeChart").length;
  await page.tap("button", "Refresh");
  await page.until(() => expect(page.api.calls("incomeChart").length).toBeGreaterThan(before));
});

it("[HOME-3] keeps its figures if the call for the comparison fails", async () => {
  const page = await openHome({
    appStatistics: () => statisticsOf({ cash: 7_500 }),
    incomeChart: later,
  });
  await page.findText("The comparison could not be loaded.");
  await page.until(() => page.getAllByText("₱75.00"));
  expect(compared()).toBeNull();
});

it("[HOME-3] shows a failed load, and retries when the button is tapped", async () => {
  const page = await openHome({ appStatistics: later });
  await page.findText("The figures could not be loaded");
  const before = page.api.calls("appStatistics").length;
  page.api.on("appStatistics", () => statisticsOf({ cash: 7_500 }));
  await page.wait(1_500);
  expect(page.api.calls("appStatistics")).toHaveLength(before);
  await page.tap("button", "Try again");
  await page.until(() => page.getAllByText("₱75.00"));
  expect(page.queryByText("The figures could not be loaded")).toBeNull();
});

it("[HOME-3] refetches figures that failed to load when a live event arrives", async () => {
  const page = await openHome({ appStatistics: later });
  await page.findText("The figures could not be loaded");
  page.api.on("appStatistics", () => statisticsOf({ cash: 7_500 }));
  await page.push({ name: "revenue", data: { asOf: instantAfter(1) } });
  await page.until(() => page.getAllByText("₱75.00"));
  await page.findText("Live");
  expect(page.queryByText("The figures could not be loaded")).toBeNull();
});

it("[I18N-3] [HOME-1] abbreviates amounts that do not fit, and also shows the full amount", async () => {
  const page = await openPage("/pages/home/home", {
    session: managerSession,
    language: "id_ID",
    api: {
      ...managerHandlers(),
      appStatistics: () => statisticsOf({ online: 123_456_789_012 }),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
    },
  });
  const headline = () => document.querySelector("[data-currency] a")?.textContent?.replaceAll("\u00a0", " ");
  await page.until(() => expect(headline()).toMatch(/₱1,23 M\P{L}*₱1\.234\.567\.890,12$/u));
});

it("[HOME-3] marks stale figures, and shows a lost connection", async () => {
  const page = await openHome({ appStatistics: () => statisticsOf({ cash: 7_500 }) });
  await page.openStream();
  await page.findText("Live");
  page.api.on("appStatistics", later);
  await page.tap("button", "Refresh");
  await page.findText(/^These figures could not be refreshed/);
  page.getAllByText("₱75.00");
  page.api.on("appStatistics", () => statisticsOf({ cash: 7_500 }));
  await page.tap("button", "Refresh");
  await page.findText(/^As of/);

  page.api.endStreams();
  await page.findText(/^Live updates are interrupted/);
  page.getAllByText("₱75.00");
  expect(page.queryByText(/^As of/)).toBeNull();
});

it("[WIDE-1] shows in a wide window the first alerts and the outlets by today's income, and only there", async () => {
  const handlers: Handlers = {
    appStatistics: () => statisticsOf({ online: 10_000 }),
    alertList: () =>
      alertListOf(
        ["MC1", "MC2", "MC3", "MC4"].map((deviceId, index) =>
          alertOf({ alertId: `0199f0a0-0000-7000-8000-00000000000${index}`, deviceId }),
        ),
      ),
    incomeDetailByArea: () =>
      overviewOf([
        areaOf({ areaId: "a", areaName: "Ayala", online: 1_000 }),
        areaOf({ areaId: "b", areaName: "Bazaar", online: 9_000 }),
        areaOf({ areaId: "c", areaName: "Central", online: 99_000, currency: "MYR" }),
      ]),
  };
  const page = await openHome(handlers, {}, 1440);
  const outlets = await page.find("list", "Outlets today");
  expect([...outlets.children].map((row) => row.textContent)).toEqual(["Bazaar₱90.00", "Ayala₱10.00"]);
  expect(page.getByRole("list", { name: "Alerts" }).children).toHaveLength(3);
  expect(page.getByRole("link", { name: "All alerts (4)" }).getAttribute("href")).toBe(
    "/pages/alerts/alerts",
  );
  expect(page.queryByRole("list", { name: "Shortcuts" })).toBeNull();
  const phone = await openHome(handlers);
  await phone.find("list", "Shortcuts");
  expect(phone.queryByRole("list", { name: "Outlets today" })).toBeNull();
  expect(phone.api.calls("incomeDetailByArea")).toHaveLength(0);
});

it("[WIDE-1] [NAV-5] shows no outlets in a wide window to managers without the permission to see the rows", async () => {
  const page = await openHome({}, { permissions: ["home", "user"] }, 1440);
  await page.until(() => page.getAllByText("₱0.00"));
  expect(page.api.calls("incomeDetailByArea")).toHaveLength(0);
});
