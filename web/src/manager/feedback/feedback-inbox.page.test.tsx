import { describe, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { answeredFeedbackOf, feedbackDetailOf, feedbackOf } from "#test/data/feedback-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { createGate, type Handlers } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const inbox = "/pages/feedback/feedback";
const onePage = `${inbox}?feedbackId=feedback-1`;

const openFeedback = (address: string, handlers: Handlers = {}) => {
  let feedback = feedbackOf({ problem: "It squeaks" });
  return openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers(),
      feedbackList: () => ({ items: [feedback], nextCursor: null, total: 1 }),
      feedbackDetail: () => feedbackDetailOf(feedback),
      feedbackOfOrder: () => [feedback],
      feedbackLook: () => (feedback = { ...feedback, state: "lookedAt" }),
      feedbackAnswer: ({ answer }) => (feedback = answeredFeedbackOf(feedback, answer)),
      feedbackClose: ({ outcome }) => (feedback = { ...feedback, state: "closed", outcome }),
      ...handlers,
    },
  });
};

const reply = (page: Page) => page.getByLabelText<HTMLTextAreaElement>("Your reply");
const button = (page: Page, name: string | RegExp) => page.getByRole<HTMLButtonElement>("button", { name });
const orderEvent = { name: "order", data: orderOf() } as const;

it("[FB-1] opens feedback from its row, and shows its order, the history of the chair, and one form", async () => {
  const other = feedbackOf({ feedbackId: "feedback-2", problem: "The newer word" });
  const page = await openFeedback(inbox, {
    feedbackOfOrder: () => [other, feedbackOf({ problem: "It squeaks" })],
  });
  await page.find("heading", /^\w{3}, \w{3} \d+$/);
  await page.tap("link", /It squeaks/);
  await page.atAddress(onePage);
  await page.findText("It squeaks", await page.find("article"));
  await page.find("heading", "Recent orders of this chair");
  expect(page.getAllByLabelText("Your reply")).toHaveLength(1);
  const others = await page.find("list", "Other feedback on this order");
  await page.findText("The newer word", others);
  const orders = page.getByRole("list", { name: "Recent orders of this chair" }).textContent;
  expect(orders).toMatch(/4G2M-81QX.*Feedback: \P{L}?1/u);
  // The order of this feedback is shown above.
  expect(orders).not.toContain("7K3M-92QX");
});

it("[FB-1] filters by state, and keeps the filter in the address", async () => {
  const page = await openFeedback(inbox, {
    feedbackList: ({ state }) => ({
      items: state?.includes("answered")
        ? [feedbackOf({ problem: "An answered word", state: "answered" })]
        : [],
      nextCursor: null,
      total: state?.includes("answered") ? 1 : 0,
    }),
  });
  await page.tap("radio", "Replied");
  await page.find("link", /An answered word/);
  await page.atAddress(`${inbox}?state=answered`);
  await page.tap("radio", "Closed");
  await page.findText("No closed feedback");
  expect(page.queryByRole("button", { name: "Clear filters" })).toBeNull();
});

it("[FB-1] shows the type of a problem without a description in the language of the reader", async () => {
  const { dictionary } = managerHandlers();
  const page = await openPage(inbox, {
    session: managerSession,
    language: "zh_TW",
    api: {
      ...managerHandlers(),
      feedbackList: () => ({
        items: [feedbackOf({ problemType: "dirty", problem: "" })],
        nextCursor: null,
        total: 1,
      }),
      dictionary: async (request, call) => {
        const labels = (await dictionary?.(request, call)) ?? expect.unreachable();
        const feedbackProblem = [{ value: "dirty", label: "按摩椅髒污或損壞" }];
        return { ...labels, entries: { ...labels.entries, feedbackProblem } };
      },
    },
  });
  await page.findText("按摩椅髒污或損壞");
});

it("[NAV-5] refuses the feedback page to managers without the permission to see orders", async () => {
  for (const address of [inbox, onePage]) {
    const page = await openPage(address, {
      session: managerSession,
      api: managerHandlers({ permissions: ["home", "user"] }),
    });
    await page.findText("You don't have access to this page");
  }
});

