import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { openPage } from "#test/open-page.ts";

it("[ALERT-3] the list of alerts states how many there are if the server lists only the first ones", async () => {
  const page = await openPage("/pages/alerts/alerts", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      alertList: () => ({ ...alertListOf([alertOf()]), total: 1_234, active: 1_200 }),
    },
  });
  await page.findText("Showing 1 of 1,234 alerts.");
});

it("[ALERT-3] states how many chairs were checked if there is no alert", async () => {
  const page = await openPage("/pages/alerts/alerts?areaId=outlet-1", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      alertList: () => alertListOf(),
      deviceList: () => ({ items: [], nextCursor: null, total: 50 }),
    },
  });
  await page.findText(/^Chairs checked at \d\d:\d\d: 50$/);
  expect(page.api.calls("deviceList").map(({ request }) => request)).toEqual([
    { limit: 1, areaId: ["outlet-1"] },
  ]);
});
