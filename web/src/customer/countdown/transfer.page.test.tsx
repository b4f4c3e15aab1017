import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { expect, it, vi } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceOrder/order?orderId=order-1";
const offer = { minutes: 10, until: instantAfter(300), refund: 5_000, freeChairs: ["MC2000", "MC3000"] };
const refused = () =>
  orderOf({
    orderStatus: "failed",
    endReason: "refused",
    startedAt: null,
    endsAt: null,
    endedAt: instantAfter(0),
    transfer: offer,
  });
const peer = {
  orderId: "order-9",
  orderNumber: "260302-9999-92QX",
  deviceId: "MC2000",
  orderTime: instantAfter(9),
};

const offered: Record<
  Language,
  Record<"title" | "left" | "chair" | "otherwise" | "refund" | "refunding", string>
> = {
  en_US: {
    title: "The chair did not start",
    left: "10 min left. The massage can continue at the same intensity on another chair here.",
    chair: "Chair MC3000",
    otherwise: "Without a choice, ₱50.00 is refunded automatically at 12:05.",
    refund: "Refund ₱50.00 now",
    refunding: "Your ₱50.00 is being refunded the way you paid.",
  },
  zh_CN: {
    title: "按摩椅未能启动",
    left: "还剩 10 分钟，可在本网点其他按摩椅上以相同档位继续。",
    chair: "按摩椅 MC3000",
    otherwise: "如不选择，₱50.00 将于 12:05 自动退回。",
    refund: "立即退款 ₱50.00",
    refunding: "₱50.00 将原路退回。",
  },
  zh_TW: {
    title: "按摩椅未能啟動",
    left: "還剩 10 分鐘，可在本據點其他按摩椅以相同強度繼續。",
    chair: "按摩椅 MC3000",
    otherwise: "若未選擇，₱50.00 將於 12:05 自動退回。",
    refund: "立即退款 ₱50.00",
    refunding: "₱50.00 將依原付款方式退回。",
  },
  id_ID: {
    title: "Pijatan tidak dimulai",
    left: "Sisa 10 menit. Pijatan dapat dilanjutkan dengan intensitas yang sama di kursi lain di gerai ini.",
    chair: "Kursi MC3000",
    otherwise: "Jika tidak memilih kursi, ₱50,00 otomatis dikembalikan pukul 12:05.",
    refund: "Kembalikan ₱50,00 sekarang",
    refunding: "Dana ₱50,00 sedang dikembalikan melalui metode pembayaran semula.",
  },
};

it.each(languages)(
  "[CHAIR-6] offers free chairs and the refund after a start that failed, and says what happens without a choice (%s)",
  async (language) => {
    const texts = offered[language];
    const page = await openPage(address, { language, api: { getOrder: refused, feedbackOfOrder: () => [] } });
    await page.findText(texts.title);
    await page.findText(texts.left);
    await page.find("button", texts.chair);
    await page.findText(texts.otherwise);
    await page.find("button", texts.refund);
    expect(page.queryByText(texts.refunding)).toBeNull();
  },
);

it("[CHAIR-6] continues on the chosen chair after a confirmation, and shows the countdown of the new order", async () => {
  const page = await openPage(address, {
    api: {
      getOrder: ({ orderId }) =>
        orderId === "order-1"
          ? refused()
          : orderOf({ orderId, deviceId: "MC2000", orderType: "transfer", payType: "transfer", amount: 0 }),
      feedbackOfOrder: () => [],
      transferOrder: () => ({ orderId: "order-9", orderStatus: "starting" }),
    },
  });
  await page.tap("button", "Chair MC2000");
  const dialog = await page.find("dialog", "Continue on chair MC2000?");
  await page.findText(/^Starts right away with 10 min, instead of the refund of ₱50\.00\./, dialog);
  await page.tap("button", "Start the chair", dialog);
  await page.atAddress("/pages/deviceOrder/order?orderId=order-9");
  await page.find("timer");
  expect(page.api.calls("transferOrder").map(({ request }) => request)).toEqual([
    { orderId: "order-1", deviceId: "MC2000" },
  ]);
});

it("[CHAIR-6] keeps the question with the reason if the chair was taken meanwhile", async () => {
  const page = await openPage(address, {
    api: {
      getOrder: refused,
      feedbackOfOrder: () => [],
      transferOrder: () => {
        throw new Refusal("deviceInUse", "This chair is in use");
      },
    },
  });
  await page.tap("button", "Chair MC2000");
  const dialog = await page.find("dialog");
  await page.tap("button", "Start the chair", dialog);
  await page.findText("This chair is in use", dialog);
});

it("[CHAIR-6] says in an open question that the offer has ended, and that the refund is on its way", async () => {
  const page = await openPage(address, { api: { getOrder: refused, feedbackOfOrder: () => [] } });
  await page.tap("button", "Chair MC2000");
  await page.find("dialog", "Continue on chair MC2000?");
  const refund = { state: "onItsWay", amount: 5_000, requestedAt: instantAfter(0) } as const;
  const refunding = { ...refused(), transfer: null, refund };
  page.api.on("getOrder", () => refunding);
  await page.push({ name: "order", data: refunding });
  const dialog = await page.find("dialog", "Continue on another chair");
  await page.findText("The massage can no longer continue on another chair.", dialog);
  await page.findText("₱50.00 is being refunded the way it was paid.", dialog);
  await page.tap("button", "Back", dialog);
  expect(page.queryByRole("dialog")).toBeNull();
});

