import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { refundManually } from "#features/orders/index.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { CompanyPage, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { compareWithModel } from "./compare-with-model.ts";
import type { ChairMode } from "./model-chair.ts";
import type { MoneyModel } from "./money-model.ts";
import type { ModelOrder } from "./model-order.ts";
import type { MoneyWorld } from "./money-world.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { extendOrder, type Paying, type Placing, placeOrder } from "./place-command.ts";

export type Command = fc.AsyncCommand<MoneyModel, MoneyWorld>;

/** Creates a command that causes an event, processes all due work, and verifies that the database equals the model. */
const event = (
  name: string,
  run: (world: MoneyWorld) => Promise<void>,
  check: (model: MoneyModel) => boolean = () => true,
): Command => ({
  check,
  async run(_model, world) {
    // Advances the clock, so that no two events have the same instant: the times in IDs determine their order.
    world.server.clock.advance(1);
    await run(world);
    await world.settle();
    await compareWithModel(world);
  },
  toString: () => name,
});

const onOrder = (
  name: string,
  pick: number,
  matches: (order: ModelOrder) => boolean,
  run: (world: MoneyWorld, order: ModelOrder) => Promise<void>,
): Command =>
  event(
    `${name} ${pick}`,
    async (world) => {
      const matching = world.model.orders.filter(matches);
      await run(world, matching[pick % matching.length] as ModelOrder);
    },
    ({ orders }) => orders.some(matches),
  );

const isOnline = ({ payType }: ModelOrder) => payType === "online";

async function pageOf({ server }: MoneyWorld, order: ModelOrder) {
  const payment = await server.payments.findPaymentOfOrder(order.orderId);
  if (payment === null) throw new Error(`${order.orderId} has no payment`);
  const company = server.companies.find(({ name }) => name === payment.provider);
  const page = company?.pages.get(payment.providerRef ?? "");
  return { payment, company, page };
}

async function sendWebhook(
  { server }: MoneyWorld,
  company: PaymentCompany,
  page: CompanyPage,
  copies = 1,
): Promise<void> {
  const { body, headers } = company.webhookOf(page, randomUUID());
  const webhook = { body: Buffer.from(body), headers };
  const answers = await Promise.all(
    Array.from({ length: copies }, () => server.payments.handleWebhook(company.name, webhook)),
  );
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(["processed"]));
}

/** Stripe reports a payment in its webhook; Xendit is queried, by `reconcilePayment` in money-world.ts. */
const isAccepted = ({ name }: PaymentCompany) => name === "stripe";

type WebhookDelivery = "once" | "threeTimes" | "outOfOrder" | "never";

export const pay = (pick: number, delivery: WebhookDelivery): Command =>
  onOrder(`pay, ${delivery},`, pick, isOnline, async (world, order) => {
    const { payment, company, page } = await pageOf(world, order);
    const { model, server } = world;
    const isClaimed = () => model.paid(order, world.now());
    if (company === undefined) {
      // The simulated page accepts no money after a refusal or after the end of the order.
      if (payment.state !== "created") return;
      const times = delivery === "threeTimes" ? 3 : 1;
      await Promise.all(
        Array.from({ length: times }, () => server.payments.settle(payment.paymentId, "confirmed")),
      );
      return isClaimed();
    }
    if (page?.state !== "open") return;
    page.state = "paid";
    if (delivery === "never") return;
    if (delivery === "outOfOrder") await sendWebhook(world, company, { ...page, state: "expired" });
    await sendWebhook(world, company, page, delivery === "threeTimes" ? 3 : 1);
    if (isAccepted(company)) isClaimed();
  });

const repeatWebhook = (pick: number): Command =>
  onOrder("repeat the webhook of", pick, isOnline, async (world, order) => {
    const { company, page } = await pageOf(world, order);
    if (company === undefined || page === undefined) return;
    await sendWebhook(world, company, page);
    if (page.state === "paid" && isAccepted(company)) world.model.paid(order, world.now());
  });

