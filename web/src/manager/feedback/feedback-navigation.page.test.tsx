import type { GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { answeredFeedbackOf, feedbackDetailOf, feedbackOf } from "#test/data/feedback-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const inbox = "/pages/feedback/feedback";
const open = feedbackOf({ problem: "The older word" });
const answered = answeredFeedbackOf(
  answeredFeedbackOf(feedbackOf({ feedbackId: "feedback-2", problem: "An answered word" }), "Once"),
  "Twice",
);

const gift: GiftCoupon = {
  giftId: "gift-1",
  feedbackId: "feedback-2",
  reference: "K7M2",
  orderId: "order-1",
  orderNumber: "260302-7K3M-92QX",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  couponCode: null,
  redeemed: false,
  amount: null,
  currency: "PHP",
  state: "requested",
  limit: "day",
  decision: null,
  givenBy: "Maria Santos",
  givenAt: instantAfter(-60),
  decidedAt: null,
};

const openPageOf = (address: string, stored: Readonly<Record<string, string>> = {}, width = 360) =>
  openPage(address, {
    session: managerSession,
    stored,
    width,
    api: {
      ...managerHandlers(),
      appStatistics: () => statisticsOf(),
      incomeChart: () => incomeTodayOf({}),
      loginDevices: () => [],
      logout: () => null,
      feedbackList: ({ state }) => {
        const items = [open, answered].filter((each) => state?.includes(each.state) ?? true);
        return { items, nextCursor: null, total: items.length };
      },
      feedbackDetail: ({ feedbackId }) => feedbackDetailOf(feedbackId === open.feedbackId ? open : answered),
      giftCoupons: () => ({ items: [gift], nextCursor: null, total: 1 }),
      feedbackOfOrder: () => [open],
    },
  });

it("[NAV-5] [NAV-4] [FB-1] shows the number of open feedback on home, and the tabs and Back on the feedback page", async () => {
  const page = await openPageOf("/pages/home/home");
  await page.tap("link", /1 Customer feedback/);
  await page.findText("The older word");
  expect((await page.find("link", "Data details")).getAttribute("aria-current")).toBe("page");
  await page.tap("button", "Back");
  await page.atAddress("/pages/home/home");
});

it("[FB-1] restores the filter after Back, and shows every answer of the feedback", async () => {
  const page = await openPageOf(inbox);
  await page.findText("The older word");
  await page.tap("radio", "Replied");
  await page.tap("link", /An answered word/);
  for (const answer of ["Once", "Twice"]) await page.until(() => page.getAllByText(answer));
  await page.tap("button", "Back");
  await page.find("link", /An answered word/);
  expect(location.search).toContain("state=answered");
  expect(((await page.find("radio", "Replied")) as HTMLInputElement).checked).toBe(true);
  expect(page.queryByText("The older word")).toBeNull();
  await page.tap("radio", "Closed");
  await page.findText("No closed feedback");
});

it("[FB-1] [SES-4] restores a manager's unsent answer in a new document, and removes it when the session ends", async () => {
  const first = await openPageOf(`${inbox}?feedbackId=feedback-1`);
  await first.until(() => first.getByLabelText("Your reply"));
  await first.fill("Your reply", "We are looking into it");
  await first.until(() => expect(first.stored("drafts")).not.toBeNull());

  const page = await openPageOf(`${inbox}?feedbackId=feedback-1`, { drafts: first.stored("drafts") ?? "" });
  await page.until(() =>
    expect(page.getByLabelText<HTMLTextAreaElement>("Your reply").value).toBe("We are looking into it"),
  );
  await page.tap("link", "My account");
  await page.tap("button", "Log out");
  await page.tap("button", "Log out", await page.find("dialog"));
  await page.waitUntil(() => expect(location.pathname).toBe("/pages/login/login"));
  expect(page.stored("drafts")).toBeNull();
});

it("[WIDE-1] [FB-1] shows the selected feedback beside the list in a wide window, as new, and closes it by Escape", async () => {
  const page = await openPageOf(`${inbox}?areaId=outlet-1`, {}, 1440);
  await page.tap("link", /The older word/);
  const row = await page.find("link", /The older word/);
  expect(row.getAttribute("aria-current")).toBe("true");
  // In the row and in the detail: "Sent" is what the customer did.
  await page.until(() => expect(page.getAllByText("New")).toHaveLength(2));
  expect(page.queryByText("Sent")).toBeNull();
  expect(location.search).toBe("?areaId=outlet-1&feedbackId=feedback-1");
  await page.user.keyboard("{Escape}");
  await page.atAddress(`${inbox}?areaId=outlet-1`);
});

it("[WIDE-1] [FB-1] shows the coupons for customers in a table in a wide window, each with a link to its feedback", async () => {
  const page = await openPageOf(`${inbox}?rows=coupons`, {}, 1440);
  const table = await page.find("table", "Coupons for customers");
  expect((await page.find("link", "K7M2", table)).getAttribute("href")).toBe(
    `${inbox}?feedbackId=feedback-2`,
  );
  expect([...table.querySelectorAll("[role=row]")].at(-1)?.textContent).toBe(
    "K7M2Mar 2, 11:59Maria SantosAyala Mall260302-7K3M-92QXFree massageRequested",
  );
});
