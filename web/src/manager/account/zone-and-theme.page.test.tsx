import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const openAccount = (address = "/pages/user/user", stored: Readonly<Record<string, string>> = {}) =>
  openPage(address, {
    session: managerSession,
    stored,
    api: {
      ...managerHandlers({ timeZone: "Asia/Jakarta" }),
      loginDevices: () => [],
      appStatistics: () => statisticsOf(),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
    },
  });

it("[DAY-1] [USER-1] begins days at midnight of the phone's or the outlets' time zone, shows the choice, and stores it", async () => {
  const page = await openAccount();
  await page.findText("Days begin at midnight in this device's time zone: Asia/Manila (GMT+8).");
  await page.tap("link", "Data overview");
  await page.findText("Times in Asia/Manila (GMT+8), this device's time zone");
  await page.until(() => expect(page.api.calls("appStatistics")).not.toEqual([]));
  expect(page.api.calls("appStatistics").map(({ zone }) => zone)).toEqual(["Asia/Manila"]);

  await page.tap("link", "My account");
  await page.tap("radio", "Your outlets");
  await page.findText("Days begin at midnight in your outlets' time zone, wherever you are: Asia/Jakarta.");
  expect(page.stored("timeZone")).toBe("account");
  await page.tap("link", "Data overview");
  await page.findText("Times in Asia/Jakarta, your outlets' time zone");
  // The figures of the other zone are not shown again.
  await page.until(() => expect(page.api.calls("appStatistics").length).toBeGreaterThan(1));
  expect(page.api.calls("appStatistics").at(-1)?.zone).toBe("account");
  expect(page.api.calls("incomeChart").at(-1)?.zone).toBe("account");
});

it("[DAY-1] [USER-1] uses the stored choice of the time zone and of the appearance", async () => {
  const page = await openAccount("/pages/user/user", { timeZone: "account", theme: "dark" });
  await page.findText("Days begin at midnight in your outlets' time zone, wherever you are: Asia/Jakarta.");
  const isChosen = (name: string) => page.getByRole<HTMLInputElement>("radio", { name }).checked;
  expect(["Your outlets", "Dark"].map(isChosen)).toEqual([true, true]);
  await page.tap("radio", "Light");
  expect(page.stored("theme")).toBe("light");
  expect(document.documentElement.dataset.theme).toBe("light");
});
