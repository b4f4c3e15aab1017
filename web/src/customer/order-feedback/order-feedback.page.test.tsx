import { describe, expect, it } from "vitest";
import { dictionaryOf } from "#test/data/dictionary-data.ts";
import { feedbackOf } from "#test/data/feedback-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { type Handlers, ProxyError, Refusal } from "#test/fake-api.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/orderFeedback/orderFeedback?orderId=order-1";
const endedOrder = () =>
  orderOf({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(0) });
const handlers: Handlers = {
  getOrder: endedOrder,
  feedbackOfOrder: () => [],
  dictionary: () => dictionaryOf(),
  feedbackInsert: () => ({ feedbackId: "feedback-1", reference: "FB-7K3M-92QX" }),
};

const problem = (page: Page) => page.getByLabelText<HTMLTextAreaElement>(/^Problem description/);
const chooseProblem = (page: Page, label: string) => page.tap("radio", label);

it("[FB-1] shows the order's facts, and requires a description of at most 140 characters", async () => {
  const page = await openPage(address, { api: handlers });
  for (const fact of ["Order number", "Outlet", "Chair", "Amount", "Order time", "Feedback time"])
    await page.findText(fact);
  await page.findText("MC1000");
  await page.tap("button", "Send feedback");
  await page.findText("Please describe the problem");
  expect(document.activeElement).toBe(problem(page));
  await page.fill("Problem description", "👨‍👩‍👧‍👦 It stopped <b>early</b>");
  await page.findText("25/140");
  const send = page.getByRole<HTMLButtonElement>("button", { name: "Send feedback" });
  await page.fill("Abnormal situation (optional)", "A".repeat(141));
  await page.until(() => expect(send.disabled).toBe(true));
  await page.fill("Abnormal situation (optional)", "A burning smell");
  await page.tap("button", "Send feedback");
  await page.findText("Submitted successfully");
  await page.findText(/^Your reference: \P{L}?FB-7K3M-92QX/u);
  await page.find("link", "See status");
  await page.find("link", "Back to home");
  expect(page.api.calls("feedbackInsert").map(({ request }) => request)).toEqual([
    { orderId: "order-1", problem: "👨‍👩‍👧‍👦 It stopped <b>early</b>", abnormal: "A burning smell" },
  ]);
});

it("[FB-1] accepts a problem type without a description", async () => {
  const page = await openPage(address, { api: handlers });
  const choice = await page.find("group", "What is the problem?");
  expect([...choice.querySelectorAll("label")].map((label) => label.textContent)).toEqual([
    "The chair did not start",
    "The massage stopped early",
    "The charge is wrong",
    "The massage is uncomfortable",
    "The chair is dirty or damaged",
    "Other",
  ]);
  await chooseProblem(page, "Other");
  await page.tap("button", "Send feedback");
  await page.findText("Please describe the problem");
  await chooseProblem(page, "The chair is dirty or damaged");
  await page.find("textbox", "Problem description (optional)");
  await page.tap("button", "Send feedback");
  await page.atAddress("/pages/result/result");
  expect(page.api.calls("feedbackInsert").map(({ request }) => request)).toMatchObject([
    { orderId: "order-1", problemType: "dirty" },
  ]);
});

it("[FB-1] [NET-3] fetches the problem types again after a proxy's error", async () => {
  let calls = 0;
  const page = await openPage(address, {
    api: {
      ...handlers,
      dictionary: () => {
        calls += 1;
        if (calls === 1) throw new ProxyError();
        return dictionaryOf();
      },
    },
  });
  await page.waitUntil(() => page.getByRole("group", { name: "What is the problem?" }));
});

it("[FB-1] [NET-3] shows the problem of sent feedback once the problem types could be fetched", async () => {
  let calls = 0;
  const page = await openPage(address, {
    api: {
      ...handlers,
      feedbackOfOrder: () => [feedbackOf({ problemType: "dirty", problem: "" })],
      dictionary: () => {
        calls += 1;
        if (calls === 1) throw new ProxyError();
        return dictionaryOf();
      },
    },
  });
  await page.find("heading", "Add more feedback");
  await page.waitUntil(() =>
    expect(page.getByRole("article").textContent).toContain("The chair is dirty or damaged"),
  );
});

it("[FB-3] keeps the draft when the server is overloaded, and sends it on a later attempt", async () => {
  let calls = 0;
  const page = await openPage(address, {
    api: {
      ...handlers,
      feedbackInsert: () => {
        calls += 1;
        if (calls === 1) throw new Refusal("notReady", "Please try again later");
        return { feedbackId: "feedback-1", reference: "FB-7K3M-92QX" };
      },
    },
  });
  await page.fill("Problem description", "It smells of smoke");
  await page.tap("button", "Send feedback");
  await page.findText("Please try again later");
  expect(problem(page).value).toBe("It smells of smoke");
  await page.tap("button", "Send again");
  await page.find("link", "See status");
  const keys = page.api.calls("feedbackInsert").map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBe(keys[1]);
});