const refuse = (pick: number, hasWebhook: boolean): Command =>
  onOrder(
    `refuse, ${hasWebhook ? "with webhook" : "without webhook"},`,
    pick,
    isOnline,
    async (world, order) => {
      const { payment, company, page } = await pageOf(world, order);
      if (company === undefined) {
        await world.server.payments.settle(payment.paymentId, "refused");
        return world.model.notPaid(order);
      }
      if (page?.state !== "open") return;
      page.state = "expired";
      if (hasWebhook) await sendWebhook(world, company, page);
    },
  );

export const stop = (pick: number, byManager: boolean): Command =>
  onOrder(
    "stop",
    pick,
    () => true,
    async (world, order) => {
      const { server, model, manager, customers } = world;
      const caller = byManager ? manager : (customers[order.customer] ?? manager);
      const stopping = server.orders.stop({
        caller,
        request: { orderId: order.orderId },
        saveReply: () => {},
      });
      const refusal = await stopping.then(
        () => null,
        (error: unknown) =>
          error instanceof ProductError ? error.resultName : Promise.reject(error as Error),
      );
      const outcome = model.stopped(order, world.now(), caller === manager);
      expect(refusal).toBe(outcome === "refused" ? "orderStatusForbids" : null);
    },
  );

const hasIncome = ({ status, amountMinor }: ModelOrder) => status === "completed" && amountMinor > 0;

const refund = (pick: number, share: number, matches: (order: ModelOrder) => boolean): Command =>
  onOrder(`refund ${share} of`, pick, matches, async ({ server, model }, order) => {
    const { clock, payments, test } = server;
    const left = model.leftOf(order);
    const amountMinor = share === 1 ? null : Math.max(1, Math.floor(order.amountMinor * share));
    const request = {
      order: order.orderId,
      amountMinor,
      reason: "requested by the model",
      actor: "operator",
    };
    const { kind } = await transact(test.database, (uow) =>
      refundManually(uow, { clock, payments }, request),
    );
    if (left <= 0) expect(kind).toBe("nothingToReturn");
    else expect(kind).toBe((amountMinor ?? left) > left ? "tooMuch" : "started");
    if (kind === "started") order.refundTotalMinor += amountMinor ?? left;
  });

const companyFault = (which: number, fault: "failing" | "losingResponses", calls: number): Command =>
  event(`company ${which} is ${fault} ${calls}`, async ({ server }) => {
    const faults = server.companies[which]?.faults;
    if (faults) faults[fault] = calls;
  });

const refundsEnd = (which: number, state: "pending" | "succeeded" | "failed"): Command =>
  event(`refunds at company ${which} end ${state}`, async ({ server }) => {
    const faults = server.companies[which]?.faults;
    if (faults) faults.refundsEnd = state;
  });

const refundsArrive = (hasWebhook: boolean): Command =>
  event(`refunds arrive, ${hasWebhook ? "with webhook" : "without webhook"}`, async ({ server }) => {
    for (const company of server.companies)
      for (const refund of company.refunds) {
        if (refund.state !== "pending") continue;
        refund.state = "succeeded";
        const { body, headers } = company.refundWebhook(refund, randomUUID());
        if (hasWebhook)
          await server.payments.handleWebhook(company.name, { body: Buffer.from(body), headers });
      }
  });

/** How a chair ends a massage early: by a fault, or without a reason. */
type EarlyEnd = "cutPower" | "breakDown" | "finishEarly" | "stopItself";

const atChair = (act: EarlyEnd | "press" | "repair", place: number): Command =>
  event(`${act} at ${place}`, async ({ chairs, now }) => chairs[place]?.[act](now()));

export const addMinutes = (pick: number, paying: Paying): Command =>
  onOrder(
    `extend ${JSON.stringify(paying)}`,
    pick,
    ({ status, parent }) => status === "running" || parent !== null,
    (world, order) => extendOrder(world, paying, order),
  );

export const place = (placing: Placing): Command =>
  event(`place ${JSON.stringify(placing)}`, (world) => placeOrder(world, placing));

