import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { activate, extend, getOrder, stop } from "@reposo/contract/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import { createCoupons } from "#features/coupons/index.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import type { CompanyPage, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { askAsManager } from "./asked-by-manager.ts";
import { giveBackByHand } from "./by-hand.ts";
import { type CampaignWorld, insist, insistOnPost, oneIn } from "./campaign-world.ts";
import { type Trouble, type Wish, drawWish } from "./campaign-wish.ts";
import type { Postman } from "./postman.ts";
import { tellOfIt } from "./tell-of-it.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** How long anyone waits for an order's end before going away. */
const patienceMs = 8_000;
const over = /^(completed|cancelled|refunded|failed)$/;
/** What a person at a chair is told now and then: busy or away, coupon gone, payment company down. */
const usualRefusals = new Set([20202, 20203, 20402, 20502]);

export interface Person {
  readonly world: CampaignWorld;
  readonly postman: Postman;
  /** Who wished for something: at most one order each. */
  readonly holders: string[];
  /** Orders of which a manager asked for money, and was told that it is asked for. */
  readonly askedBack: string[];
  /** A coupon that several want at once. */
  readonly sharedCode: string;
}

/** Wishes for one massage after another until it is all over. */
export async function livePerson(person: Person): Promise<void> {
  while (!person.world.isOver) {
    await carryOut(person, drawWish(person.world));
    await delay(20);
  }
}

