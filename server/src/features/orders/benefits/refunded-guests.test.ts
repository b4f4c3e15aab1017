import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

const { couponReserved, feedbackDailyLimit, mediaNeedsPaidOrder, ok, unpaidOrders } = resultCodes;
const perAddress = 20;

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp({
    TRUST_PROXY: "1",
    COUPON_PERCENT_PER_ADDRESS: "",
    UNPAID_ORDERS_PER_ADDRESS: String(perAddress),
  });
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

async function openGuest(address: string) {
  const { token } = await makeCustomer(world.owner);
  const headers = { "x-forwarded-for": address, "access-token": token };
  const browser = browserOf(world.http, token, headers);
  const activate = async (fields: object = {}) => {
    const deviceId = await makeDevice(world.owner, { ...outlet, online: true });
    return browser.activate({ deviceId, priceId: outlet.priceIds[0], payType: "online", ...fields });
  };
  const complain = (orderId: string) =>
    call(world.http, feedbackInsert, { orderId, problem: "It was taken" }, headers);
  const upload = async () => (await call(world.http, getPolicy, {}, headers)).code;
  return { ...browser, activate, complain, upload };
}

/** Eight guests pay for one chair. Returns the one whose massage runs, and those who got their money back. */
async function payForOneChair(address: string) {
  const { deviceId } = await addChair(world, outlet);
  const guests = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const guest = await openGuest(address);
      const placed = await guest.order({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
      return { ...guest, ...placed };
    }),
  );
  await Promise.all(
    guests.map(({ payment }) => decidePayment(world.http, payment?.redirectUrl as string, "pay")),
  );
  const statuses = await Promise.all(
    guests.map(async ({ follow, orderId }) => (await follow(orderId)).orderStatus),
  );
  const isLive = (index: number) => ["paid", "starting", "running"].includes(statuses[index] as string);
  const refunded = guests.filter((_, index) => !isLive(index));
  const [payer] = guests.filter((_, index) => isLive(index));
  if (payer === undefined || refunded.length !== 7) throw new Error(`the orders are ${statuses.join(", ")}`);
  return { payer, refunded };
}

it("[BENEFIT-1] [ATTACK-1] a guest whose payment was refunded counts as one who never paid", async () => {
  const { payer, refunded } = await payForOneChair("198.51.100.7");
  const answer = async (
    guest: { activate: (fields: object) => Promise<{ code: number }> },
    couponCode: string,
  ) => (await guest.activate({ couponCode })).code;
  const code = await makeCoupon(world.owner, { property: "percent", percent: 50, maxUses: 8 });
  const reserved = [];
  for (const guest of refunded) reserved.push(await answer(guest, code));
  // A quarter of the eight uses may be reserved from one address.
  expect(reserved.filter((one) => one === ok)).toHaveLength(2);
  expect(reserved.filter((one) => one === couponReserved)).toHaveLength(5);
  expect(await answer(payer, code)).toBe(ok);

  expect(new Set(await Promise.all(refunded.map(({ upload }) => upload())))).toEqual(
    new Set([mediaNeedsPaidOrder]),
  );
  expect(await payer.upload()).toBe(ok);

  const placed = [];
  for (let index = 0; index < perAddress + 4; index += 1)
    placed.push((await (refunded[index % 7] as typeof payer).activate()).code);
  expect(placed.filter((one) => one === unpaidOrders).length).toBeGreaterThan(0);
  expect((await payer.activate()).code).toBe(ok);
});

it("[BENEFIT-1] [ATTACK-1] feedback on refunded orders is limited like feedback on unpaid ones", async () => {
  const codes = [];
  for (let round = 0; round < 3; round += 1) {
    const { refunded } = await payForOneChair("198.51.100.8");
    for (const { complain, orderId } of refunded) {
      codes.push((await complain(orderId)).code);
      expect((await complain(orderId)).code).not.toBe(ok);
    }
  }
  // Twenty a day from one address.
  expect(codes.filter((code) => code === ok)).toHaveLength(20);
  expect(codes.filter((code) => code === feedbackDailyLimit)).toHaveLength(1);
});