export const setMode = (at: number, mode: ChairMode): Command =>
  event(`chair ${at} ${mode}`, (world) => world.setMode(at, mode));

export const pass = (ms: number): Command =>
  event(`${ms / 1_000} s pass`, (world) => world.advance(ms, compareWithModel));

export const breakInTheMiddle = (pick: number, act: EarlyEnd, afterMs: number): Command =>
  onOrder(
    `${act} after ${afterMs}`,
    pick,
    ({ status, parent }) => status === "running" && parent === null,
    async (world, { place: at }) => {
      await world.advance(afterMs, compareWithModel);
      world.chairs[at]?.[act](world.now());
    },
  );

const [second, minute] = [1_000, 60_000];
const spans = [second, 9 * second, 21 * second, 40 * second, 5 * minute, 15 * minute, 3 * 60 * minute];

/** Commands with weights: most orders begin with a payment in progress, and time passes often. */
export const moneyCommands: fc.Arbitrary<Command>[] = (() => {
  const pick = fc.nat(5);
  const chair = fc.nat(1);
  const paying = {
    payType: fc.constantFrom("online", "online", "online", "cash", "coupon", "cashCoupon"),
    provider: fc.constantFrom("simulated", "xendit", "xendit", "stripe"),
    coupon: fc.option(fc.nat(5), { freq: 2 }),
    customer: fc.nat(1),
  };
  const placing: fc.Arbitrary<Placing> = fc.record({ ...paying, place: chair, gear: fc.nat(2) });
  const extended = fc.tuple(pick, fc.record(paying)).map(([at, delivery]) => addMinutes(at, delivery));
  const placed = placing.map(place);
  const paid = fc
    .tuple(pick, fc.constantFrom<WebhookDelivery>("once", "once", "threeTimes", "outOfOrder", "never"))
    .map(([at, delivery]) => pay(at, delivery));
  const passed = fc.constantFrom(...spans).map(pass);
  const refunded = (matches: (order: ModelOrder) => boolean) =>
    fc.tuple(pick, fc.constantFrom(0.3, 0.7, 1)).map(([at, share]) => refund(at, share, matches));
  const atSomeChair = fc
    .tuple(
      fc.constantFrom("press", "cutPower", "finishEarly", "stopItself", "breakDown", "repair", "repair"),
      chair,
    )
    .map(([act, at]) => atChair(act, at));
  return [
    placed,
    placed,
    placed,
    placed,
    placed,
    paid,
    paid,
    paid,
    passed,
    passed,
    passed,
    extended,
    extended,
    extended,
    pick.map(repeatWebhook),
    fc.tuple(pick, fc.boolean()).map(([at, hasWebhook]) => refuse(at, hasWebhook)),
    fc.tuple(pick, fc.boolean()).map(([at, byManager]) => stop(at, byManager)),
    refunded(() => true),
    refunded(hasIncome),
    refunded(hasIncome),
    fc
      .tuple(
        chair,
        fc.constantFrom<ChairMode>("obeys", "obeys", "refuses", "receivesNothing", "sendsNothing"),
      )
      .map(([at, mode]) => setMode(at, mode)),
    atSomeChair,
    atSomeChair,
    fc
      .tuple(
        pick,
        fc.constantFrom<EarlyEnd>("cutPower", "breakDown", "finishEarly", "stopItself"),
        fc.nat(70_000),
      )
      .map(([at, act, afterMs]) => breakInTheMiddle(at, act, afterMs)),
    // Only the second provider fails, because the first provider's library waits in real time between attempts.
    fc
      .tuple(fc.constantFrom("failing" as const, "losingResponses" as const), fc.integer({ min: 1, max: 4 }))
      .map(([fault, calls]) => companyFault(1, fault, calls)),
    fc
      .tuple(chair, fc.constantFrom("pending", "succeeded", "failed"))
      .map(([which, state]) => refundsEnd(which, state)),
    fc.boolean().map(refundsArrive),
  ];
})();
