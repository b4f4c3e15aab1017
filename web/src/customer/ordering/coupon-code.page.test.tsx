import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers, priceOf } from "#test/data/chair-data.ts";
import { orderOf, placedOf } from "#test/data/order-data.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/index/index?deviceId=MC1000";
const prices = [priceOf(1, 500), priceOf(10, 5_000, { gear: 2 }), priceOf(20, 12_000, { gear: 3 })];
const handlers: Handlers = {
  ...chairHandlers(prices),
  activate: () => placedOf(orderOf()),
  getOrder: () => orderOf(),
};
const free = prices.map(({ priceId }) => ({ priceId, payable: 0 }));

async function applyCoupon(page: Page, code: string): Promise<HTMLElement> {
  await page.tap("button", "Use a coupon");
  await page.fill("Coupon code", code);
  await page.tap("button", "Apply");
  return page.find("dialog");
}

const isInvalid = (page: Page) => page.getByLabelText("Coupon code").getAttribute("aria-invalid") === "true";

it("[START-3] ignores the result of an earlier code when another code was entered", async () => {
  const late = createGate();
  const page = await openPage(address, {
    api: {
      ...handlers,
      couponPrices: async ({ couponCode }) => {
        if (couponCode === "NO-SUCH-CODE") throw new Refusal("couponUnknown", "Coupon not found");
        if (couponCode === "FREE") return free;
        await late.opened;
        return prices.map(({ priceId, amount }) => ({ priceId, payable: amount * 0.6 }));
      },
    },
  });
  const sheet = await applyCoupon(page, "NO-SUCH-CODE");
  await page.until(() => expect(isInvalid(page)).toBe(true));

  await page.fill("Coupon code", "DISCOUNT");
  await page.tap("button", "Apply");
  await page.fill("Coupon code", "FREE");
  late.open();
  await page.until(() => expect(sheet.querySelector("[aria-busy=true]")).toBeNull());
  expect(page.queryByText("₱3.00")).toBeNull();
  expect(isInvalid(page)).toBe(false);
  await page.tap("button", "Apply");
  await page.tap("button", "Start");
  await page.find("timer");
  expect(page.api.calls("activate").map(({ request }) => request)).toEqual([
    { deviceId: "MC1000", priceId: "price-20-12000", payType: "coupon", couponCode: "FREE" },
  ]);
});

it("[START-3] keeps the price that the customer chose if the coupon covers it", async () => {
  const page = await openPage(address, { api: { ...handlers, couponPrices: () => free } });
  await page.tap("radio", /10 min/);
  await applyCoupon(page, "FREE");
  await page.tap("button", "Start");
  await page.find("timer");
  expect(page.api.calls("activate").map(({ request }) => request.priceId)).toEqual(["price-10-5000"]);
});

it("[START-5] [CNT-1] shows the order as the response to its placement describes it, without another call", async () => {
  const page = await openPage(address, {
    api: {
      ...handlers,
      couponPrices: () => free,
      activate: () => placedOf(orderOf({ orderStatus: "starting" })),
    },
  });
  await applyCoupon(page, "FREE");
  await page.tap("button", "Start");
  await page.findText("Waiting for the chair");
  expect(page.api.calls("getOrder")).toEqual([]);
});

it("[START-3] tells customers where to enter a cash coupon, and managers that only customers can use one", async () => {
  const couponPrices = () => {
    throw new Refusal("couponIsCash", "This is a cash coupon: use it under “Cash coupon”");
  };
  const customer = await openPage(address, { api: { ...handlers, couponPrices } });
  const sheet = await applyCoupon(customer, "CASH");
  await customer.findText("This is a cash coupon: use it under “Cash coupon”", sheet);

  const manager = await openPage(address, {
    session: managerSession,
    api: { ...handlers, ...managerHandlers(), couponPrices },
  });
  await applyCoupon(manager, "CASH");
  await manager.findText("Only customers can use a cash coupon");
  expect(manager.queryByText(/This is a cash coupon/)).toBeNull();
});

it("[I18N-1] shows the error of a coupon code, including its numbers, in the language that is chosen afterwards", async () => {
  const messages: Record<string, Record<number, string>> = {
    id_ID: { 20401: "Kupon tidak ditemukan" },
    zh_CN: { 20103: "尝试次数过多，请在 {retryAfterSeconds} 秒后重试" },
  };
  let refusal = new Refusal("couponUnknown", "Coupon not found");
  const page = await openPage(address, {
    api: {
      ...handlers,
      couponPrices: () => {
        throw refusal;
      },
      resultMessage: ({ code }, { language }) => ({ message: messages[language ?? ""]?.[code] ?? "" }),
    },
  });
  await page.findText("Coupon not found", await applyCoupon(page, "NO-SUCH-CODE"));
  await page.tap("button", "Close");
  await page.user.selectOptions(page.getByRole("combobox"), "id_ID");
  await page.tap("button", "Gunakan kupon");
  await page.findText("Kupon tidak ditemukan");
  expect(page.queryByText("Coupon not found")).toBeNull();

  const message = "Terlalu banyak percobaan, silakan coba lagi dalam 47 detik";
  refusal = new Refusal("tooManyTries", message, { retryAfterSeconds: 47 });
  await page.tap("button", "Terapkan");
  await page.findText(message);
  await page.tap("button", "Tutup");
  await page.user.selectOptions(page.getByRole("combobox"), "zh_CN");
  await page.tap("button", "使用优惠券");
  await page.until(() =>
    // The number is enclosed in Unicode isolates.
    expect(page.getByRole("dialog").textContent).toMatch(/尝试次数过多，请在 \P{L}?47\P{L}? 秒后重试/u),
  );
});