describe("[FB-3] shows a failure if", () => {
  it.each([
    {
      reason: "the order's status no longer allows feedback",
      refusal: new Refusal("permissionMissing", "This is not possible"),
      shown: "Submission failed",
    },
    {
      reason: "the order has reached its limit of feedback, and explains it",
      refusal: new Refusal("feedbackFull", "full", { most: 10 }),
      shown: "No further feedback can be sent for this order.",
    },
  ])("$reason", async ({ refusal, shown }) => {
    const page = await openPage(address, {
      api: {
        ...handlers,
        ownOrders: () => ({ items: [], nextCursor: null }),
        feedbackInsert: () => {
          throw refusal;
        },
      },
    });
    await page.fill("Problem description", "Once more");
    await page.tap("button", "Send feedback");
    await page.findText(shown);
    page.getByText("Submission failed");
    if (refusal.code === "feedbackFull") expect(page.queryByText(/please try again/)).toBeNull();
    await page.tap("link", "Back to home");
    await page.find("textbox", "Device ID");
  });
});

it("[FB-1] on a cancelled order, offers further feedback when the outlet has replied, and keeps what was entered until then", async () => {
  const untilReply = "You can send more feedback for this order when the outlet has replied";
  let sent = [feedbackOf()];
  const page = await openPage(address, {
    api: {
      ...handlers,
      getOrder: () => orderOf({ orderStatus: "cancelled", startedAt: null, endsAt: null, endedAt: null }),
      feedbackOfOrder: () => [],
      feedbackInsert: () => {
        throw new Refusal("feedbackUnanswered", untilReply);
      },
    },
  });
  // The page does not know of the feedback that another tab has sent.
  await page.fill("Problem description", "It failed again");
  await page.tap("button", "Send feedback");
  await page.findText(untilReply);
  expect(problem(page).value).toBe("It failed again");

  page.api.on("feedbackOfOrder", () => sent);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await page.until(() => expect(page.queryByLabelText(/^Problem description/)).toBeNull());
  sent = [
    feedbackOf({
      state: "answered",
      answeredAt: instantAfter(0),
      answer: "It works again.",
      answers: [{ answer: "It works again.", answeredAt: instantAfter(0), couponCode: null }],
    }),
  ];
  await page.push({ name: "order", data: endedOrder() });
  await page.findText("It works again.");
  await page.until(() => expect(problem(page).value).toBe("It failed again"));
  expect(page.queryByText(untilReply)).toBeNull();
});

it("[FB-1] leads from the feedback page of an order that another browser has paid to the own orders", async () => {
  const page = await openPage(address, {
    api: {
      ...handlers,
      ownOrders: () => ({ items: [], nextCursor: null }),
      getOrder: () => {
        throw new Refusal("orderNotFound", "Order not found");
      },
    },
  });
  const alert = await page.find("alert");
  await page.findText("Order unavailable", alert);
  await page.findText(/^Open it in the browser or app in which you paid\./, alert);
  await page.tap("link", "Your recent orders");
  await page.atAddress("/pages/quickStart/quickStart");
  await page.find("textbox", "Device ID");
  expect(page.queryByText("Order unavailable")).toBeNull();
});

it("[FB-1] says from where to open feedback if the address names no order, without stating that one cannot be shown", async () => {
  const page = await openPage(address.replace("order-1", ""), { api: handlers });
  await page.findText("Open feedback from your order or its receipt.", await page.find("alert"));
  expect(page.queryByText("Order unavailable")).toBeNull();
});

it("[FB-1] [ERR-1] states another refusal as the server does, without advice for another browser", async () => {
  const getOrder = () => {
    throw new Refusal("permissionMissing", "No permission");
  };
  const page = await openPage(address, { api: { ...handlers, getOrder } });
  await page.findText("No permission", await page.find("alert"));
  expect(page.queryByText(/in which you paid/)).toBeNull();
});

it.each([
  { disputed: 0, files: 1 },
  { disputed: 5_000, files: 0 },
])(
  "[FB-2] [DISP-1] offers files unless the bank has withdrawn the payment, and then states why not: %o",
  async ({ disputed, files }) => {
    const page = await openPage(address, {
      api: { ...handlers, getOrder: () => ({ ...endedOrder(), disputed }) },
    });
    await page.find("button", "Send feedback");
    expect(document.querySelectorAll("input[type=file]")).toHaveLength(files);
    expect(page.queryAllByText(/^Photos and videos can't be added/)).toHaveLength(1 - files);
  },
);
