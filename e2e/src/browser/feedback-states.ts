import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import type { Page } from "playwright-core";
import type { Network } from "#stage/network.ts";
import type { ScreenState } from "./screen-state.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";

const manager = "manager" as const;

export async function addFeedback(
  database: Database,
  { orderId, problem, answers = [] }: { orderId: string; problem: string; answers?: readonly string[] },
): Promise<string> {
  const { outlet_id, device_id } = await sql<{ outlet_id: string; device_id: string }>`
    SELECT outlet_id, device_id FROM orders
    WHERE order_id = ${orderId}`.firstRow(database);
  // Lists sort by the time, so no two feedback of a test may have the same millisecond.
  await delay(2);
  const customer_id = randomUUID();
  await sql`
    INSERT INTO customer (customer_id, created_at) VALUES (${customer_id}, ${new Date()})`.execute(database);
  const feedbackId = randomUUID();
  const digits = feedbackId.slice(0, 8).toUpperCase();
  await insertRows(database, "feedback", [
    {
      feedback_id: feedbackId,
      reference: `FB-${digits.slice(0, 4)}-${digits.slice(4)}`,
      order_id: orderId,
      outlet_id,
      device_id,
      customer_id,
      account_id: null,
      problem,
      abnormal: "",
      media_count: 0,
      state: "sent",
      outcome: null,
      answer: null,
      coupon_code: null,
      refund_requested_minor: null,
      created_at: new Date(),
      answered_at: null,
      closed_at: null,
      number: null,
    },
  ]);
  for (const answer of answers)
    await sql`
      UPDATE feedback
      SET state = 'answered', answer = ${answer}, answered_at = ${new Date()}
      WHERE feedback_id = ${feedbackId}`.execute(database);
  return feedbackId;
}

/** Inserts a gift coupon: with a code, a given one; without a code, one that a manager requested from the operator. */
async function addGift(
  database: Database,
  gift: { feedbackId: string; orderId: string; outletId: string; couponCode: string | null },
): Promise<void> {
  const isGiven = gift.couponCode !== null;
  await insertRows(database, "gift_coupon", [
    {
      gift_id: randomUUID(),
      feedback_id: gift.feedbackId,
      order_id: gift.orderId,
      outlet_id: gift.outletId,
      account_id: null,
      value_minor: 5_000,
      currency: "PHP",
      state: isGiven ? "given" : "requested",
      exceeded: isGiven ? null : "value",
      coupon_code: gift.couponCode,
      created_at: new Date(),
      decided_at: null,
      decided_by: null,
      decision: null,
    },
  ]);
}

/** Returns the states of the manager's feedback pages, with two feedback of one order, one of which has two answers. */
export async function feedbackStates(
  network: Network,
  outletId: string,
  to: (address: string, selector: string) => (page: Page) => Promise<void>,
): Promise<ScreenState[]> {
  const { database } = network;
  const { order_id: orderId } = await sql<{ order_id: string }>`
    SELECT order_id FROM orders
    WHERE outlet_id = ${outletId} LIMIT 1`.firstRow(database);
  const answers = ["We are sorry: the chair is being repaired.", "It is repaired. Thank you for telling us!"];
  const answered = await addFeedback(database, { orderId, problem: "The arm rest is broken", answers });
  await addFeedback(database, { orderId, problem: "It stopped after two minutes and smelled burnt" });
  const answeredWithGift = await addFeedback(database, {
    orderId,
    problem: "It was too cold",
    answers: ["Sorry"],
  });
  await addGift(database, {
    feedbackId: answeredWithGift,
    orderId,
    outletId,
    couponCode: await network.addCoupon(),
  });
  const requested = await addFeedback(database, { orderId, problem: "Cold again", answers: ["Sorry again"] });
  await addGift(database, { feedbackId: requested, orderId, outletId, couponCode: null });
  const limited = await addFeedback(database, { orderId, problem: "Still cold" });
  const page = "/pages/feedback/feedback";
  return [
    { name: "feedback-inbox", role: manager, open: to(page, "main li [data-row]") },
    { name: "feedback-none", role: manager, open: to(`${page}?state=closed`, "[class*=notice-title]") },
    { name: "feedback-one", role: manager, open: to(`${page}?feedbackId=${answered}`, "main form textarea") },
    {
      name: "feedback-gift",
      role: manager,
      open: to(`${page}?feedbackId=${requested}`, "main form textarea"),
    },
    { name: "feedback-gifts", role: manager, open: to(`${page}?rows=coupons`, "main [data-row]") },
    {
      name: "feedback-gift-limit",
      role: manager,
      open: async (tab) => {
        await to(`${page}?feedbackId=${limited}`, "main form textarea")(tab);
        await tab.locator("main form select").selectOption("coupon");
        await tab.locator("main form [class*=banner]").first().waitFor();
      },
    },
    { name: "feedback-missing", role: manager, open: to(`${page}?feedbackId=none`, "[role=alert]") },
    { name: "feedback-refused", role: "viewer", open: to(page, "[role=alert]") },
  ];
}