async function carryOut(person: Person, wish: Wish): Promise<void> {
  const { world } = person;
  const { test, place } = world;
  const { token, caller } =
    wish.payType === "cash"
      ? await makeManager(test.owner, { outletIds: [place.outletId] })
      : await makeCustomer(test.owner);
  person.holders.push(caller.kind === "manager" ? caller.accountId : caller.customerId);
  const headersOf = (key: string) => ({ "access-token": token, "idempotency-key": key });
  const code = await couponFor(person, wish);
  setTrouble(world, wish.deviceId, wish.trouble);
  const answer = await insist(
    world,
    activate,
    {
      deviceId: wish.deviceId,
      priceId: place.priceIds[wish.gear],
      payType: wish.payType,
      ...(code && { [wish.payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
      ...(wish.payType === "online" && { provider: wish.provider }),
    },
    headersOf(randomUUID()),
  );
  if (answer.code === 200) {
    const { orderId, payment } = answer.data;
    if (wish.payType === "online") await decide(person, wish, { orderId, token, page: payment?.redirectUrl });
    const ended = await follow(person, wish, { orderId, token, headersOf });
    if (wish.isGivenBackByHand && ended === "completed") await giveBackByHand(world, orderId);
    if (wish.isAskedBack && ended === "completed" && (await askAsManager(world, orderId)))
      person.askedBack.push(orderId);
    if (wish.tellsOfIt && ended !== "cancelled") await tellOfIt(world, token, orderId);
  } else if (!usualRefusals.has(answer.code))
    world.surprises.push(`a ${wish.payType} order is refused by ${answer.code}: ${answer.message}`);
  setTrouble(world, wish.deviceId, null);
}

/** A new code for whoever pays by one, or now and then the one that others want too. */
async function couponFor({ world, sharedCode }: Person, wish: Wish): Promise<string | null> {
  const { payType, percentOff } = wish;
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

function setTrouble({ fleet }: CampaignWorld, deviceId: string, trouble: Trouble | null): void {
  const chair = fleet.chair(deviceId);
  chair.setFaults({
    refuse: trouble === "refuse" ? "motorHot" : null,
    offline: trouble === "silent",
    dropReplies: trouble === "lostReply" ? 1 : 0,
    eventCopies: trouble === "noise" ? 3 : 1,
    shuffleEvents: trouble === "noise",
    powerCutAt: trouble === "powerCut" ? "whileRunning" : null,
  });
  chair.setFaultCode(null);
}

interface Begun {
  readonly orderId: string;
  readonly token: string;
  readonly page: string | undefined;
}

async function decide(person: Person, wish: Wish, begun: Begun): Promise<void> {
  const { world, postman } = person;
  const page = begun.page ?? (await pageByFollowing(world, begun));
  if (page === null || wish.decision === "leave") return;
  if (wish.decision === "payLate") await giveUpWaiting(world, begun.orderId);
  if (wish.provider === "simulated") {
    const press = () =>
      insistOnPost(world, new URL(page).pathname, () => ({
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `action=${wish.decision === "refuse" ? "refuse" : "pay"}`,
      }));
    await Promise.all(wish.decision === "payTwice" ? [press(), press()] : [press()]);
    return;
  }
  const company = world.companies.find(({ name }) => name === wish.provider) as PaymentCompany;
  const opened = company.pages.get(new URL(page).pathname.split("/").at(-1) ?? "");
  if (opened === undefined) throw new Error(`${page} is no page of ${company.name}`);
  if (wish.decision === "refuse") {
    if (opened.state === "open") opened.state = "expired";
  } else if (!(await payAt(world, opened))) return;
  postman.tellOf(company, opened);
}

/** @returns false where the company takes no money there any more */
async function payAt(world: CampaignWorld, page: CompanyPage): Promise<boolean> {
  if (page.state !== "open") return false;
  if (!oneIn(world, 5)) {
    page.state = "paid";
    return true;
  }
  // A slow wallet: the page is done with, the money comes later.
  page.state = "pending";
  await delay(world.random.between(200, 2_000));
  if ((page.state as CompanyPage["state"]) !== "pending") return false;
  page.state = "paid";
  return true;
}

/** The server died between the order and its page: following the order brings it, half a minute later. */
async function pageByFollowing(world: CampaignWorld, { orderId, token }: Begun): Promise<string | null> {
  for (let tries = 0; tries < 50; tries += 1) {
    await sql`UPDATE payment SET created_at = created_at - interval '1 minute' WHERE order_id = ${orderId}`.execute(
      world.test.owner,
    );
    const { data } = await insist(world, getOrder, { orderId }, { "access-token": token });
    if (data.payment?.redirectUrl) return data.payment.redirectUrl;
    if (data.orderStatus !== "unpaid") return null;
    await delay(100);
  }
  return null;
}

/** The quarter of an hour is over; somebody pays at the last moment, or a moment later. */
async function giveUpWaiting(world: CampaignWorld, orderId: string): Promise<void> {
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

async function follow(person: Person, wish: Wish, followed: Followed): Promise<string> {
  const { world } = person;
  const { deviceId, decision, stopAfterMs, trouble } = wish;
  const { orderId, headersOf } = followed;
  const begunAt = performance.now();
  const stopKey = randomUUID();
  let [isStopped, isExtended] = [false, !wish.isExtended];
  for (;;) {
    const { data } = await insist(world, getOrder, { orderId }, headersOf(randomUUID()));
    const waitedMs = performance.now() - begunAt;
    const { orderStatus: status } = data;
    if (over.test(status) || waitedMs > patienceMs || (decision === "leave" && waitedMs > 1_000))
      return status;
    if (status === "running" && !isExtended) {
      isExtended = true;
      await addMinutes(person, wish, followed);
    }
    if (status === "running" && trouble === "fault") world.fleet.chair(deviceId).setFaultCode("E7");
    if (stopAfterMs !== null && !isStopped && waitedMs >= stopAfterMs) {
      isStopped = true;
      await insist(world, stop, { orderId }, headersOf(stopKey));
    }
    await delay(80);
  }
}

/** The massage was over, or as long as one may be, before the minutes were ordered. */
const usualExtendRefusals = new Set([...usualRefusals, 20302, 20306]);

async function addMinutes(
  person: Person,
  wish: Wish,
  { orderId, token, headersOf }: Followed,
): Promise<void> {
  const { world } = person;
  const code = await couponFor(person, wish);
  const request = {
    orderId,
    priceId: world.place.priceIds[wish.gear],
    payType: wish.payType,
    ...(code && { [wish.payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(wish.payType === "online" && { provider: wish.provider }),
  };
  const answer = await insist(world, extend, request, headersOf(randomUUID()));
  if (answer.code !== 200) {
    if (!usualExtendRefusals.has(answer.code))
      world.surprises.push(`minutes are refused by ${answer.code}: ${answer.message}`);
    return;
  }
  const { orderId: extensionId, payment } = answer.data;
  if (wish.payType === "online")
    await decide(person, wish, { orderId: extensionId, token, page: payment?.redirectUrl });
}
