import { expect, it } from "vitest";
import { accountOf, managerHandlers, managerSession } from "#test/data/account-data.ts";
import { dictionaryOf } from "#test/data/dictionary-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { createGate, Refusal } from "#test/fake-api.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const busy = () => {
  throw new Refusal("notReady", "Busy");
};

it("[SES-2] shows values without labels if the dictionary fails to load, and the labels after a retry", async () => {
  const order = orderOf({ orderStatus: "completed", endReason: "finished" });
  const page = await openPage("/pages/order/order", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      orderList: () => ({ items: [order], nextCursor: null, total: 1 }),
      dictionary: busy,
    },
  });
  await page.waitUntil(() => page.getByText("Orders: 1"));
  await page.waitUntil(() => expect(page.api.calls("dictionary").length).toBeGreaterThan(1));
  page.getByText("Ayala Mall");
  expect(page.queryByText(/Completed/)).toBeNull();
  page.api.on("dictionary", () => dictionaryOf());
  await page.waitUntil(() => page.getByText(/Completed/));
});

it("[SES-1] [SES-2] loads dictionary, then user, then figures for a stored session", async () => {
  const calls: string[] = [];
  const [labels, account] = [createGate(), createGate()];
  const page = await openPage("/pages/home/home", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
      dictionary: async () => {
        calls.push("dictionary");
        await labels.opened;
        return dictionaryOf();
      },
      loginInfo: async () => {
        calls.push("loginInfo");
        await account.opened;
        return accountOf();
      },
      appStatistics: () => {
        calls.push("appStatistics");
        return statisticsOf({ online: 123_450 });
      },
    },
  });
  // Each call waits for the response to the previous one.
  await page.until(() => expect(calls).toHaveLength(1));
  await page.wait(100);
  expect(calls).toEqual(["dictionary"]);
  labels.open();
  await page.until(() => expect(calls).toHaveLength(2));
  await page.wait(100);
  expect(calls).toEqual(["dictionary", "loginInfo"]);
  account.open();
  await page.until(() => page.getAllByText("₱1,234.50"));
  expect(calls).toEqual(["dictionary", "loginInfo", "appStatistics"]);
  expect([page.stored("token"), page.stored("kind")]).toEqual([managerSession.token, "manager"]);
});

it("[SES-2] [I18N-1] keeps the current page if the labels of a new language fail to load", async () => {
  const page = await openPage("/pages/user/user", {
    session: managerSession,
    api: { ...managerHandlers(), loginDevices: () => [] },
  });
  await page.find("button", "Log out");
  const before = page.api.calls("dictionary").length;
  page.api.on("dictionary", busy);
  page.api.on("loginInfo", busy);
  await page.user.selectOptions(page.getByLabelText("Language"), "id_ID");
  await page.find("button", "Keluar");
  await page.waitUntil(() => expect(page.api.calls("dictionary").length).toBeGreaterThan(before));
  page.api.on("dictionary", () => dictionaryOf());
  const refused = page.api.calls("dictionary").length;
  await page.waitUntil(() => expect(page.api.calls("dictionary").length).toBeGreaterThan(refused));
  await page.find("button", "Keluar");
  await page.find("combobox", "Bahasa");
  expect(page.queryByRole("alert")).toBeNull();
});
