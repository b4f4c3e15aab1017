import { beforeEach, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { refundRequestOf, refundRequestsOf } from "#test/data/refund-data.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/order/order?orderId=order-1";
const endedOrder = orderOf({ orderStatus: "completed", endReason: "finished", endedAt: orderOf().endsAt });
const busy = () => {
  throw new Refusal("notReady", "Please try again later");
};

let requests = refundRequestsOf();
beforeEach(() => {
  requests = refundRequestsOf();
});

const openOrder = (handlers: Handlers = {}) =>
  openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers(),
      getOrder: () => endedOrder,
      refundRequests: () => requests,
      requestRefund: ({ amount = 5_000, reason }) => {
        requests = refundRequestsOf({ left: 0, items: [refundRequestOf({ amount, reason })] });
        return requests;
      },
      feedbackOfOrder: () => [],
      ...handlers,
    },
  });

async function openSheet(page: Page): Promise<HTMLElement> {
  await page.tap("button", "Request a refund");
  return page.find("dialog", "Request a refund");
}

const amount = (page: Page) => page.getByLabelText<HTMLInputElement>("Amount (PHP)");

it("[G-3] [ORD-1] validates a refund request, and shows it until the operator has decided", async () => {
  const page = await openOrder();
  await page.find("heading", "Manual refund");
  const sheet = await openSheet(page);
  await page.findText("At most ₱50.00", sheet);
  await page.fill("Amount (PHP)", "50.01");
  await page.tap("button", "Send request", sheet);
  await page.findText("Please enter a reason", sheet);
  expect(amount(page).getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(amount(page));
  await page.fill("Amount (PHP)", "20");
  await page.fill("Reason", "The rollers hurt");
  await page.tap("button", "Send request", sheet);
  await page.findText("Waiting for the operator");
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  expect(page.queryByRole("button", { name: "Request a refund" })).toBeNull();
  expect(page.api.calls("requestRefund").map(({ request }) => request)).toEqual([
    { orderId: "order-1", amount: 2_000, reason: "The rollers hurt" },
  ]);

  requests = refundRequestsOf({
    left: 3_000,
    items: [refundRequestOf({ state: "approved", refundState: "returned", decision: "We are sorry" })],
  });
  const refunded = {
    ...endedOrder,
    refunded: 2_000,
    refund: { state: "returned", amount: 2_000, requestedAt: "2026-11-21T10:00:00.000Z" },
  } as const;
  page.api.on("getOrder", () => refunded);
  await page.push({ name: "order", data: refunded });
  await page.findText("The money has been refunded.");
  await page.findText("Operator: We are sorry");
  await page.findText("₱20.00 was refunded to the customer.");
  await page.find("button", "Request a refund");
});

it("[G-3] [NET-3] keeps the open sheet and the typed text when the refetch after an event fails", async () => {
  const page = await openOrder();
  const sheet = await openSheet(page);
  await page.fill("Amount (PHP)", "12.50");
  await page.fill("Reason", "The left arm was never pressed");
  page.api.on("refundRequests", busy);
  const before = page.api.calls("refundRequests").length;
  await page.push({ name: "order", data: endedOrder });
  await page.until(() => expect(page.api.calls("refundRequests").length).toBeGreaterThan(before));
  // A failed refetch has no visible effect, so wait long enough for a wrong effect to appear.
  await page.wait(1_000);
  expect(amount(page).value).toBe("12.50");
  expect(page.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("The left arm was never pressed");
  await page.tap("button", "Send request", sheet);
  await page.findText("Waiting for the operator");
});

it("[G-3] [NET-3] offers a retry if the refund requests could not be loaded", async () => {
  const page = await openOrder({ refundRequests: busy });
  const failure = await page.find("alert");
  await page.findText("Refund requests could not be loaded", failure);
  await page.findText("Please try again later", failure);
  page.api.on("refundRequests", () => requests);
  await page.tap("button", "Try again", failure);
  await page.find("button", "Request a refund");
  expect(page.queryByText("Refund requests could not be loaded")).toBeNull();
});

it("[G-3] [NET-3] shows only the error of the field if the request is incomplete after one that failed", async () => {
  const page = await openOrder({ requestRefund: busy });
  const sheet = await openSheet(page);
  await page.fill("Reason", "The rollers hurt");
  await page.tap("button", "Send request", sheet);
  await page.findText("Please try again later", sheet);
  await page.fill("Reason", "");
  await page.tap("button", "Send request", sheet);
  await page.findText("Please enter a reason", sheet);
  expect(page.queryByText("Please try again later")).toBeNull();
});

it("[G-3] [NET-3] shows on the order's page why a request failed whose sheet was closed", async () => {
  const closed = createGate();
  const page = await openOrder({
    requestRefund: async () => {
      await closed.opened;
      return busy();
    },
  });
  const sheet = await openSheet(page);
  await page.fill("Reason", "The rollers hurt");
  await page.tap("button", "Send request", sheet);
  await page.tap("button", "Close", sheet);
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  closed.open();
  await page.findText("Please try again later", await page.find("alert"));
  await openSheet(page);
  expect(page.queryByText("Please try again later")).toBeNull();
});

it("[G-3] [NET-3] shows the operator's decision that was made while the connection was lost", async () => {
  requests = refundRequestsOf({ left: 0, items: [refundRequestOf()] });
  const page = await openOrder();
  await page.findText("Waiting for the operator");
  await page.openStream();
  page.setOnline(false);
  await page.waitUntil(() => page.getByText("No connection. Retrying automatically."));
  requests = refundRequestsOf({ items: [refundRequestOf({ state: "refused", decision: "A chair hums" })] });
  page.setOnline(true);
  await page.waitUntil(() => page.getByText("Operator: A chair hums"));
  expect(page.queryByText("Waiting for the operator")).toBeNull();
});
