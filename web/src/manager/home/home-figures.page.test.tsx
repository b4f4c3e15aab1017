import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { comparisonOf, statisticsOf } from "#test/data/figures-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

type Account = Parameters<typeof managerHandlers>[0];

const openHome = (handlers: Handlers, account: Account = {}) =>
  openPage("/pages/home/home", {
    session: managerSession,
    stored: { "firstSteps.manager-1": "done" },
    api: {
      ...managerHandlers(account),
      appStatistics: () => statisticsOf(),
      incomeComparison: () => comparisonOf(0, 0, 0),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
      ...handlers,
    },
  });

const compared = (name: "yesterday" | "lastWeek") => document.querySelector(`[data-compared=${name}]`);
const links = () => [...document.querySelectorAll("main a[href]")].map((link) => link.getAttribute("href"));
const later = () => {
  throw new Refusal("internal", "try later");
};

it("[HOME-1] compares today with yesterday and the same weekday of last week", async () => {
  const page = await openHome({
    appStatistics: () => statisticsOf({ online: 150_000, cash: 50_000 }),
    incomeComparison: () => comparisonOf(200_000, 160_000, 800_000),
  });
  await page.until(() => page.getAllByText("₱2,000.00"));
  await page.until(() => expect(compared("yesterday")).not.toBeNull());
  expect(compared("yesterday")?.textContent).toMatch(
    /More:.*\+25%.*\+₱400\.00.*Yesterday until \P{L}?12:00\P{L}?.*₱1,600\.00/u,
  );
  expect(compared("yesterday")?.getAttribute("data-direction")).toBe("up");
  expect(compared("lastWeek")?.textContent).toMatch(
    /Less:.*-75%.*-₱6,000\.00.*Monday last week until \P{L}?12:00\P{L}?.*₱8,000\.00/u,
  );
});

it("[HOME-1] shows no percentage if the earlier income is zero, and shows when income is unchanged", async () => {
  const page = await openHome({
    appStatistics: () => statisticsOf({ cash: 30_000 }),
    incomeComparison: () => comparisonOf(30_000, 0, 30_000),
  });
  await page.until(() => expect(compared("yesterday")).not.toBeNull());
  expect(compared("yesterday")?.textContent).toMatch(/\+₱300\.00.*Yesterday until .*₱0\.00/);
  expect(compared("yesterday")?.textContent).not.toContain("%");
  expect(compared("lastWeek")?.textContent).toContain("No change");
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
      "/pages/dataChart/dataChart",
      "/pages/deviceList/deviceList",
      "/pages/cash/cash",
      "/pages/feedback/feedback",
      "/pages/quickStart/quickStart",
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
  page.api.on("incomeComparison", () => comparisonOf(7_500, 0, 0));
  await page.push({ name: "revenue", data: { asOf: instantAfter(1) } });
  await page.until(() => page.getAllByText("₱75.00"));
  await page.until(() => expect(compared("yesterday")?.textContent).toContain("+₱75.00"));
  const before = page.api.calls("incomeComparison").length;
  await page.tap("button", "Refresh");
  await page.until(() => expect(page.api.calls("incomeComparison").length).toBeGreaterThan(before));
});

it("[HOME-3] keeps its figures if the call for the comparison fails", async () => {
  const page = await openHome({
    appStatistics: () => statisticsOf({ cash: 7_500 }),
    incomeComparison: later,
  });
  await page.findText("The comparison could not be loaded.");
  await page.until(() => page.getAllByText("₱75.00"));
  expect(compared("yesterday")).toBeNull();
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
      incomeComparison: () => comparisonOf(0, 0, 0),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
    },
  });
  const headline = () =>
    document.querySelector("[data-currency] > :first-child")?.textContent?.replaceAll("\u00a0", " ");
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
