import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { activate, extend, getOrder, stop } from "@reposo/contract/orders/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import { createCoupons } from "#features/coupons/index.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import type { CompanyPage, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { requestRefundAsManager } from "./refund-requests.ts";
import { refundAsOperator } from "./manual-refund.ts";
import { type CampaignWorld, callUntilAnswered, postUntilAnswered, oneIn } from "./campaign-world.ts";
import { type PlannedFault, type OrderPlan, randomOrderPlan } from "./order-plan.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { sendFeedback } from "./campaign-feedback.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Maximum time to wait for the end of an order, in milliseconds. */
const timeoutMs = 8_000;
const over = /^(completed|cancelled|refunded|failed)$/;
/** Codes of refusals that may occur: chair busy or offline, coupon used up, payment provider unavailable. */
const expectedRefusals = new Set([20202, 20203, 20402, 20502]);

export interface Customer {
  readonly world: CampaignWorld;
  readonly webhooks: WebhookDelivery;
  /** IDs of accounts and customers who hold a plan; each places at most one order. */
  readonly holders: string[];
  /** IDs of orders whose refund request was accepted. */
  readonly refundRequests: string[];
  /** Code of a coupon that several customers use concurrently. */
  readonly sharedCode: string;
}

/** Runs random plans one after another until the campaign ends. */
export async function runCustomer(customer: Customer): Promise<void> {
  while (!customer.world.isOver) {
    await runPlan(customer, randomOrderPlan(customer.world));
    await delay(20);
  }
}

