import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";
import { refundRequestsOf } from "#test/data/refund-data.ts";
import type { Permission } from "@reposo/contract/permissions.ts";

const address = "/pages/order/order?orderId=order-1";
const failed = () =>
  orderOf({
    orderStatus: "completed",
    endReason: "fault",
    endedAt: instantAfter(60),
    transfer: { minutes: 9, until: instantAfter(300), refund: 4_500, freeChairs: ["MC2000"] },
  });
const peer = {
  orderId: "order-9",
  orderNumber: "260302-9999-92QX",
  deviceId: "MC2000",
  orderTime: instantAfter(90),
};

const open = (permissions: Permission[], order = failed()) =>
  openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers({ permissions }),
      orderList: () => ({ items: [order], nextCursor: null, total: 1 }),
      getOrder: ({ orderId }) =>
        orderId === "order-1" ? order : orderOf({ orderId, transferredFrom: peer }),
      refundRequests: () => refundRequestsOf(),
      transferOrder: () => ({ orderId: "order-9", orderStatus: "starting" }),
    },
  });

it("[CHAIR-6] [STAFF-1] lets a manager who may start massages continue one for a customer", async () => {
  const page = await open(["home", "details", "user", "start"]);
  await page.tap("button", "Chair MC2000");
  expect(page.queryByRole("button", { name: /^Refund ₱/ })).toBeNull();
  await page.tap("button", "Start the chair", await page.find("dialog"));
  await page.atAddress("/pages/order/order?orderId=order-9");
  expect(page.api.calls("transferOrder").map(({ request }) => request)).toEqual([
    { orderId: "order-1", deviceId: "MC2000" },
  ]);
  await page.find("link", peer.orderNumber);
});

it("[CHAIR-6] [STAFF-1] shows the offer to no other manager", async () => {
  const page = await open(["home", "details", "user"]);
  await page.findText("₱50.00");
  // Above the facts, and in the timeline.
  expect(page.getAllByText("Chair reported a fault")).toHaveLength(2);
  await page.findText(/^Without a choice, ₱45\.00 is refunded automatically at /);
  expect(page.queryByRole("button", { name: "Chair MC2000" })).toBeNull();
});

it("[CHAIR-6] shows in the timeline of the first order where the massage continued", async () => {
  const page = await open(["home", "details", "user"], { ...failed(), transfer: null, transferredTo: peer });
  await page.findText("Continued on chair MC2000");
  await page.find("link", peer.orderNumber);
});