it("[CHAIR-6] requests the refund at once after a confirmation", async () => {
  const refund = { state: "requested", amount: 5_000, requestedAt: instantAfter(0) } as const;
  const page = await openPage(address, {
    api: {
      getOrder: refused,
      feedbackOfOrder: () => [],
      declineTransfer: () => ({ ...refused(), transfer: null, refund }),
    },
  });
  await page.tap("button", "Refund ₱50.00 now");
  const scrollTo = vi.spyOn(window, "scrollTo");
  await page.tap("button", "Refund now", await page.find("dialog"));
  await page.until(() =>
    expect(page.api.calls("declineTransfer").map(({ request }) => request)).toEqual([{ orderId: "order-1" }]),
  );
  page.api.on("getOrder", () => ({ ...refused(), transfer: null, refund }));
  await page.findText("Your ₱50.00 is being refunded the way you paid.");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(page.queryByRole("button", { name: "Chair MC2000" })).toBeNull();
});

it("[CHAIR-6] leads from the first order to the massage that continues it, and back, and names both on the receipt", async () => {
  const page = await openPage(address, {
    api: {
      getOrder: ({ orderId }) =>
        orderId === "order-1"
          ? { ...refused(), transfer: null, transferredTo: peer }
          : orderOf({
              orderId,
              orderType: "transfer",
              payType: "transfer",
              amount: 0,
              orderStatus: "completed",
              endReason: "finished",
              endedAt: instantAfter(0),
              transferredFrom: {
                ...peer,
                orderId: "order-1",
                orderNumber: "260302-1111-92QX",
                deviceId: "MC1000",
              },
            }),
      feedbackOfOrder: () => [],
    },
  });
  await page.findText("Continued on chair MC2000");
  await page.find("link", "View receipt");
  await page.tap("link", "Open the massage");
  await page.atAddress("/pages/deviceOrder/order?orderId=order-9");
  await page.find("link", "See your first order");
  await page.tap("link", "View receipt");
  await page.findText("Continues order");
  await page.findText("260302-1111-92QX");
});

it.each([
  ["failed", "requested", "Your ₱50.00 is being refunded the way you paid."],
  ["refunded", "returned", "Your ₱50.00 has been refunded."],
] as const)(
  "[CHAIR-6] [HELP-2] names the other chair, and states the refund that follows because it did not start either: %s",
  async (orderStatus, state, money) => {
    const order = {
      ...refused(),
      orderStatus,
      refunded: state === "returned" ? 5_000 : 0,
      refund: { state, amount: 5_000, requestedAt: instantAfter(0) },
      transfer: null,
      transferredTo: peer,
    };
    const page = await openPage(address, { api: { getOrder: () => order, feedbackOfOrder: () => [] } });
    await page.findText(money);
    await page.find("link", "Open the massage");
    await page.tap("link", "View receipt");
    await page.findText("Continued by order");
    expect(page.queryByText("Moved to another chair") === null).toBe(state === "returned");
  },
);

it.each(["cash", "coupon"] as const)(
  "[CHAIR-6] does not state that a massage has continued if no refund would show that the other chair failed too: %s",
  async (payType) => {
    const order = orderOf({ payType, orderStatus: "completed", endReason: "fault", transferredTo: peer });
    const page = await openPage(address, { api: { getOrder: () => order, feedbackOfOrder: () => [] } });
    await page.findText("The chair stopped early");
    await page.findText("You chose to continue on chair MC2000.");
    expect((await page.find("link", "Open the massage")).className).toContain("primary");
    expect((await page.find("link", "Scan another chair")).className).not.toContain("primary");
    expect(page.queryByText(/^Continued on/)).toBeNull();
  },
);

it("[CHAIR-6] promises the refund of the first order while the other chair starts, and after it failed", async () => {
  const continued = {
    orderType: "transfer",
    payType: "transfer",
    amount: 0,
    startedAt: null,
    endsAt: null,
    transferredFrom: peer,
  } as const;
  const page = await openPage(address, {
    api: {
      getOrder: () => orderOf({ ...continued, orderStatus: "starting", startDeadlineAt: instantAfter(20) }),
      feedbackOfOrder: () => [],
    },
  });
  await page.findText("the refund for your first order follows.");
  page.api.on("getOrder", () =>
    orderOf({ ...continued, orderStatus: "failed", endReason: "refused", endedAt: instantAfter(0) }),
  );
  await page.push({
    name: "order",
    data: orderOf({ ...continued, orderStatus: "failed", endReason: "refused" }),
  });
  await page.findText("The refund for your first order follows.");
});

it("[CHAIR-6] [STAFF-1] offers no other chair to a manager who may not start massages", async () => {
  const page = await openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers({ permissions: ["home", "details", "user"] }),
      getOrder: refused,
      feedbackOfOrder: () => [],
    },
  });
  await page.findText("The chair did not start");
  expect(page.queryByRole("button", { name: "Chair MC2000" })).toBeNull();
});
