import { resultCodes } from "@reposo/contract/result-codes.ts";
import { randomUUID } from "node:crypto";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { makeCustomer, makeDevice, makeOrder } from "#test/app/network-factory.ts";
import { attempt } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { placeOrder } from "./payment-attacks.ts";
import { isAccepted, requireLimitReached } from "./refusals.ts";

/** Returns a function that places an unpaid order, as a new customer after every few orders. */
async function unpaidOrders(world: AttackWorld, count: number) {
  const perCustomer = 5;
  const customers = await Promise.all(
    Array.from({ length: Math.ceil(count / perCustomer) }, () => makeCustomer(world.test.owner)),
  );
  return async (index: number, deviceId: string, from: number): Promise<boolean> => {
    const token = customers[Math.floor(index / perCustomer)]?.token as string;
    const fields = { deviceId, priceId: world.own.outlet.priceIds[0], payType: "online" };
    return isAccepted(await placeOrder(world, fields, { token, from }), "unpaidOrders");
  };
}

/** Places unpaid orders for one chair: first from one address, then from many; those beyond a limit count as accepted. */
export const blockChairs: Attack = {
  name: "unpaid orders beyond the chair's limits",
  leaves: ["call.rateLimited"],
  async run(world, count) {
    const perChair = 60;
    const perAddress = perChair / 4;
    const [few, many] = [perAddress + 5, perChair - perAddress + Math.min(Math.ceil(count / 4), 200)];
    const place = await unpaidOrders(world, few + many);
    const deviceId = await makeDevice(world.test.owner, world.own.outlet);
    let [ofAddress, ofChair] = [0, 0];
    await attempt(few, async (index) => {
      if (await place(index, deviceId, 3700)) ofAddress += 1;
      return false;
    });
    await attempt(many, async (index) => {
      if (await place(few + index, deviceId, 3701 + (index % 20))) ofChair += 1;
      return false;
    });
    requireLimitReached(ofAddress, perAddress);
    requireLimitReached(ofAddress + ofChair, perChair);
    return {
      attempts: few + many,
      accepted: Math.max(0, ofAddress - perAddress) + Math.max(0, ofAddress + ofChair - perChair),
    };
  },
};

/** Places unpaid orders for many chairs from one address; those beyond the address's limit count as accepted. */
export const blockOutlets: Attack = {
  name: "unpaid orders beyond the address's limit",
  leaves: ["call.rateLimited"],
  isSlow: true,
  async run(world, count) {
    const perAddress = 200;
    const attempts = perAddress + Math.min(Math.ceil(count / 4), 200);
    const place = await unpaidOrders(world, attempts);
    const chairs = await Promise.all(
      Array.from({ length: 40 }, () => makeDevice(world.test.owner, world.own.outlet)),
    );
    let placed = 0;
    await attempt(attempts, async (index) => {
      if (await place(index, chairs[index % chairs.length] as string, 3730)) placed += 1;
      return false;
    });
    requireLimitReached(placed, perAddress);
    return { attempts, accepted: Math.max(0, placed - perAddress) };
  },
};

/** Sends feedback on cancelled orders of many customers at one address; feedback beyond a limit counts as accepted. */
export const storeFeedback: Attack = {
  name: "feedback on unpaid orders beyond the limits",
  leaves: ["call.rateLimited"],
  async run({ client, own, test }, count) {
    const [perAddress, perOrder] = [20, 1];
    const orders = await Promise.all(
      Array.from({ length: perAddress + Math.min(Math.ceil(count / 4), 100) }, async () => {
        const { token, caller } = await makeCustomer(test.owner);
        const { customerId } = caller;
        const of = { ...own.outlet, deviceId: own.deviceId, customerId, status: "cancelled" } as const;
        return { token, orderId: await makeOrder(test.owner, { ...of, orderedAt: new Date() }) };
      }),
    );
    const dayNow = () => Math.floor(Date.now() / 86_400_000);
    const startDay = dayNow();
    const stored = new Map<string, number>();
    let unanswered = 0;
    const { attempts } = await attempt(2 * orders.length, async (index) => {
      const { token, orderId } = orders[index % orders.length] as (typeof orders)[number];
      const fields = { orderId, problem: "I could not pay" };
      const idempotencyKey = randomUUID();
      const answer = await client.call(feedbackInsert.path, fields, { token, from: 3740, idempotencyKey });
      if (answer.code === resultCodes.feedbackUnanswered) unanswered += 1;
      if (isAccepted(answer, "feedbackUnanswered", "feedbackDailyLimit"))
        stored.set(orderId, (stored.get(orderId) ?? 0) + 1);
      return false;
    });
    const total = [...stored.values()].reduce((sum, entries) => sum + entries, 0);
    requireLimitReached(total, perAddress);
    // On the next day, the second pass stores feedback that the first could not.
    if (dayNow() === startDay) requireLimitReached(unanswered, stored.size);
    const repeated = total - perOrder * stored.size;
    const days = 1 + dayNow() - startDay;
    return { attempts, accepted: repeated + Math.max(0, total - days * perAddress) };
  },
};
