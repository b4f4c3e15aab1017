import { it } from "vitest";
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
