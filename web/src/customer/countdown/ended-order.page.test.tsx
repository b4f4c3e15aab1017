import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { expect, it, vi } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { Refusal } from "#test/fake-api.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceOrder/order?orderId=order-1";
const stoppedByChair = () =>
  orderOf({ orderStatus: "completed", endReason: "fault", endedAt: instantAfter(0) });
const giveFeedback = { name: "Something wrong? Send feedback" };

it("[NAV-5] [CNT-2] offers no feedback to a manager without the permission to give it", async () => {
  const page = await openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers({ permissions: ["home", "user", "start"] }),
      getOrder: stoppedByChair,
      feedbackOfOrder: () => {
        throw new Refusal("permissionMissing", "You don't have access");
      },
    },
  });
  await page.findText("The chair stopped early");
  await page.until(() => expect(page.queryByRole("link", giveFeedback)).toBeNull());
  await page.find("link", "View receipt");
});

it("[CNT-2] names on the receipt what was bought, in the customer's language, and copies the whole payment reference", async () => {
  const paymentReference = "cs_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
  const priceName = { en_US: "Relax", zh_CN: "放松", zh_TW: "放鬆", id_ID: "Relaks" };
  const receipt = { paymentProvider: "xendit", priceName };
  const page = await openPage(`${address}&view=receipt`, {
    language: "id_ID",
    api: { getOrder: () => ({ ...stoppedByChair(), paymentReference, receipt }), feedbackOfOrder: () => [] },
  });
  for (const part of ["Pijat 10 menit", "Relaks · Intensitas 1", "Pembayaran online · Xendit"])
    await page.findText(part);
  await page.tap("button", "Salin: Referensi pembayaran");
  expect(await navigator.clipboard.readText()).toBe(paymentReference);
});

it("[CNT-2] [FB-1] [NET-3] offers feedback although the server failed on the first request for the order's feedback", async () => {
  let calls = 0;
  const page = await openPage(address, {
    api: {
      getOrder: stoppedByChair,
      feedbackOfOrder: () => {
        calls += 1;
        if (calls === 1) throw new Refusal("notReady", "later");
        return [];
      },
    },
  });
  await page.findText("The chair stopped early");
  // The link is visible before the response and must remain visible after it.
  page.getByRole("link", giveFeedback);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await page.waitUntil(() => expect(calls).toBeGreaterThan(1));
  await page.find("link", giveFeedback.name);
});

const refundIn: Record<Language, { requested: string; onItsWay: string; times: RegExp }> = {
  en_US: {
    requested: "Your ₱50.00 is being refunded the way you paid.",
    onItsWay: "Your refund of ₱50.00 is on its way. It arrives the way you paid.",
    times:
      /^Requested (?=.*Mar 2)(?=.*12:00).*It arrives by Mar 16 at the latest; if it has not, contact us with your order number\.$/,
  },
  zh_CN: {
    requested: "₱50.00 将原路退回。",
    onItsWay: "退款 ₱50.00 正在处理，将原路退回。",
    times: /^(?=.*3月2日)(?=.*12:00).* 发起，最迟 3月16日 到账。届时如未到账，请凭订单号联系我们。$/,
  },
  zh_TW: {
    requested: "₱50.00 將依原付款方式退回。",
    onItsWay: "退款 ₱50.00 處理中，將依原付款方式退回。",
    times: /^(?=.*3月2日)(?=.*12:00).* 提出，最遲 3月16日 入帳。屆時若未入帳，請提供訂單編號與我們聯絡。$/,
  },
  id_ID: {
    requested: "Dana ₱50,00 sedang dikembalikan melalui metode pembayaran semula.",
    onItsWay: "Pengembalian dana ₱50,00 sedang diproses melalui metode pembayaran semula.",
    times:
      /^Diajukan (?=.*2 Mar)(?=.*12:00).*Dana masuk paling lambat 16 Mar; jika belum, hubungi kami dengan nomor pesanan Anda\.$/,
  },
};

it.each(
  languages.flatMap((language) => (["requested", "onItsWay"] as const).map((state) => ({ language, state }))),
)(
  "[HELP-2] states how much is refunded, by which way, since when, until when, and what to do afterwards ($language, $state)",
  async ({ language, state }) => {
    const refund = { state, amount: 5_000, requestedAt: instantAfter(0) };
    const fields = {
      orderStatus: "failed",
      endReason: "startDeadline",
      endedAt: instantAfter(0),
      refund,
    } as const;
    const page = await openPage(address, {
      language,
      api: { getOrder: () => orderOf(fields), feedbackOfOrder: () => [] },
    });
    await page.findText(refundIn[language][state]);
    await page.findText(refundIn[language].times);
  },
);

it("[HELP-2] states no dates for a refund that has been returned", async () => {
  const refund = { state: "returned", amount: 5_000, requestedAt: instantAfter(0) } as const;
  const page = await openPage(address, {
    api: { getOrder: () => orderOf({ orderStatus: "refunded", refund }), feedbackOfOrder: () => [] },
  });
  await page.findText("Your ₱50.00 has been refunded.");
  expect(page.queryByText(/at the latest/)).toBeNull();
});

it("[NAV-4] opens the receipt at its top, with the focus on its title", async () => {
  const page = await openPage(address, {
    api: { getOrder: stoppedByChair, feedbackOfOrder: () => [] },
    prepare: () => vi.spyOn(window, "scrollTo"),
  });
  await page.tap("link", "View receipt");
  const title = await page.find("heading", "Receipt");
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(document.activeElement).toBe(title);
});