it("[FB-1] [NET-3] disables the actions offline, and shows on the pressed button that an action is pending", async () => {
  const look = createGate();
  const closed = createGate();
  let feedback = feedbackOf();
  const page = await openFeedback(onePage, {
    feedbackDetail: () => feedbackDetailOf(feedback),
    feedbackLook: async () => {
      await look.opened;
      return (feedback = { ...feedback, state: "lookedAt" });
    },
    feedbackAnswer: ({ answer }) => (feedback = answeredFeedbackOf(feedback, answer)),
    feedbackClose: async () => {
      await closed.opened;
      return (feedback = { ...feedback, state: "closed", outcome: "explained" });
    },
  });
  await page.fill("Your reply", "We have oiled it");
  page.setOnline(false);
  await page.findText("Not available offline.");
  for (const name of ["Send reply", "Mark as in progress"]) expect(button(page, name).disabled).toBe(true);
  page.setOnline(true);
  await page.until(() => expect(button(page, "Send reply").disabled).toBe(false));

  await page.tap("button", "Mark as in progress");
  await page.until(() => expect(button(page, "Mark as in progress").getAttribute("aria-busy")).toBe("true"));
  expect(button(page, "Send reply").getAttribute("aria-busy")).toBeNull();
  expect(button(page, "Send reply").disabled).toBe(true);
  look.open();
  await page.until(() => expect(button(page, "Send reply").disabled).toBe(false));
  await page.tap("button", "Send reply");

  await page.tap("button", "Close as explained");
  await page.until(() => expect(button(page, "Close as explained").getAttribute("aria-busy")).toBe("true"));
  expect(button(page, "Send reply").disabled).toBe(true);
  closed.open();
  await page.until(() => expect(page.queryByRole("button", { name: "Close as explained" })).toBeNull());
});

it("[FB-1] shows an answer as sent when the server has stored it, even if the page cannot be refetched", async () => {
  const never = createGate();
  const page = await openFeedback(onePage);
  await page.fill("Your reply", "We have oiled it");
  // From here on, refetches of the page never get a response.
  page.api.on("feedbackDetail", async () => {
    await never.opened;
    return expect.unreachable();
  });
  await page.tap("button", "Send reply");
  await page.findText("We have oiled it", await page.find("article"));
  await page.until(() => expect(button(page, "Send reply").getAttribute("aria-busy")).toBeNull());
  expect(reply(page).value).toBe("");
});

describe("[FB-1] an answer of another manager", () => {
  it("[NET-3] is shown although it was sent while the feedback was loading", async () => {
    const gate = createGate();
    const before = feedbackOf({ problem: "The screen flickered" });
    const after = answeredFeedbackOf(before, "We changed the screen");
    let current = before;
    const page = await openFeedback(inbox, {
      feedbackList: () => ({ items: [before], nextCursor: null, total: 1 }),
      feedbackOfOrder: () => [current],
      feedbackDetail: async () => {
        const read = current;
        await gate.opened;
        return feedbackDetailOf(read);
      },
    });
    await page.openStream();
    await page.tap("link", /The screen flickered/);
    await page.until(() => expect(page.api.calls("feedbackDetail")).toHaveLength(1));
    current = after;
    await page.push(orderEvent);
    gate.open();
    await page.findText("We changed the screen", await page.find("article"));
  });

  it("removes the coupon option if it gave a coupon, and keeps the typed text", async () => {
    let feedback = feedbackOf({ problem: "The seat was torn" });
    const page = await openFeedback(onePage, {
      feedbackDetail: () => feedbackDetailOf(feedback, feedback.gift === null ? {} : { giftOffer: null }),
      feedbackAnswer: ({ answer }) => (feedback = answeredFeedbackOf(feedback, answer)),
    });
    await page.openStream();
    await page.fill("Your reply", "Come again, it is mended");
    const remedy = page.getByLabelText<HTMLSelectElement>("Compensation");
    await page.user.selectOptions(remedy, "coupon");
    feedback = answeredFeedbackOf(feedback, "Have one on us", "GIFT-2026");
    await page.push(orderEvent);
    await page.findText("Have one on us");
    expect(reply(page).value).toBe("Come again, it is mended");
    expect(page.queryByLabelText("Compensation")).toBeNull();
    // The server would refuse an answer with another coupon.
    await page.tap("button", "Send reply");
    await page.findText("Come again, it is mended", await page.find("article"));
    expect(page.api.calls("feedbackAnswer").map(({ request }) => request.remedy ?? "none")).toEqual(["none"]);
  });
});

