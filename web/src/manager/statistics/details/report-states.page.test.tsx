import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { areaOf, entryOf, noLateEntries, outletReportOf, overviewOf } from "#test/data/report-data.ts";
import { ConnectionLost, createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/details/details";

const festival = areaOf({ areaName: "Festival Mall", online: 1_000, orders: 1 });
const newMall = areaOf({
  areaId: "outlet-2",
  areaName: "New Mall",
  devices: 0,
  averagePerDevice: 0,
  ordersPerDevice: 0,
});
const chair = { deviceId: "MC1000", online: 1_000, cash: 0, total: 1_000, orders: 1 };

const openDetails = (query = "", handlers: Handlers = {}, outlets = [festival, newMall]) =>
  openPage(address + query, {
    session: managerSession,
    api: {
      ...managerHandlers({ outlets: outlets.map(({ areaId, areaName }) => ({ areaId, areaName })) }),
      incomeDetailByArea: () => overviewOf(outlets),
      areaReport: ({ areaId }) =>
        areaId === festival.areaId ? outletReportOf(festival, [chair]) : outletReportOf(newMall),
      incomeEntries: () => ({ items: [], nextCursor: null, total: 0 }),
      lateEntries: noLateEntries,
      ...handlers,
    },
  });

const total = () => document.querySelector<HTMLElement>("[data-currency=PHP] [data-figure=total]");

it("[DET-1] shows placeholders while loading, and keeps the figures if they cannot be refreshed", async () => {
  const gate = createGate();
  const page = await openDetails("", {
    incomeDetailByArea: async () => {
      await gate.opened;
      return overviewOf([festival]);
    },
  });
  await page.find("status", "Loading", await page.find("main"));
  expect(total()).toBeNull();
  gate.open();
  await page.until(() => expect(total()?.textContent).toContain("₱10.00"));
  page.api.on("incomeDetailByArea", () => {
    throw new ConnectionLost();
  });
  await page.tap("button", "Refresh");
  await page.waitUntil(() => page.getByText(/^These figures could not be refreshed\. They are as of 12:00/));
  expect(total()?.textContent).toContain("₱10.00");
});

it("[DET-1] shows the reason of a failure, and retries on request", async () => {
  const page = await openDetails("?range=yesterday", {
    incomeDetailByArea: () => {
      throw new Refusal("internal", "Not now");
    },
  });
  await page.findText("The figures could not be loaded");
  await page.findText("Not now");
  page.api.on("incomeDetailByArea", () => overviewOf([festival]));
  await page.tap("button", "Try again");
  // Less than the interval at which the page refetches by itself.
  await page.wait(1_000);
  expect(total()?.textContent).toContain("₱10.00");
  expect(page.queryByText("The figures could not be loaded")).toBeNull();
});

it("[DET-1] keeps its figures without a connection, disables the export, and shows that the connection is lost", async () => {
  const page = await openDetails();
  await page.until(() => expect(total()?.textContent).toContain("₱10.00"));
  await page.tap("button", "Export");
  const isDisabled = () => page.getByRole("button", { name: "Download CSV" }).hasAttribute("disabled");
  await page.find("button", "Download CSV");
  page.setOnline(false);
  await page.waitUntil(() => page.getByText("No connection. Retrying automatically."));
  expect(total()?.textContent).toContain("₱10.00");
  await page.until(() => expect(isDisabled()).toBe(true));
  await page.findText("Not available offline.");
  page.setOnline(true);
  await page.waitUntil(() => expect(isDisabled()).toBe(false));
});

it("[DET-1] [HOME-3] updates figures live, and shows that a figure is newer than its rows", async () => {
  let income = 1_000;
  const report = () => overviewOf([{ ...festival, online: income, total: income }]);
  const entries = () =>
    Array.from({ length: income / 500 }, (_, at) => entryOf({ entryId: `entry-${at}`, amount: 500 }));
  const page = await openDetails("", {
    incomeDetailByArea: report,
    incomeEntries: () => ({ items: entries(), nextCursor: null, total: entries().length }),
  });
  await page.until(() => expect(total()?.textContent).toContain("₱10.00"));
  await page.openStream();
  await page.findText("Live");
  income = 1_500;
  await page.push({ name: "revenue", data: { asOf: instantAfter(1) } });
  // Less than the interval at which the page refetches without an event.
  await page.wait(5_000);
  expect(total()?.textContent).toContain("₱15.00");
  await page.user.click(total() as HTMLElement);
  await page.findText("Transactions: 3 · Total: ₱15.00");
  income = 2_000;
  await page.push({ name: "revenue", data: { asOf: instantAfter(2) } });
  await page.findText("New transactions are available.");
  await page.findText("Transactions: 3 · Total: ₱15.00");
  await page.tap("button", "Show new transactions");
  await page.findText("Transactions: 4 · Total: ₱20.00");
  await page.until(() => expect(page.queryByText("New transactions are available.")).toBeNull());
});

it("[DET-1] loads more transactions, and shows their sum when all are loaded", async () => {
  const all = Array.from({ length: 45 }, (_, at) =>
    entryOf({ entryId: `entry-${at}`, orderId: `order-${at}`, amount: 100 * (at + 1) }),
  );
  const page = await openDetails("?areaId=outlet-1&rows=entries", {
    areaReport: () => outletReportOf({ ...festival, online: 103_500, total: 103_500 }),
    incomeEntries: ({ cursor }) => {
      const start = Number(cursor ?? 0);
      const end = Math.min(start + 20, all.length);
      return { items: all.slice(start, end), nextCursor: end < all.length ? `${end}` : null, total: 45 };
    },
  });
  await page.findText("₱1,035.00");
  const list = await page.find("list", "Transactions");
  const rows = () => list.querySelectorAll("li[aria-setsize]").length;
  expect(rows()).toBe(20);
  await page.tap("button", "Load more");
  await page.until(() => expect(rows()).toBe(40));
  expect(page.queryByText(/Total: /)).toBeNull();
  await page.tap("button", "Load more");
  await page.findText("Transactions: 45 · Total: ₱1,035.00");
  expect(document.querySelector("[data-behind='103500']")).not.toBeNull();
});

it("[DET-1] shows different messages for no data yet and no match", async () => {
  const filtered = await openDetails("?areaId=outlet-1&deviceId=MC1000&channel=cash", {
    incomeEntries: ({ channel }) => {
      const items = channel === "cash" ? [] : [entryOf({ amount: 1_000 })];
      return { items, nextCursor: null, total: items.length };
    },
  });
  await filtered.findText("No results");
  await filtered.tap("button", "Clear filters");
  await filtered.findText("Transactions: 1 · Total: ₱10.00");

  const period = "range=custom&startDate=2026-03-01&endDate=2026-03-01";
  const quiet = await openDetails(`?areaId=outlet-1&rows=entries&${period}`);
  await quiet.findText("No payments or refunds in this period.");

  const without = await openDetails("", {}, []);
  await without.findText("No outlets yet");
  expect(total()).toBeNull();
});

it("[DET-1] [NAV-4] leads from a link's outlet without devices one level up, because there is no earlier page", async () => {
  const page = await openDetails("?areaId=outlet-2");
  await page.findText("No devices yet");
  await page.tap("button", "Back");
  await page.find("heading", "Data details");
  await page.until(() => expect(total()?.textContent).toContain("₱10.00"));
});

it("[DET-1] offers to clear the filters of a link to an outlet of another manager", async () => {
  const page = await openDetails("?areaId=nobodys", {
    areaReport: () => {
      throw new Refusal("outletNotFound", "The outlet was not found.");
    },
  });
  await page.findText("The figures could not be loaded");
  await page.findText("The outlet was not found.");
  await page.tap("button", "Clear filters");
  await page.until(() => expect(total()?.textContent).toContain("₱10.00"));
});