async function runPlan(customer: Customer, plan: OrderPlan): Promise<void> {
  const { world } = customer;
  const { test, outlet } = world;
  const { token, caller } =
    plan.payType === "cash"
      ? await makeManager(test.owner, { outletIds: [outlet.outletId] })
      : await makeCustomer(test.owner);
  customer.holders.push(caller.kind === "manager" ? caller.accountId : caller.customerId);
  const headersOf = (key: string) => ({ "access-token": token, "idempotency-key": key });
  const code = await couponFor(customer, plan);
  setPlannedFault(world, plan.deviceId, plan.plannedFault);
  const answer = await callUntilAnswered(
    world,
    activate,
    {
      deviceId: plan.deviceId,
      priceId: outlet.priceIds[plan.gear],
      payType: plan.payType,
      ...(code && { [plan.payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
      ...(plan.payType === "online" && { provider: plan.provider }),
    },
    headersOf(randomUUID()),
  );
  if (answer.code === 200) {
    const { orderId, payment } = answer.data;
    if (plan.payType === "online")
      await decide(customer, plan, { orderId, token, page: payment?.redirectUrl });
    const ended = await follow(customer, plan, { orderId, token, headersOf });
    if (plan.isRefundedManually && ended === "completed") await refundAsOperator(world, orderId);
    if (plan.isRefundRequested && ended === "completed" && (await requestRefundAsManager(world, orderId)))
      customer.refundRequests.push(orderId);
    if (plan.sendsFeedback && ended !== "cancelled") await sendFeedback(world, token, orderId);
  } else if (!expectedRefusals.has(answer.code))
    world.unexpected.push(`a ${plan.payType} order is refused by ${answer.code}: ${answer.message}`);
  setPlannedFault(world, plan.deviceId, null);
}

/** Returns a new coupon code, or sometimes the shared code; null if the plan needs no coupon. */
async function couponFor({ world, sharedCode }: Customer, plan: OrderPlan): Promise<string | null> {
  const { payType, percentOff } = plan;
  if (payType === "cash" || (payType === "online" && percentOff === null)) return null;
  if (payType === "coupon" && oneIn(world, 3)) return sharedCode;
  const money = { property: "cash", valueMinor: 15_000, currency: "PHP", percent: null } as const;
  const free = { property: "free", valueMinor: null, currency: null, percent: null } as const;
  const terms = {
    ...(payType === "cashCoupon" ? money : free),
    ...(payType === "online" && { property: "percent" as const, percent: percentOff }),
    minutes: null,
    maxUses: 1,
    maxUsesCustomer: oneIn(world, 2) ? 1 : null,
    validFrom: null,
    validUntil: null,
    outletIds: null,
    gears: null,
  };
  const made = await transact(world.test.owner, (uow) => createCoupons(uow, { count: 1, terms }, new Date()));
  return made.codes[0] as string;
}

function setPlannedFault(
  { fleet }: CampaignWorld,
  deviceId: string,
  plannedFault: PlannedFault | null,
): void {
  const chair = fleet.chair(deviceId);
  chair.setFaults({
    refuse: plannedFault === "refuse" ? "motorHot" : null,
    offline: plannedFault === "silent",
    dropReplies: plannedFault === "lostReply" ? 1 : 0,
    eventCopies: plannedFault === "noise" ? 3 : 1,
    shuffleEvents: plannedFault === "noise",
    powerCutAt: plannedFault === "powerCut" ? "whileRunning" : null,
  });
  chair.setFaultCode(null);
}

interface PlacedOrder {
  readonly orderId: string;
  readonly token: string;
  readonly page: string | undefined;
}

async function decide(customer: Customer, plan: OrderPlan, placed: PlacedOrder): Promise<void> {
  const { world, webhooks } = customer;
  const page = placed.page ?? (await pageByFollowing(world, placed));
  if (page === null || plan.decision === "leave") return;
  if (plan.decision === "payLate") await passDeadline(world, placed.orderId);
  if (plan.provider === "simulated") {
    const press = () =>
      postUntilAnswered(world, new URL(page).pathname, () => ({
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `action=${plan.decision === "refuse" ? "refuse" : "pay"}`,
      }));
    await Promise.all(plan.decision === "payTwice" ? [press(), press()] : [press()]);
    return;
  }
  const company = world.companies.find(({ name }) => name === plan.provider) as PaymentCompany;
  const opened = company.pages.get(new URL(page).pathname.split("/").at(-1) ?? "");
  if (opened === undefined) throw new Error(`${page} is no page of ${company.name}`);
  if (plan.decision === "refuse") {
    if (opened.state === "open") opened.state = "expired";
  } else if (!(await payAt(world, opened))) return;
  webhooks.deliver(company, opened);
}

/** @returns false if the page is no longer open */
async function payAt(world: CampaignWorld, page: CompanyPage): Promise<boolean> {
  if (page.state !== "open") return false;
  if (!oneIn(world, 5)) {
    page.state = "paid";
    return true;
  }
  // With a delayed payment method, the page is completed before the payment is made.
  page.state = "pending";
  await delay(world.random.between(200, 2_000));
  if ((page.state as CompanyPage["state"]) !== "pending") return false;
  page.state = "paid";
  return true;
}

/**
 * Waits for an order's page: if a server was killed before opening it, following the order opens it half a minute later.
 */
async function pageByFollowing(
  world: CampaignWorld,
  { orderId, token }: PlacedOrder,
): Promise<string | null> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await sql`UPDATE payment SET created_at = created_at - interval '1 minute' WHERE order_id = ${orderId}`.execute(
      world.test.owner,
    );
    const { data } = await callUntilAnswered(world, getOrder, { orderId }, { "access-token": token });
    if (data.payment?.redirectUrl) return data.payment.redirectUrl;
    if (data.orderStatus !== "unpaid") return null;
    await delay(100);
  }
  return null;
}

/** Makes the payment deadline pass, so that the payment is made just before or after the cancellation. */
async function passDeadline(world: CampaignWorld, orderId: string): Promise<void> {
  await sql`UPDATE orders SET deadline_at = now() WHERE order_id = ${orderId} AND status = 'unpaid'`.execute(
    world.test.owner,
  );
  await delay(world.random.between(0, 1_500));
}

interface Followed {
  readonly orderId: string;
  readonly token: string;
  readonly headersOf: (key: string) => Record<string, string>;
}

async function follow(customer: Customer, plan: OrderPlan, followed: Followed): Promise<string> {
  const { world } = customer;
  const { deviceId, decision, stopAfterMs, plannedFault } = plan;
  const { orderId, headersOf } = followed;
  const startMs = performance.now();
  const stopKey = randomUUID();
  let [isStopped, isExtended] = [false, !plan.isExtended];
  for (;;) {
    const { data } = await callUntilAnswered(world, getOrder, { orderId }, headersOf(randomUUID()));
    const waitedMs = performance.now() - startMs;
    const { orderStatus: status } = data;
    if (over.test(status) || waitedMs > timeoutMs || (decision === "leave" && waitedMs > 1_000))
      return status;
    if (status === "running" && !isExtended) {
      isExtended = true;
      await addMinutes(customer, plan, followed);
    }
    if (status === "running" && plannedFault === "fault") world.fleet.chair(deviceId).setFaultCode("E7");
    if (stopAfterMs !== null && !isStopped && waitedMs >= stopAfterMs) {
      isStopped = true;
      await callUntilAnswered(world, stop, { orderId }, headersOf(stopKey));
    }
    await delay(80);
  }
}

/** Also includes refusals of an extension because the massage has ended or has reached the limit. */
const expectedExtendRefusals = new Set([...expectedRefusals, 20302, 20306, 20309]);

async function addMinutes(
  customer: Customer,
  plan: OrderPlan,
  { orderId, token, headersOf }: Followed,
): Promise<void> {
  const { world } = customer;
  const code = await couponFor(customer, plan);
  const request = {
    orderId,
    priceId: world.outlet.priceIds[plan.gear],
    payType: plan.payType,
    ...(code && { [plan.payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(plan.payType === "online" && { provider: plan.provider }),
  };
  const answer = await callUntilAnswered(world, extend, request, headersOf(randomUUID()));
  if (answer.code !== 200) {
    if (!expectedExtendRefusals.has(answer.code))
      world.unexpected.push(`minutes are refused by ${answer.code}: ${answer.message}`);
    return;
  }
  const { orderId: extensionId, payment } = answer.data;
  if (plan.payType === "online")
    await decide(customer, plan, { orderId: extensionId, token, page: payment?.redirectUrl });
}