it("[FB-1] keeps an unfinished answer when the customer adds feedback to the order", async () => {
  const first = feedbackOf({ problem: "It squeaks" });
  const second = feedbackOf({ feedbackId: "feedback-2", problem: "And it is cold" });
  let all = [first];
  const page = await openFeedback(`${inbox}?orderId=order-1`, {
    feedbackOfOrder: () => all,
    feedbackDetail: ({ feedbackId }) =>
      feedbackDetailOf(all.find((each) => each.feedbackId === feedbackId) ?? first),
  });
  await page.fill("Your reply", "We shall oil it");
  await page.openStream();
  all = [second, first];
  await page.push(orderEvent);
  await page.findText("And it is cold");
  expect(reply(page).value).toBe("We shall oil it");
});

it("[NAV-1] [FB-1] leads a manager from a customer's feedback page to the manager's page of the order", async () => {
  const page = await openPage("/pages/orderFeedback/orderFeedback?orderId=order-1", {
    session: managerSession,
    api: managerHandlers(),
  });
  await page.until(() => expect(page.opened).toEqual([`${inbox}?orderId=order-1`]));
});

describe("[FB-1] a coupon that the operator must approve", () => {
  const gift = { amount: null, currency: "PHP", state: "requested", limit: "value", decision: null } as const;

  it("is requested with an answer, after which no further compensation is offered", async () => {
    let feedback = feedbackOf({ problem: "The rollers hurt" });
    const page = await openFeedback(onePage, {
      feedbackDetail: () =>
        feedbackDetailOf(feedback, {
          giftOffer:
            feedback.gift === null ? { amount: null, currency: "PHP", limit: "value", most: null } : null,
        }),
      feedbackAnswer: ({ answer }) => (feedback = { ...answeredFeedbackOf(feedback, answer), gift }),
    });
    await page.fill("Your reply", "Please try again");
    await page.user.selectOptions(page.getByLabelText("Compensation"), "Coupon for a free massage");
    await page.findText(/^This coupon is worth more than the customer has paid/);
    await page.tap("button", "Send reply");
    await page.findText(/^Coupon requested from the operator/);
    expect(page.queryByLabelText("Compensation")).toBeNull();
    expect(page.queryByRole("button", { name: "Close as coupon given" })).toBeNull();
    expect(page.api.calls("feedbackAnswer")[0]?.request.remedy).toBe("coupon");
  });

  it("shows the operator's decision in the open list", async () => {
    const row = {
      ...gift,
      giftId: "gift-1",
      feedbackId: "feedback-1",
      reference: "FB-7K3M-92QX",
      orderId: "order-1",
      orderNumber: "260302-7K3M-92QX",
      areaId: "outlet-1",
      areaName: "Ayala Mall",
      couponCode: null,
      redeemed: false,
      givenBy: "Maria Santos",
      givenAt: orderOf().orderTime,
      decidedAt: null,
    };
    let state: "requested" | "refused" = "requested";
    const page = await openFeedback(`${inbox}?rows=coupons`, {
      giftCoupons: () => ({ items: [{ ...row, state }], nextCursor: null, total: 1 }),
    });
    await page.openStream();
    await page.findText("Requested");
    state = "refused";
    await page.push(orderEvent);
    await page.findText("Declined");
  });
});
