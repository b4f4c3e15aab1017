import { fireEvent } from "@testing-library/dom";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import {
  areaOf,
  entryOf,
  incomeChartOf,
  incomeTodayOf,
  noLateEntries,
  openedDay,
  orderChartOf,
  overviewOf,
} from "#test/data/report-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/dataChart/dataChart";
const firstHour = "00:00 – 01:00";

/** In the first hour, ₱1,234.50 online and ₱200.00 in cash. */
const today = incomeTodayOf({ 0: [123_450, 20_000] });

const openChart = (query = "", handlers: Handlers = {}, now = instantAfter(0)) =>
  openPage(address + query, {
    session: managerSession,
    now,
    api: { ...managerHandlers(), incomeChart: () => today, ...handlers },
  });

const readOut = () => document.querySelector("[data-read-out]")?.textContent?.replace(/\u00a0/g, " ") ?? "";
const partLink = (part: string) =>
  document.querySelector<HTMLElement>(`[data-read-out] [data-part=${part}] a`);
const points = () => document.querySelector("[data-points]")?.getAttribute("data-points");
const announced = () => document.querySelector("[data-chart] [role=status]")?.textContent;
/** Chooses in the filters of a phone. */
const filter = async (page: Awaited<ReturnType<typeof openChart>>, choice: string) => {
  await page.tap("button", /^Filters/);
  await page.tap("radio", choice);
  await page.tap("button", "Show");
};
const later = () => {
  throw new Refusal("internal", "try later");
};

