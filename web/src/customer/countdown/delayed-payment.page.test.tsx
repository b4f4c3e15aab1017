import { describe, expect, it } from "vitest";
import { extensionOf, orderOf } from "#test/data/order-data.ts";
import { chairHandlers } from "#test/data/chair-data.ts";
import { ProxyError } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceOrder/order?orderId=order-1";
const paymentPage = "/pay/simulated/order-1";

const paymentOf = (isOpen: boolean) => ({
  provider: "simulated",
  expiresAt: "2026-03-02T04:15:00.000Z",
  ...(isOpen ? { redirectUrl: paymentPage } : { pageRetryAt: "2026-03-02T04:00:12.000Z" }),
});

describe("[START-3] a payment page that cannot be opened", () => {
  it("is shown as delayed, and offered without a reload after the retry has opened it", async () => {
    let fetches = 0;
    const page = await openPage(address, {
      api: {
        getOrder: () => {
          const isOpen = Date.now() >= Date.parse("2026-03-02T04:00:12.000Z");
          if (isOpen) fetches += 1;
          // The first refetch fails, so the page must refetch the order once more.
          if (fetches === 1) throw new ProxyError();
          return orderOf({
            orderStatus: "unpaid",
            startedAt: null,
            endsAt: null,
            payment: paymentOf(isOpen),
          });
        },
      },
    });
    await page.findText(/^The payment page can't be opened right now\./);
    expect(page.queryByRole("button", { name: "Pay ₱50.00" })).toBeNull();
    await page.find("button", "Cancel order");
    await page.waitUntil(() => page.getByRole("button", { name: "Pay ₱50.00" }));
    expect(page.queryByText(/^The payment page can't be opened right now\./)).toBeNull();
    expect(fetches).toBeGreaterThan(1);
    await page.tap("button", "Pay ₱50.00");
    expect(page.opened).toEqual([paymentPage]);
  });

  it("is shown as delayed for an extension, and offered after the retry has opened it", async () => {
    const page = await openPage(address, {
      api: {
        ...chairHandlers(),
        getOrder: () =>
          orderOf({
            extensions: [
              extensionOf({ payment: paymentOf(Date.now() >= Date.parse("2026-03-02T04:00:12.000Z")) }),
            ],
          }),
      },
    });
    await page.findText(
      "10 min more: setting up your payment. The payment page can't be opened right now. We'll try again shortly.",
    );
    expect(page.queryByRole("button", { name: "Pay ₱50.00" })).toBeNull();
    await page.waitUntil(() => page.getByRole("button", { name: "Pay ₱50.00" }));
    expect(page.queryByText(/The payment page can't be opened right now\./)).toBeNull();
    await page.tap("button", "Pay ₱50.00");
    expect(page.opened).toEqual([paymentPage]);
  });
});

it("[START-3] states that a payment page at an http address of another origin cannot be opened from this page", async () => {
  const payment = { ...paymentOf(true), redirectUrl: `http://127.0.0.1:8080${paymentPage}` };
  const unpaid = orderOf({ orderStatus: "unpaid", startedAt: null, endsAt: null, payment });
  const orders = [unpaid, orderOf({ extensions: [extensionOf({ payment })] })];
  for (const order of orders) {
    const page = await openPage(address, { api: { ...chairHandlers(), getOrder: () => order } });
    await page.findText(/The payment page can't be opened here\. Please cancel, and contact the staff\.$/);
    expect(page.queryByRole("button", { name: "Pay ₱50.00" })).toBeNull();
    expect(page.queryByText(/The chair is not reserved until you pay/)).toBeNull();
  }
});
