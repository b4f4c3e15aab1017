import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers } from "#test/data/chair-data.ts";
import { extensionOf, orderOf } from "#test/data/order-data.ts";
import { createGate, ProxyError, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceOrder/order?orderId=order-1";
const starting = {
  orderStatus: "starting",
  startedAt: null,
  endsAt: null,
  startDeadlineAt: "2026-03-02T04:01:00.000Z",
} as const;

it("[CNT-2] does not stop a massage that starts while its cancellation is confirmed", async () => {
  const started = createGate();
  const message = "The massage has already started, so the order was not canceled";
  const page = await openPage(address, {
    api: {
      ...chairHandlers(),
      getOrder: () => orderOf(starting),
      stop: async () => {
        await started.opened;
        throw new Refusal("massageStarted", message);
      },
    },
  });
  await page.findText("Waiting for the chair");
  await page.tap("button", "Cancel order");
  const dialog = await page.find("dialog");
  await page.findText(/^The chair has not started yet\./, dialog);
  await page.tap("button", "Cancel order", dialog);
  page.api.on("getOrder", () => orderOf());
  await page.push({ name: "order", data: orderOf() });
  await page.find("timer");
  started.open();
  await page.findText(message);
  expect(page.queryByRole("dialog")).toBeNull();
  await page.find("button", "Stop early");
  expect(page.api.calls("stop").map(({ request }) => request)).toEqual([
    { orderId: "order-1", beforeStart: true },
  ]);
});

it.each([
  [
    "a coupon can be used again",
    { payType: "coupon" },
    "After the cancellation, your coupon can be used again.",
  ],
  [
    "cash has to be returned",
    { payType: "cash", amount: 500 },
    "After the cancellation, return ₱5.00 in cash to the customer.",
  ],
  ["the payment is refunded", { payType: "online" }, "You get a full refund."],
] as const)(
  "[CNT-2] offers to cancel an order that has not started, and states that %s",
  async (_, fields, promise) => {
    const page = await openPage(address, {
      session: managerSession,
      api: { ...managerHandlers(), getOrder: () => orderOf({ ...starting, ...fields }) },
    });
    await page.tap("button", "Cancel order");
    await page.findText(`The chair has not started yet. ${promise}`, await page.find("dialog"));
  },
);

it("[CNT-2] closes an open question about a cancellation when the chair starts, instead of asking whether to stop", async () => {
  const page = await openPage(address, {
    api: { ...chairHandlers(), getOrder: () => orderOf(starting) },
  });
  await page.tap("button", "Cancel order");
  await page.find("dialog");
  page.api.on("getOrder", () => orderOf());
  await page.push({ name: "order", data: orderOf() });
  await page.find("timer");
  expect(page.queryByRole("dialog")).toBeNull();
});

it.each([
  ["an overloaded server", new Refusal("notReady", "The server is busy"), "The server is busy"],
  ["a proxy's error page", new ProxyError(), "Unexpected response from the server. Please try again."],
])(
  "[CNT-2] [NET-3] reports that an extension was not cancelled because of %s",
  async (_, failure, message) => {
    const page = await openPage(address, {
      api: {
        ...chairHandlers(),
        getOrder: () => orderOf({ extensions: [extensionOf()] }),
        stop: () => {
          throw failure;
        },
      },
    });
    await page.tap("button", "Cancel");
    await page.findText(message);
  },
);
