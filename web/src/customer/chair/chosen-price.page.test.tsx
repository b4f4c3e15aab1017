import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers, priceOf } from "#test/data/chair-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";

const chair = "/pages/index/index?deviceId=MC1000";
const prices = [
  priceOf(1, 500),
  priceOf(10, 5_000, { gear: 2, popular: true }),
  priceOf(20, 9_000, { gear: 3 }),
];
const api = chairHandlers(prices);

it("[START-2] preselects the popular price, not the cheapest", async () => {
  const page = await openPage(chair, { api });
  await page.find("button", "Pay ₱50.00");
  expect(page.getByRole("radio", { checked: true }).closest("label")?.textContent).toContain("Popular");
});

it("[START-3] [NAV-4] states to a manager that the payment is in cash, and leads back to the data centre", async () => {
  const page = await openPage(chair, { session: managerSession, api: { ...api, ...managerHandlers() } });
  await page.find("group", "Cash payment");
  await page.tap("button", "Back");
  await page.until(() => expect(page.opened).toEqual(["/pages/home/home"]));
});

it("[START-2] keeps the choice in the address, with the other parameters, so that a reload keeps it", async () => {
  const page = await openPage(`${chair}&lang=id_ID`, { api });
  await page.tap("radio", /20 min/);
  await page.atAddress(`${chair}&lang=id_ID&gear=3&minutes=20`);
  await page.find("button", "Pay ₱90.00");
  const reloaded = await openPage(`${chair}&lang=id_ID&gear=3&minutes=20`, { api });
  await reloaded.find("button", "Pay ₱90.00");
});

it("[START-2] [START-3] selects the same price again after a declined payment", async () => {
  const declined = orderOf({
    gear: 3,
    minutes: 20,
    orderStatus: "cancelled",
    endReason: "paymentRefused",
    endedAt: instantAfter(0),
  });
  const page = await openPage("/pages/deviceOrder/order?orderId=order-1", {
    api: { ...api, getOrder: () => declined, feedbackOfOrder: () => [] },
  });
  await page.tap("link", "Back to the chair");
  await page.find("button", "Pay ₱90.00");
});

it("[I18N-1] [START-2] shows the names of prices in the new language after a change, and keeps the choice", async () => {
  const names: Record<string, string> = { en_US: "Deep tissue", id_ID: "Pijat dalam" };
  const page = await openPage(chair, {
    api: {
      ...api,
      priceGroup: (_, { language }) =>
        JSON.stringify(prices.map((price) => ({ ...price, name: names[language ?? ""] }))),
    },
  });
  await page.tap("radio", /20 min/);
  await page.user.selectOptions(page.getByRole("combobox"), "id_ID");
  await page.find("button", "Bayar ₱90,00");
  await page.until(() => expect(page.getAllByText("Pijat dalam")).toHaveLength(3));
});

it("[START-3] names the wallets of the prices' currency beside the pay button", async () => {
  const methods = {
    PHP: [
      { name: "GCash", logoUrl: null },
      { name: "Maya", logoUrl: "https://example.com/maya.svg" },
    ],
    IDR: [{ name: "QRIS", logoUrl: null }],
  };
  const settings = { onlinePayment: { simulated: true, currencies: ["PHP", "IDR"] as const, methods } };
  const page = await openPage(chair, { api, settings });
  const list = await page.find("list", "Ways to pay");
  // The initial before a name without a logo is hidden from screen readers.
  expect([...list.querySelectorAll("li")].map((item) => item.textContent)).toEqual(["GGCash", ""]);
  expect(page.getByRole<HTMLImageElement>("img", { name: "Maya" }).src).toBe("https://example.com/maya.svg");
  expect(page.queryByText(/Simulated payment/)).toBeNull();
});
