import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const openHome = (fields: Parameters<typeof managerHandlers>[0] = {}, stored: Record<string, string> = {}) =>
  openPage("/pages/home/home", {
    session: managerSession,
    stored,
    api: {
      ...managerHandlers(fields),
      appStatistics: () => statisticsOf({ cash: 7_500 }),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
    },
  });

it("[HOME-1] shows a manager on a new device what to set up, until it is dismissed", async () => {
  const page = await openHome();
  const list = await page.find("list", "Get started");
  expect([...list.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
    "/pages/notifications/notifications",
    "/pages/outlet/outlet?areaId=outlet-1",
  ]);
  // Before what follows the first figures.
  const yesterday = page.getAllByText("Yesterday")[0];
  expect(list.compareDocumentPosition(yesterday as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await page.findText(/Add to Home Screen/);
  let asked = 0;
  const offer = Object.assign(new Event("beforeinstallprompt"), { prompt: async () => (asked += 1) });
  window.dispatchEvent(offer);
  await page.tap("button", /Install the app/);
  expect(asked).toBe(1);
  await page.tap("button", "Done");
  expect(page.queryByRole("list", { name: "Get started" })).toBeNull();
  expect(page.stored("firstSteps.manager-1")).toBe("done");
});

it("[HOME-1] states who assigns the first outlet", async () => {
  const page = await openHome({ outlets: [] });
  await page.findText("The operator assigns outlets to your account");
});

it("[HOME-1] does not repeat the first steps", async () => {
  const page = await openHome({}, { "firstSteps.manager-1": "done" });
  await page.until(() => page.getAllByText("₱75.00"));
  expect(page.queryByText("Get started")).toBeNull();
});
