import { randomUUID } from "node:crypto";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { activate, extend, getOrder, stop } from "@reposo/contract/orders/orders.ts";
import type { ResultName } from "@reposo/contract/result-codes.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, eventually } from "#test/app/order-app.ts";
import type { CompanyPage } from "#test/stand-ins/payment-company.ts";
import { sql } from "#platform/postgres/sql.ts";
import { attempt, type AttackAnswer, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { deliverWebhook, placeOrder } from "./payment-attacks.ts";
import { isAccepted, requireCode } from "./refusals.ts";

interface Customer {
  readonly token: string;
  readonly from: number;
}

const newChair = ({ test, fleet, motors, own }: AttackWorld): Promise<VirtualChair> =>
  addChair({ database: test.database, owner: test.owner, fleet, motors }, own.outlet);

const newCustomer = async ({ test }: AttackWorld, from: number): Promise<Customer> => ({
  token: (await makeCustomer(test.owner)).token,
  from,
});

/** Minutes of the cheapest price by a free coupon. */
const freeMinutes = ({ own }: AttackWorld, deviceId: string, couponCode: string) => ({
  deviceId,
  priceId: own.outlet.priceIds[0],
  payType: "coupon",
  couponCode,
});

const statusOf = async ({ test }: AttackWorld, orderId: string): Promise<string> =>
  (await sql<{ status: string }>`SELECT status FROM orders WHERE order_id = ${orderId}`.firstRow(test.owner))
    .status;

const runsOf = ({ motors }: AttackWorld, deviceId: string): number =>
  motors.filter((ran) => ran.deviceId === deviceId).length;

/** Stops the massage of an order as its customer, and waits until the chair is free. */
async function endMassage(
  world: AttackWorld,
  { orderId, customer, chair }: { orderId: string; customer: Customer; chair: VirtualChair },
): Promise<void> {
  await eventually(async () => {
    if ((await statusOf(world, orderId)) !== "running") throw new Error(`order ${orderId} is not running`);
  });
  dataOf(
    stop,
    await world.client.call(stop.path, { orderId }, { ...customer, idempotencyKey: randomUUID() }),
  );
  await eventually(async () => {
    if (chair.state().running !== null || (await statusOf(world, orderId)) !== "completed")
      throw new Error(`order ${orderId} has not ended`);
  });
}

/** Calls every operation of an unpaid order; each massage and each change of its status count as accepted. */
export const startUnpaidOrders: Attack = {
  name: "starts of unpaid orders",
  async run(world, count) {
    const { client, company, own } = world;
    const chair = await newChair(world);
    const customer = await newCustomer(world, 3200);
    const fields = {
      deviceId: chair.deviceId,
      priceId: own.outlet.priceIds[0],
      payType: "online",
      provider: company.name,
    };
    const idempotencyKey = randomUUID();
    const { orderId } = dataOf(activate, await placeOrder(world, fields, { ...customer, idempotencyKey }));
    const page = [...company.pages.values()].at(-1) as CompanyPage;
    const calls: [call: (sender: Customer) => Promise<AttackAnswer>, expected: ResultName][] = [
      [(sender) => placeOrder(world, fields, { ...sender, idempotencyKey }), "ok"],
      [(sender) => placeOrder(world, { ...fields, payType: "cash" }, sender), "permissionMissing"],
      [(sender) => client.call(getOrder.path, { orderId }, sender), "ok"],
      [
        (sender) =>
          client.call(
            extend.path,
            { orderId, priceId: own.outlet.priceIds[0], payType: "online", provider: company.name },
            { ...sender, idempotencyKey: randomUUID() },
          ),
        "orderStatusForbids",
      ],
      [({ from }) => client.send({ path: `/pages/index/index?orderId=${orderId}&paid=true`, from }), "ok"],
    ];
    const { attempts } = await attempt(Math.max(count, calls.length), async (index) => {
      const [call, expected] = calls[index % calls.length] as (typeof calls)[number];
      requireCode(await call({ ...customer, from: 3200 + (index % 20) }), expected);
      return false;
    });
    const isStarted = chair.state().running !== null || runsOf(world, chair.deviceId) > 0;
    const isChanged = (await statusOf(world, orderId)) !== "unpaid";
    // The same order starts once it is paid.
    page.state = "paid";
    requireCode(await deliverWebhook(world, company.webhookOf(page, "evt_started"), 3220), "ok");
    await eventually(async () => {
      if ((await statusOf(world, orderId)) !== "running") throw new Error("the paid order does not run");
    });
    return { attempts, accepted: Number(isStarted) + Number(isChanged) };
  },
};

/**
 * Repeats the start and the stop of one order, as its customer and as another one, during and after the massage;
 * further orders, further massages, and a massage stopped by another customer count as accepted.
 */
export const replayStarts: Attack = {
  name: "starts and stops replayed",
  async run(world, count) {
    const { client, test } = world;
    const chair = await newChair(world);
    const [customer, other] = [await newCustomer(world, 3250), await newCustomer(world, 3251)];
    const fields = freeMinutes(world, chair.deviceId, await makeCoupon(test.owner));
    const idempotencyKey = randomUUID();
    const start = (sender: Customer) => placeOrder(world, fields, { ...sender, idempotencyKey });
    const { orderId } = dataOf(activate, await start(customer));
    const stopKey = randomUUID();
    const stopBy = (sender: Customer) =>
      client.call(stop.path, { orderId }, { ...sender, idempotencyKey: stopKey });
    const replayStart = async (index: number, refusal: ResultName) => {
      const from = 3250 + (index % 20);
      if (index % 2 === 0) return dataOf(activate, await start({ ...customer, from })).orderId !== orderId;
      // A new key, because the response to a used key is stored, and a new customer, because a token may try few coupons.
      return isAccepted(await placeOrder(world, fields, await newCustomer(world, from)), refusal);
    };
    // More attempts would exceed the limit of coupon attempts per address.
    const half = Math.min(Math.ceil(count / 2), 1_000);
    const during = await attempt(half, (index) => replayStart(index, "deviceInUse"));
    const byOther = await attempt(10, async () => isAccepted(await stopBy(other), "orderNotFound"));
    await eventually(async () => {
      if ((await statusOf(world, orderId)) !== "running") throw new Error("the massage does not run");
    });
    dataOf(stop, await stopBy(customer));
    await eventually(async () => {
      if ((await statusOf(world, orderId)) !== "completed") throw new Error("the massage has not ended");
    });
    const after = await attempt(half, async (index) => {
      requireCode(await stopBy({ ...customer, from: 3250 + (index % 20) }), "ok");
      return replayStart(index, "couponUsedUp");
    });
    const { orders } = await sql<{ orders: number }>`
      SELECT count(*)::int AS orders FROM orders WHERE device_id = ${chair.deviceId}`.firstRow(test.owner);
    const outcomes = [during, byOther, after];
    return {
      attempts: outcomes.reduce((sum, { attempts }) => sum + attempts, 0),
      accepted:
        outcomes.reduce((sum, { accepted }) => sum + accepted, 0) +
        (orders - 1) +
        (runsOf(world, chair.deviceId) - 1),
    };
  },
};

/** Two customers start one chair at the same moment; a second start and a lost coupon count as accepted. */
export const takeOccupiedChairs: Attack = {
  name: "two customers on one chair",
  async run(world, count) {
    const chairs = await Promise.all(Array.from({ length: 4 }, () => newChair(world)));
    const free = [...chairs];
    return attempt(
      Math.min(Math.ceil(count / 2), 200),
      async (index) => {
        const chair = free.pop() as VirtualChair;
        const starts = await Promise.all(
          [0, 1].map(async (side) => {
            const customer = await newCustomer(world, 3300 + ((2 * index + side) % 100));
            const couponCode = await makeCoupon(world.test.owner);
            return { customer, couponCode, fields: freeMinutes(world, chair.deviceId, couponCode) };
          }),
        );
        const placed = await Promise.all(
          starts.map(async (start) => ({
            ...start,
            answer: await placeOrder(world, start.fields, start.customer),
          })),
        );
        const started = placed.filter(({ answer }) => answer.code === 200);
        const [first] = started;
        if (!first) throw new Error(`nobody could start the chair: ${placed[0]?.answer.text}`);
        for (const { answer } of placed) requireCode(answer, "ok", "deviceInUse");
        await endMassage(world, {
          orderId: dataOf(activate, first.answer).orderId,
          customer: first.customer,
          chair,
        });
        free.push(chair);
        const uses = await Promise.all(placed.map((start) => usesOf(world.test.owner, start.couponCode)));
        return started.length > 1 || uses.reduce((sum, used) => sum + used, 0) !== 1;
      },
      chairs.length,
    );
  },
};

/** Customers of several chairs redeem one single-use coupon at the same moment, and one more afterwards. */
export const spendCouponsTwice: Attack = {
  name: "coupons spent twice",
  async run(world, count) {
    const chairs = await Promise.all(Array.from({ length: 4 }, () => newChair(world)));
    const perRound = chairs.length + 1;
    const rounds = Math.ceil(Math.min(count / 2, 200) / perRound);
    let accepted = 0;
    for (let round = 0; round < rounds; round += 1) {
      const couponCode = await makeCoupon(world.test.owner);
      const redeem = async (chair: VirtualChair, index: number) => {
        const customer = await newCustomer(world, 3450 + ((perRound * round + index) % 100));
        const answer = await placeOrder(world, freeMinutes(world, chair.deviceId, couponCode), customer);
        return { answer, customer, chair };
      };
      const answered = await Promise.all(chairs.map(redeem));
      const redeemed = answered.filter(({ answer }) => isAccepted(answer, "couponUsedUp"));
      if (redeemed.length === 0) throw new Error("a valid coupon was refused to everybody");
      for (const { answer, customer, chair } of redeemed)
        await endMassage(world, { orderId: dataOf(activate, answer).orderId, customer, chair });
      const late = await redeem(chairs[0] as VirtualChair, chairs.length);
      accepted += redeemed.length - 1 + Number(isAccepted(late.answer, "couponUsedUp"));
    }
    return { attempts: rounds * perRound, accepted };
  },
};
