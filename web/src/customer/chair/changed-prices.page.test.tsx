import { expect, it } from "vitest";
import { chairHandlers, priceOf } from "#test/data/chair-data.ts";
import { orderOf, placedOf } from "#test/data/order-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const chair = "/pages/index/index?deviceId=MC1000";
const changed = "Prices have changed. Please check them and confirm again.";

type Prices = ReturnType<typeof priceOf>[];

/** Opens a page of a chair whose price list can be replaced while the page shows the earlier one. */
async function openWithPrices(first: Prices, handlers: Handlers = {}, address = chair) {
  let prices = first;
  const validate = (priceId: string) => {
    if (prices.every((price) => price.priceId !== priceId)) throw new Refusal("priceChanged", changed);
  };
  const page = await openPage(address, {
    api: {
      ...chairHandlers(),
      priceGroup: () => JSON.stringify(prices),
      activate: ({ priceId }) => {
        validate(priceId);
        return placedOf(orderOf({ orderStatus: "unpaid" }));
      },
      extend: ({ priceId }) => {
        validate(priceId);
        return placedOf(orderOf({ orderId: "order-2", orderStatus: "unpaid" }));
      },
      getOrder: () => orderOf(),
      ...handlers,
    },
  });
  if (address === chair) await page.find("radio", /^1 min/);
  return { page, setPrices: (...next: Prices) => (prices = next) };
}

const isChecked = (element: HTMLElement) => (element as HTMLInputElement).checked;

async function applyCoupon(page: Awaited<ReturnType<typeof openPage>>): Promise<HTMLElement> {
  await page.tap("button", "Use a coupon");
  await page.fill("Coupon code", "GIFT-2026");
  await page.tap("button", "Apply");
  return page.find("dialog");
}

it("[START-2] [START-3] shows changed prices, and keeps the selected option if it still exists", async () => {
  const { page, setPrices } = await openWithPrices([priceOf(1, 500), priceOf(10, 5_000, { gear: 2 })]);
  await page.tap("radio", /10 min/);
  setPrices(priceOf(1, 600), priceOf(10, 6_000, { gear: 2 }), priceOf(20, 12_000, { gear: 3 }));
  await page.tap("button", "Pay ₱50.00");
  await page.findText(changed, await page.find("alert"));
  await page.find("button", "Pay ₱60.00");
  expect(isChecked(page.getByRole("radio", { name: /10 min/ }))).toBe(true);
  await page.findText("₱120.00");

  await page.wait(600);
  await page.tap("button", "Pay ₱60.00");
  await page.until(() => expect(page.api.calls("activate")).toHaveLength(2));
  expect(page.api.calls("activate").map(({ request }) => request)).toMatchObject([
    { priceId: "price-10-5000", expectedAmount: 5_000 },
    { priceId: "price-10-6000", expectedAmount: 6_000 },
  ]);
});

it("[START-3] selects another option if the chosen one no longer exists, and waits for another tap", async () => {
  const { page, setPrices } = await openWithPrices([priceOf(1, 500), priceOf(10, 5_000, { gear: 2 })]);
  await page.tap("radio", /10 min/);
  setPrices(priceOf(2, 900));
  await page.tap("button", "Pay ₱50.00");
  await page.findText(changed, await page.find("alert"));
  await page.find("button", "Pay ₱9.00");
  expect(page.api.calls("activate")).toHaveLength(1);
});

it("[START-3] checks a coupon again if the price that it reduces has changed", async () => {
  let payable = 300;
  let priceId = "price-1-500";
  const { page, setPrices } = await openWithPrices([priceOf(1, 500)], {
    couponPrices: () => [{ priceId, payable }],
  });
  const sheet = await applyCoupon(page);
  await page.find("button", "Pay ₱3.00", sheet);
  setPrices(priceOf(1, 1_000));
  [priceId, payable] = ["price-1-1000", 600];
  await page.tap("button", "Pay ₱3.00", sheet);
  await page.findText(changed, sheet);
  await page.tap("button", "Apply", sheet);
  await page.find("button", "Pay ₱6.00", sheet);
  expect(page.api.calls("activate").map(({ request }) => request)).toMatchObject([
    { priceId: "price-1-500", expectedAmount: 300, couponCode: "GIFT-2026" },
  ]);
});

it("[START-3] shows changed prices in the open sheet for extending a massage", async () => {
  const address = "/pages/deviceOrder/order?orderId=order-1";
  const { page, setPrices } = await openWithPrices([priceOf(10, 5_000)], {}, address);
  await page.tap("button", "Add minutes");
  const sheet = await page.find("dialog");
  await page.find("button", "Pay ₱50.00", sheet);
  setPrices(priceOf(10, 7_000));
  await page.tap("button", "Pay ₱50.00", sheet);
  await page.findText(changed, sheet);
  await page.find("button", "Pay ₱70.00", sheet);
  expect(page.api.calls("extend")).toHaveLength(1);
  expect(page.getByRole("timer").textContent).toMatch(/^0?9:|^10:00/);
});

it("[START-3] preselects the most valuable option that a coupon covers, and lets the customer choose", async () => {
  const prices = [priceOf(1, 500), priceOf(10, 5_000, { gear: 2 }), priceOf(20, 12_000, { gear: 3 })];
  const { page } = await openWithPrices(prices, {
    couponPrices: () => prices.map(({ priceId }) => ({ priceId, payable: 0 })),
  });
  const sheet = await applyCoupon(page);
  expect(isChecked(await page.find("radio", /20 min/, sheet))).toBe(true);
  expect(page.api.calls("activate")).toEqual([]);
  await page.tap("radio", /10 min/, sheet);
  await page.tap("button", "Start", sheet);
  await page.find("timer");
  expect(page.api.calls("activate").map(({ request }) => request)).toEqual([
    { deviceId: "MC1000", priceId: "price-10-5000", payType: "coupon", couponCode: "GIFT-2026" },
  ]);
});

it("[I18N-1] [START-3] shows the message about changed prices in the language that is chosen afterwards", async () => {
  const translated = "Harga telah berubah. Silakan periksa lalu konfirmasi lagi.";
  const { page, setPrices } = await openWithPrices([priceOf(1, 500)], {
    resultMessage: (_, { language }) => ({ message: language === "id_ID" ? translated : changed }),
  });
  setPrices(priceOf(1, 600));
  await page.tap("button", "Pay ₱5.00");
  const alert = await page.find("alert");
  await page.findText(changed, alert);
  await page.user.selectOptions(await page.find("combobox"), "id_ID");
  await page.findText(translated, alert);
});
