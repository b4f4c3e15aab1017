import { randomBytes, randomUUID } from "node:crypto";
import { couponPrices } from "@reposo/contract/orders/coupons.ts";
import { activate } from "@reposo/contract/orders/orders.ts";
import { type ResultName, resultCodes } from "@reposo/contract/result-codes.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import { addChair, eventually } from "#test/app/order-app.ts";
import type { CompanyPage, CompanyWebhook } from "#test/stand-ins/payment-company.ts";
import { signedByStripe } from "#test/stand-ins/stripe-company.ts";
import { attempt, type AttackAnswer, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { isAccepted, requireCode, requireLimitReached } from "./refusals.ts";
import { sql } from "#platform/postgres/sql.ts";

export const placeOrder = (
  { client }: AttackWorld,
  fields: object,
  { idempotencyKey = randomUUID(), ...sender }: { token: string; from: number; idempotencyKey?: string },
): Promise<AttackAnswer> => client.call(activate.path, fields, { ...sender, idempotencyKey });

export const deliverWebhook = (
  { client, company }: AttackWorld,
  { headers, body }: Pick<CompanyWebhook, "headers" | "body">,
  from: number,
): Promise<AttackAnswer> =>
  client.send({ method: "POST", path: `/pay/${company.name}/webhook`, headers, body, from });

/** Guesses coupon codes as customers at many addresses, while a valid coupon exists. */
export const guessCoupons: Attack = {
  name: "coupons guessed",
  async run({ client, own, test, couponCode }, count) {
    const customers = await Promise.all(Array.from({ length: 20 }, () => makeCustomer(test.owner)));
    const { deviceId } = own;
    const priceFor = (code: string, index: number) => {
      const sender = { token: customers[index % customers.length]?.token, from: 1200 + (index % 40) };
      return client.call(couponPrices.path, { deviceId, couponCode: code }, sender);
    };
    requireCode(await priceFor(couponCode, 0), "ok");
    let unknown = 0;
    const done = await attempt(count, async (index) => {
      const answer = await priceFor(`C-${randomBytes(6).toString("hex").toUpperCase()}`, index);
      if (answer.code === resultCodes.couponUnknown) unknown += 1;
      return isAccepted(answer, "couponUnknown", "tooManyTries");
    });
    if (unknown === 0) throw new Error("no guess was checked at all");
    return done;
  },
};

/** Places unpaid orders of one customer; orders beyond the limit of ten count as accepted. */
export const floodUnpaidOrders: Attack = {
  name: "unpaid orders beyond the customer's limit",
  leaves: ["call.rateLimited"],
  async run(world, count) {
    const perCustomer = 10;
    const customer = await makeCustomer(world.test.owner);
    const deviceId = await makeDevice(world.test.owner, world.own.outlet);
    const fields = { deviceId, priceId: world.own.outlet.priceIds[0], payType: "online" };
    let placed = 0;
    const { attempts } = await attempt(perCustomer + count, async (index) => {
      const from = 1300 + (index % 20);
      const answer = await placeOrder(world, fields, { token: customer.token, from });
      if (isAccepted(answer, "unpaidOrders")) placed += 1;
      return false;
    });
    requireLimitReached(placed, perCustomer);
    return { attempts, accepted: Math.max(0, placed - perCustomer) };
  },
};

/** Places orders with another price, currency, or duration, or with unknown fields. */
export const alterPrices: Attack = {
  name: "altered price, currency, minutes, or unknown fields",
  async run(world, count) {
    const { own, foreign, test } = world;
    const alterations: [altered: object, refusal: ResultName][] = [
      [{ expectedAmount: 1 }, "priceChanged"],
      [{ amount: 1, amountMinor: 1, price: 1 }, "invalidRequest"],
      [{ currency: "IDR" }, "invalidRequest"],
      [{ minutes: 600 }, "invalidRequest"],
      [{ priceId: foreign.outlet.priceIds[0] }, "priceChanged"],
      [{ orderStatus: "paid", status: "running", payType: "cash" }, "invalidRequest"],
      [{ customerId: foreign.customerId }, "invalidRequest"],
    ];
    const unaltered = { priceId: own.outlet.priceIds[0], payType: "online", expectedAmount: 5_000 };
    const { token: honest } = await makeCustomer(test.owner);
    const honestChair = await makeDevice(test.owner, own.outlet);
    const sender = { token: honest, from: 1399 };
    requireCode(await placeOrder(world, { ...unaltered, deviceId: honestChair }, sender), "ok");
    const customers = await Promise.all(Array.from({ length: 20 }, () => makeCustomer(test.owner)));
    return attempt(Math.max(count, alterations.length), async (index) => {
      const { token, caller } = customers[index % customers.length] as (typeof customers)[number];
      const deviceId = await makeDevice(test.owner, own.outlet);
      const [altered, refusal] = alterations[index % alterations.length] as (typeof alterations)[number];
      const fields = { deviceId, priceId: own.outlet.priceIds[0], payType: "online", ...altered };
      const answer = await placeOrder(world, fields, { token, from: 1400 + (index % 40) });
      if (!isAccepted(answer, refusal)) return false;
      const { orderId } = dataOf(activate, answer);
      const placed = await sql<{
        amount_minor: number;
        currency: string;
        minutes: number;
        status: string;
        customer_id: string | null;
      }>`
        SELECT amount_minor, currency, minutes, status, customer_id FROM orders
        WHERE order_id = ${orderId}`.firstRow(test.owner);
      const { amount_minor, currency, minutes, status, customer_id } = placed;
      const isAsOffered = amount_minor === 5_000 && currency === "PHP" && minutes === 1;
      return !isAsOffered || status !== "unpaid" || customer_id !== caller.customerId;
    });
  },
};

/**
 * Sends webhooks without a signature, with an invalid signature, with the signature of another webhook, or signed but
 * without data.
 */
export const forgeWebhooks: Attack = {
  name: "forged or altered payment webhooks",
  leaves: ["webhook.forged"],
  async run(world, count) {
    const { company, own, test } = world;
    const customer = await makeCustomer(test.owner);
    const deviceId = await makeDevice(test.owner, own.outlet);
    const fields = { deviceId, priceId: own.outlet.priceIds[0], payType: "online", provider: company.name };
    const { orderId } = dataOf(
      activate,
      await placeOrder(world, fields, { token: customer.token, from: 1500 }),
    );
    const page = [...company.pages.values()].at(-1) as CompanyPage;
    page.state = "paid";
    const authentic = company.webhookOf(page, "evt_genuine");
    const late = company.webhookOf(page, "evt_late", 100_000);
    page.state = "open";
    const event = JSON.parse(authentic.body) as object;
    const forged = [
      { headers: {}, body: authentic.body },
      { headers: { "stripe-signature": "t=1,v1=00" }, body: authentic.body },
      { headers: authentic.headers, body: authentic.body.replace("evt_genuine", "evt_forged1") },
      {
        headers: authentic.headers,
        body: authentic.body.replace(/"amount_total":\d+/, '"amount_total":1') + " ",
      },
      { headers: late.headers, body: late.body },
      // Signed by the provider's secret, but without a payment.
      signedByStripe(JSON.stringify({ ...event, data: undefined })),
      signedByStripe(JSON.stringify({ ...event, data: { object: {} } })),
    ];
    const done = await attempt(Math.max(count, forged.length), async (index) => {
      const { headers, body } = forged[index % forged.length] as (typeof forged)[number];
      const sent = { headers: { "content-type": "application/json", ...headers }, body };
      return isAccepted(await deliverWebhook(world, sent, 1600 + (index % 10)), "invalidRequest");
    });
    const statusOf = async () =>
      (
        await sql<{ status: string }>`SELECT status FROM orders WHERE order_id = ${orderId}`.firstRow(
          test.owner,
        )
      ).status;
    const isChanged = (await statusOf()) !== "unpaid";
    page.state = "paid";
    requireCode(await deliverWebhook(world, authentic, 1600), "ok");
    await eventually(async () => {
      if ((await statusOf()) === "unpaid") throw new Error("the genuine webhook has no effect");
    });
    return { ...done, accepted: done.accepted + Number(isChanged) };
  },
};

/**
 * Sends genuine webhooks of another order, amount, or currency, and one genuine webhook many times; each payment
 * beyond the first, each further massage, and each wrong amount count as accepted.
 */
export const replayWebhooks: Attack = {
  name: "payment webhooks replayed or of another payment",
  async run(world, count) {
    const { company, own, test, fleet, motors } = world;
    const chair = await addChair({ database: test.database, owner: test.owner, fleet, motors }, own.outlet);
    const customer = { token: (await makeCustomer(test.owner)).token, from: 1500 };
    const { deviceId } = chair;
    const fields = { deviceId, priceId: own.outlet.priceIds[0], payType: "online", provider: company.name };
    const { orderId } = dataOf(activate, await placeOrder(world, fields, customer));
    const page = [...company.pages.values()].at(-1) as CompanyPage;
    const statusOf = async () =>
      (
        await sql<{ status: string }>`SELECT status FROM orders WHERE order_id = ${orderId}`.firstRow(
          test.owner,
        )
      ).status;
    // The server confirms any signed webhook, so that the provider does not repeat it.
    const deliver = async (webhook: CompanyWebhook, index: number) =>
      requireCode(await deliverWebhook(world, webhook, 1600 + (index % 10)), "ok");
    const paid = { ...page, state: "paid" as const };
    const mismatched = [
      company.webhookOf({ ...paid, amountMinor: 1 }, "evt_amount"),
      company.webhookOf({ ...paid, currency: "IDR" }, "evt_currency"),
      company.webhookOf({ ...paid, ref: "cs_test_other" }, "evt_ref"),
      company.webhookOf({ ...paid, paymentId: randomUUID() }, "evt_payment"),
    ];
    const half = Math.max(mismatched.length, Math.ceil(count / 2));
    await attempt(half, async (index) => {
      await deliver(mismatched[index % mismatched.length] as CompanyWebhook, index);
      return false;
    });
    const isStarted = (await statusOf()) !== "unpaid";
    page.state = "paid";
    const genuine = company.webhookOf(page, "evt_replayed");
    await attempt(half, async (index) => {
      await deliver(index % 2 === 0 ? genuine : company.webhookOf(page, `evt_again_${index}`), index);
      return false;
    });
    await eventually(async () => {
      if ((await statusOf()) !== "running") throw new Error(`the paid order is ${await statusOf()}`);
    });
    const booked = await sql<{ amount_minor: number }>`
      SELECT amount_minor FROM ledger_entry WHERE order_id = ${orderId}`.rows(test.owner);
    const wrong = booked.filter(({ amount_minor }) => amount_minor !== page.amountMinor).length;
    const runs = motors.filter((ran) => ran.deviceId === deviceId).length;
    return { attempts: 2 * half, accepted: Number(isStarted) + wrong + (booked.length - 1) + runs };
  },
};
