import { expect, it, vi } from "vitest";
import { chairHandlers } from "#test/data/chair-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { orderOf } from "#test/data/order-data.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceOrder/order?orderId=order-1";
const notStarted = { startedAt: null, endsAt: null } as const;

it("[CNT-1] [STATE-1] names the phase of an order in the heading and the tab, and keeps its chair in view", async () => {
  const page = await openPage(address, {
    api: { ...chairHandlers(), getOrder: () => orderOf({ ...notStarted, orderStatus: "unpaid" }) },
  });
  const heading = async (name: string) => {
    await page.find("heading", name);
    await page.findText("Chair MC1000");
  };
  const becomes = async (fields: Parameters<typeof orderOf>[0]) => {
    page.api.on("getOrder", () => orderOf(fields));
    await page.push({ name: "order", data: orderOf(fields) });
  };
  await heading("Payment");
  expect(document.title).toBe("Payment");
  await becomes({ ...notStarted, orderStatus: "starting", startDeadlineAt: instantAfter(60) });
  await heading("Starting");
  expect(document.title).toBe("Starting");
  await becomes({});
  await heading("Countdown");
  expect(document.title).toMatch(/^\d\d:\d\d Countdown$/);
  page.api.on("feedbackOfOrder", () => []);
  await becomes({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(600) });
  await heading("Your order");
  expect(document.title).toBe("Thank you");
});

it("[CNT-1] shows a start that no live event reports", async () => {
  const starting = { ...notStarted, orderStatus: "starting", startDeadlineAt: instantAfter(60) } as const;
  const page = await openPage(address, { api: { ...chairHandlers(), getOrder: () => orderOf(starting) } });
  await page.find("heading", "Starting");
  await page.openStream();
  page.api.on("getOrder", () => orderOf());
  await page.wait(5_000);
  page.getByRole("heading", { name: "Countdown" });
});

it.each([
  ["en_US", "Ends at 12:10", "Ends at 12:20"],
  ["zh_CN", "12:10 结束", "12:20 结束"],
  ["id_ID", "Selesai pukul 12:10", "Selesai pukul 12:20"],
] as const)(
  "[CNT-1] [I18N-1] states when the massage ends, also after it was extended (%s)",
  async (language, end, later) => {
    const page = await openPage(address, { language, api: { getOrder: () => orderOf() } });
    await page.findText(end);
    const extended = orderOf({ endsAt: instantAfter(1_200), extendedMinutes: 10 });
    page.api.on("getOrder", () => extended);
    await page.push({ name: "order", data: extended });
    await page.findText(later);
  },
);

it("[CNT-1] shows the outcome at the top, wherever the customer had scrolled to when the massage ended", async () => {
  const page = await openPage(address, {
    api: { ...chairHandlers(), getOrder: () => orderOf(), feedbackOfOrder: () => [] },
  });
  await page.find("timer");
  const scrollTo = vi.spyOn(window, "scrollTo");
  const ended = orderOf({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(600) });
  page.api.on("getOrder", () => ended);
  await page.push({ name: "order", data: ended });
  await page.find("heading", "Your order");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

it("[I18N-1] puts no space between Chinese sentences", async () => {
  const page = await openPage(address, {
    language: "zh_CN",
    api: {
      ...chairHandlers(),
      getOrder: () =>
        orderOf({
          ...notStarted,
          orderStatus: "starting",
          startDeadlineAt: instantAfter(60),
          payType: "online",
        }),
    },
  });
  await page.find("heading", "正在启动");
  expect(document.body.textContent).not.toMatch(/。\s/);
});

it.each([
  ["busy", "The chair was already running. Please choose another chair."],
  ["fault", "The chair has a fault. Please choose another chair."],
  ["gear", "This chair does not have the chosen intensity. Please choose another one."],
  ["seat", "The chair didn't detect anyone in the seat. Please sit down, then start again."],
  ["door", "A cover of the chair is open. Please tell the staff, or choose another chair."],
  ["ERR-102", "The chair reported the fault ERR-102 and didn't start. Please choose another chair."],
  ["Call +63 900", "The chair detected a problem and didn't start. Please choose another chair."],
])(
  "[START-5] explains the chair's own reason of a refused start (%s)",
  async (refusalReason, explanation) => {
    const refused = { orderStatus: "failed", endReason: "refused", endedAt: instantAfter(0) } as const;
    const page = await openPage(address, {
      api: {
        getOrder: () => orderOf({ ...notStarted, ...refused, refusalReason }),
        feedbackOfOrder: () => [],
      },
    });
    await page.findText(explanation);
    const canRetry = ["seat", "gear"].includes(refusalReason);
    await page.find("link", canRetry ? "Back to the chair" : "Scan another chair");
    expect(document.body.textContent).not.toContain("+63 900");
    await page.findText("260302-7K3M-92QX");
  },
);

it.each([
  [
    "startDeadline",
    "The chair did not start",
    "The chair did not respond in time. Please choose another chair.",
  ],
  [
    "refused",
    "The chair did not start",
    "The chair detected a problem and didn't start. Please choose another chair.",
  ],
  ["deviceTaken", "Someone else started this chair first", "Please choose another chair."],
] as const)("[START-5] states why a start failed (%s)", async (endReason, title, reason) => {
  const page = await openPage(address, {
    api: {
      getOrder: () => orderOf({ ...notStarted, orderStatus: "failed", endReason, endedAt: instantAfter(0) }),
      feedbackOfOrder: () => [],
    },
  });
  await page.findText(title);
  await page.findText(reason);
});