it("[CHART-1] [G-1] shows today by the hour, announces points selected by keys, and shows the same numbers in a table", async () => {
  const page = await openChart();
  await page.until(() => expect(readOut()).toContain("₱1,434.50"));
  await page.findText("Times in Asia/Manila (GMT+8), this device's time zone");
  await page.findText("As of 12:00");

  const range = (await page.find("slider", "Income")) as HTMLInputElement;
  range.focus();
  await page.user.keyboard("{Escape}{Home}");
  await page.until(() => expect(announced()).toContain(firstHour));
  expect(announced()).toContain("Online ₱1,234.50, Cash ₱200.00, Total ₱1,434.50");
  expect(range.getAttribute("aria-valuetext")).toBe(announced());
  expect(readOut()).toContain(firstHour);
  await page.user.keyboard("{Escape}");
  await page.until(() => expect(readOut()).not.toContain(firstHour));

  await page.tap("button", "Show table");
  const table = await page.find("table", "Income");
  await page.atAddress(`${address}?table=1`);
  const rows = [...table.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toHaveLength(24);
  expect(rows[0]).toContain("₱1,434.50₱1,234.50₱200.00");
  expect(table.querySelector("tfoot tr")?.textContent).toBe("Total₱1,434.50₱1,234.50₱200.00₱0.00");
  // At noon, thirteen hours have begun.
  expect(points()).toBe("13/24/2");
  expect(rows.filter((row) => row?.includes("———"))).toHaveLength(24 - 13);
  expect(range.max).toBe("12");
});

it("[CHART-1] [DAY-1] announces the only point in the first hour of a day when a key is pressed", async () => {
  const minutesAfterMidnight = instantAfter(-12 * 3_600 + 600);
  const page = await openChart(
    "",
    { incomeChart: () => incomeTodayOf({ 0: [500, 0] }) },
    minutesAfterMidnight,
  );
  const range = await page.find("slider", "Income");
  expect(points()).toMatch(/^1\//);
  range.focus();
  await page.user.keyboard("{Home}");
  await page.until(() => expect(announced()).toContain("Online ₱5.00"));
});

it("[CHART-1] [I18N-2] offers a choice of currency, and never adds amounts of different currencies", async () => {
  const page = await openChart("?range=last7Days", {
    incomeChart: () => incomeChartOf(7, { PHP: { 5: [238_450, 0] }, MYR: { 4: [7_700, 0] } }),
  });
  await page.until(() => expect(readOut()).toContain("₱2,384.50"));
  await filter(page, "RM");
  await page.until(() => expect(readOut()).toContain("RM 77.00"));
  await page.atAddress(`${address}?range=last7Days&currency=MYR`);
  expect(document.querySelector("main")?.textContent).not.toContain("₱");
});

it("[TRUE-1] compares today with the same weekday until the same time, and marks the hour in progress", async () => {
  const page = await openChart("", {
    incomeChart: () => incomeTodayOf({ 9: [5_000, 1_000, 4_000], 12: [2_000, 0, 3_000], 15: [0, 0, 1_000] }),
  });
  await page.until(() => expect(readOut()).toContain("₱80.00"));
  expect(document.querySelector("[data-compared=earlier]")?.textContent?.replace(/\u00a0/g, " ")).toMatch(
    /No change ?₱80\.00 Mon, Feb 23 until 12:00/,
  );
  const range = await page.find("slider", "Income");
  range.focus();
  await page.until(() => expect(readOut()).toContain("so far"));
});

it("[CHART-1] shows seven days by the hour as a heat map that arrow keys read out, and as a table", async () => {
  const page = await openChart("?range=last7Days", {
    incomeChart: ({ interval }) =>
      interval === "hour"
        ? incomeChartOf(7, { PHP: { 10: [50_000, 0], 34: [0, 20_000], 156: [1_000, 0] } }, "hour")
        : incomeChartOf(7, { PHP: { 0: [50_000, 0], 1: [0, 20_000], 6: [1_000, 0] } }),
  });
  await filter(page, "By hour");
  const map = await page.find("grid", "Income");
  await page.atAddress(`${address}?range=last7Days&view=hours`);
  expect(readOut()).toContain("₱710.00");
  expect(map.querySelectorAll("[role=rowheader]")).toHaveLength(7);
  expect(map.querySelectorAll("[tabindex='0']")).toHaveLength(1);
  const at = (index: number) => map.querySelector<HTMLElement>(`[data-point="${index}"]`);
  expect(at(10)?.className).toMatch(/step5/);
  expect(at(34)?.className).toMatch(/step2/);
  expect(at(11)?.className).toMatch(/step0/);
  expect(map.nextElementSibling?.textContent).toBe("₱0₱500");
  at(10)?.focus();
  await page.until(() => expect(readOut()).toContain("₱500.00"));
  expect(readOut()).toContain("10:00 – 11:00");
  for (const [key, index] of [
    ["ArrowDown", 34],
    ["ArrowRight", 35],
    ["Home", 24],
    ["End", 47],
    ["ArrowUp", 23],
    ["ArrowUp", 23],
  ] as const) {
    await page.user.keyboard(`{${key}}`);
    await page.until(() => expect(document.activeElement).toBe(at(index)));
    expect(document.activeElement?.getAttribute("aria-selected")).toBe("true");
  }
  // The hours after noon of today are not selectable.
  at(156)?.focus();
  await page.user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(at(156));
  expect(at(156)?.getAttribute("aria-label")).toContain("so far: Online ₱10.00");
  await page.user.keyboard("{Escape}");
  await page.until(() => expect(readOut()).toContain("₱710.00"));
  await page.tap("button", "Show table");
  const days = [...(await page.find("table", "Income")).querySelectorAll("tbody")];
  const headings = (scope: string) => days.map((day) => day.querySelectorAll(`th[scope=${scope}]`).length);
  expect(headings("row")).toEqual(Array.from({ length: 7 }, () => 24));
  // Each heading names the rows of its own `tbody`.
  expect(headings("rowgroup")).toEqual(Array.from({ length: 7 }, () => 1));
});

it("[CHART-1] says that a range has no income, and offers a longer one unless it is long", async () => {
  const page = await openChart("", { incomeChart: () => incomeTodayOf({}) });
  await page.findText("No income in this period");
  await page.tap("button", "Show last 30 days");
  await page.atAddress(`${address}?range=last30Days`);
  await page.until(() => expect(page.queryByText("Show last 30 days")).toBeNull());
  await page.findText("No income in this period");
});

it("[CHART-1] [DET-2] offers the same ranges as the details, and refuses an end before the start", async () => {
  const page = await openChart("", { incomeChart: () => today });
  await page.tap("radio", "Last month");
  await page.atAddress(`${address}?range=lastMonth`);
  await page.until(() =>
    expect(page.api.calls("incomeChart").at(-1)?.request).toEqual({ range: "lastMonth" }),
  );
  const custom = await openChart("?range=custom&startDate=2026-03-02&endDate=2026-03-01");
  await custom.findText("Please select the correct time: the end is before the start");
  expect(custom.api.calls("incomeChart")).toHaveLength(0);
});

it("[CHART-1] counts orders by payment type, and links each count to its rows", async () => {
  const page = await openChart("?chart=orders&range=last7Days", {
    orderChart: () =>
      orderChartOf({ 0: { online: 3, cash: 0, free: 1 }, 6: { online: 1, cash: 3, free: 0 } }),
  });
  const numbers = () =>
    [...document.querySelectorAll("[data-read-out] [data-part]")].map((part) => part.textContent);
  await page.until(() => expect(numbers()).toEqual(["Online4", "Cash3", "Free1"]));
  // Orders instead of income are one filter.
  expect(page.getByRole("button", { name: "Filters 1" })).toBeTruthy();
  expect(partLink("free")?.getAttribute("href")).toBe(
    "/pages/order/order?orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed" +
      "&startDate=2026-02-24&endDate=2026-03-02&payType=coupon&payType=transfer",
  );
});

it("[CHART-1] [DET-1] [DAY-1] opens the transactions of an hour of today, and those of the day when the hour is removed", async () => {
  const page = await openChart("", {
    incomeDetailByArea: ({ hour }) =>
      overviewOf(
        [areaOf({ online: 123_450, cash: 20_000 }), areaOf({ areaId: "outlet-2" })],
        hour === 0 ? { from: openedDay.from, to: instantAfter(-11 * 3_600) } : openedDay,
      ),
    incomeEntries: ({ channel }) => {
      const amount = channel === "online" ? 123_450 : 20_000;
      return { items: [entryOf({ amount })], nextCursor: null, total: 1 };
    },
    lateEntries: noLateEntries,
  });
  const range = await page.find("slider", "Income");
  range.focus();
  await page.user.keyboard("{Escape}{Home}");
  for (const [part, minor] of [
    ["online", "123450"],
    ["cash", "20000"],
  ] as const) {
    // Selected only once, because Back restores the selection.
    await page.until(() => expect(readOut()).toContain(firstHour));
    await page.user.click(partLink(part) as HTMLElement);
    await page.until(() => expect(document.querySelector(`[data-sum="${minor}"]`)).not.toBeNull());
    expect(page.api.calls("incomeEntries").at(-1)?.request).toMatchObject({ hour: 0, channel: part });
    const figure = document.querySelector(`[data-behind="${minor}"]`);
    expect(figure?.textContent).toContain(`, ${firstHour}`);
    history.back();
    await page.find("slider", "Income");
  }
  await page.until(() => expect(readOut()).toContain(firstHour));
  await page.user.click(document.querySelector("[data-read-out] a") as HTMLElement);
  await page.atAddress("/pages/details/details?range=custom&startDate=2026-03-02&endDate=2026-03-02");
  expect(new URLSearchParams(location.search).get("hour")).toBe("0");
  await page.tap("button", `Remove filter: ${firstHour}`);
  await page.until(() => expect(new URLSearchParams(location.search).has("hour")).toBe(false));
  expect(location.search).toContain("startDate=2026-03-02");
  await page.until(() => expect(page.queryByText(new RegExp(firstHour))).toBeNull());
});

it("[CHART-1] [HOME-3] updates income live, and shows that it is live", async () => {
  let income = 0;
  const page = await openChart("", {
    incomeChart: () => incomeTodayOf({ 12: [0, income] }),
  });
  await page.findText("No income in this period");
  await page.openStream();
  await page.findText("Live");
  for (const [amount, total] of [
    [5_000, "₱50.00"],
    [7_500, "₱75.00"],
  ] as const) {
    income = amount;
    await page.push({ name: "revenue", data: { asOf: instantAfter(1) } });
    // Less than the interval at which the page refetches without an event.
    await page.wait(5_000);
    expect(readOut()).toContain(total);
  }
  expect(page.queryByText("No income in this period")).toBeNull();
});

it("[CHART-1] shows a failed load, and retries on request", async () => {
  const page = await openChart("", { incomeChart: later });
  const alert = await page.find("alert");
  await page.findText("The chart could not be loaded", alert);
  await page.findText("try later", alert);
  page.api.on("incomeChart", () => today);
  await page.tap("button", "Try again");
  // Less than the interval at which the page refetches by itself.
  await page.wait(1_000);
  expect(readOut()).toContain("₱1,434.50");
  expect(page.queryByRole("alert")).toBeNull();
});

it("[CHART-1] keeps stale figures on the screen with their age if they cannot be refreshed", async () => {
  const page = await openChart();
  await page.until(() => expect(readOut()).toContain("₱1,434.50"));
  page.api.on("incomeChart", later);
  await page.tap("button", "Refresh");
  await page.findText(/^These figures could not be refreshed\. They are as of 12:00/);
  expect(readOut()).toContain("₱1,434.50");
  expect(page.queryByRole("alert")).toBeNull();
});

it("[CHART-1] selects the latest point when keys reach the chart, moves from there, and shows the whole range again when they leave it", async () => {
  const page = await openChart("?range=last7Days", {
    incomeChart: () => incomeChartOf(7, { PHP: { 5: [50_000, 30_000], 6: [123_450, 20_000] } }),
  });
  const range = (await page.find("slider")) as HTMLInputElement;
  const whole = readOut();
  expect(whole).toContain("₱2,234.50");
  const stands = (at: number) =>
    page.until(() => {
      expect(range.value).toBe(String(at));
      const label = range.getAttribute("aria-valuetext")?.split(": ")[0] ?? "";
      expect(label).not.toBe("");
      expect(readOut()).toContain(label);
    });
  const enter = async () => {
    [...document.querySelectorAll<HTMLElement>("[data-read-out] a")].at(-1)?.focus();
    await page.user.tab();
    expect(document.activeElement).toBe(range);
  };
  await enter();
  await stands(6);
  await page.user.tab();
  await page.until(() => expect(readOut()).toBe(whole));

  for (const [key, at] of [
    ["ArrowLeft", 5],
    ["Home", 0],
    ["End", 6],
  ] as const) {
    await enter();
    // The DOM does not move a slider by keys.
    fireEvent.change(range, { target: { value: String(at) } });
    await stands(at);
    await page.user.keyboard("{Escape}");
    await page.until(() => expect(readOut()).toBe(whole));
    // The chart still has the focus without a selection: the first key selects a point.
    await page.user.keyboard(`{${key}}`);
    await stands(key === "Home" ? 0 : 6);
    // The selected point remains while the focus moves to its rows.
    await page.user.tab({ shift: true });
    expect(readOut()).not.toBe(whole);
    await page.tap("button", "Back to the total");
    await page.until(() => expect(readOut()).toBe(whole));
  }
});

it("[CHART-1] shows a lost connection, keeps the figures, and returns to live automatically", async () => {
  const page = await openChart();
  await page.openStream();
  await page.findText("Live");
  page.api.endStreams();
  await page.findText(/^Live updates are interrupted/);
  expect(readOut()).toContain("₱1,434.50");
  await page.waitUntil(() => {
    page.api.openStream();
    page.getByText("Live");
  });
  expect(readOut()).toContain("₱1,434.50");
});
