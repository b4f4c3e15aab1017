import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { processDispute } from "#features/orders/disputes/process-dispute.ts";
import { automaticallyRefundableMinor, refundManually } from "#features/orders/refunds/refund-manually.ts";
import { type DisputeRecord, findPaymentOfOrder } from "#features/payments/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  type ChairToAdd,
  eventually,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp({ TRANSFER_MINUTES: "5" });
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const newCustomer = async () => browserOf(world.http, (await makeCustomer(world.owner)).token);
const newManager = async (
  outletId = outlet.outletId,
  permissions = ["home", "details", "start", "refund"] as const,
) =>
  browserOf(
    world.http,
    (await makeManager(world.owner, { outletIds: [outletId], permissions: [...permissions] })).token,
  );

/** Adds a chair to an outlet of its own, with an idle chair beside it that has the same prices. */
async function twoChairs(failing: ChairToAdd = {}, spare: ChairToAdd = {}) {
  outlet = await makePricedOutlet(world.owner);
  return { failed: await addChair(world, outlet, failing), spare: await addChair(world, outlet, spare) };
}

/** Pays 100.00 online for ten minutes on a chair. */
async function payFor(browser: Awaited<ReturnType<typeof newCustomer>>, deviceId: string) {
  const priceId = outlet.priceIds[1];
  const { orderId, payment } = await browser.order({ deviceId, priceId, payType: "online" });
  await decidePayment(world.http, payment?.redirectUrl as string, "pay");
  return orderId;
}

/** A customer whose paid start the chair has refused. */
async function refusedStart(spareFaults: ChairToAdd = {}) {
  const chairs = await twoChairs({ faults: { refuse: "worn" } }, spareFaults);
  const customer = await newCustomer();
  const orderId = await payFor(customer, chairs.failed.deviceId);
  const order = await customer.reaches(orderId, "failed");
  return { ...chairs, customer, orderId, order };
}

/** A customer whose chair reported a fault right after the start. */
async function faultyRun(refundPolicy: "none" | "proportional" | "full" = "proportional") {
  const chairs = await twoChairs();
  await sql`UPDATE outlet SET refund_policy = ${refundPolicy} WHERE outlet_id = ${outlet.outletId}`.execute(
    world.owner,
  );
  const customer = await newCustomer();
  const orderId = await payFor(customer, chairs.failed.deviceId);
  await customer.reaches(orderId, "running");
  chairs.failed.setFaultCode("E7");
  const order = await customer.reaches(orderId, "completed");
  return { ...chairs, customer, orderId, order };
}

const refundsOf = (orderId: string) =>
  sql<{ reason: string; state: string; amount: number }>`
    SELECT reason, state, amount_minor AS amount FROM refund WHERE order_id = ${orderId} ORDER BY requested_at`.rows(
    world.owner,
  );
const ledgerOf = (orderId: string) =>
  sql<{ amount: number }>`
    SELECT amount_minor AS amount FROM ledger_entry WHERE order_id = ${orderId} ORDER BY entry_id`.rows(
    world.owner,
  );

describe("a start that the chair refused after the payment", () => {
  it("[CHAIR-6] can continue on another idle chair of the outlet, and its refund waits", async () => {
    const { spare, failed, customer, orderId, order } = await refusedStart();
    expect(order.transfer).toMatchObject({ minutes: 10, refund: 10_000, freeChairs: [spare.deviceId] });
    expect(order.refund).toBeNull();
    const { code, data } = await customer.continueOn(orderId, spare.deviceId);
    expect(code).toBe(200);
    expect(data.orderStatus).toBe("starting");
    const running = await customer.reaches(data.orderId, "running");
    expect(running).toMatchObject({
      payType: "transfer",
      orderType: "transfer",
      amount: 0,
      minutes: 10,
      gear: 2,
      transferredFrom: { orderId, deviceId: failed.deviceId },
      transferredTo: null,
    });
    expect(await customer.follow(orderId)).toMatchObject({
      orderStatus: "failed",
      transfer: null,
      transferredTo: { orderId: data.orderId, deviceId: spare.deviceId },
    });
    expect(await ledgerOf(orderId)).toEqual([{ amount: 10_000 }]);
    expect(await ledgerOf(data.orderId)).toEqual([]);
  });

  it("[CHAIR-6] is refunded by itself when the time is over, and not before", async () => {
    const { spare, customer, orderId } = await refusedStart();
    expect(await refundsOf(orderId)).toEqual([]);
    world.advanceTime(5 * 60_000 + 1);
    expect((await customer.reaches(orderId, "refunded")).transfer).toBeNull();
    expect(await refundsOf(orderId)).toEqual([{ reason: "startFailed", state: "returned", amount: 10_000 }]);
    expect((await customer.continueOn(orderId, spare.deviceId)).code).toBe(20312);
  });

  it("[CHAIR-6] is refunded at once if the customer prefers the money, after which nothing can continue", async () => {
    const { spare, customer, orderId } = await refusedStart();
    const declined = await customer.declineTransfer(orderId);
    expect(declined.code).toBe(200);
    expect(declined.data.transfer).toBeNull();
    await customer.reaches(orderId, "refunded");
    expect((await customer.continueOn(orderId, spare.deviceId)).code).toBe(20312);
    expect((await customer.declineTransfer(orderId)).code).toBe(200);
    expect(await refundsOf(orderId)).toHaveLength(1);
  });

  it("[CHAIR-6] is refunded at once if no chair with the same prices is idle, or the order had a coupon", async () => {
    const alone = await makePricedOutlet(world.owner);
    outlet = alone;
    const chair = await addChair(world, alone, { faults: { refuse: "worn" } });
    const customer = await newCustomer();
    const orderId = await payFor(customer, chair.deviceId);
    expect((await customer.reaches(orderId, "refunded")).transfer).toBeNull();

    const { failed } = await twoChairs({ faults: { refuse: "worn" } });
    const couponCode = await makeCoupon(world.owner, { property: "percent", percent: 50 });
    const { orderId: discounted, payment } = await customer.order({
      deviceId: failed.deviceId,
      priceId: outlet.priceIds[1],
      payType: "online",
      couponCode,
    });
    await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    await customer.reaches(discounted, "refunded");
  });

  it("[CHAIR-6] gets the original refund if the other chair does not start either, and no second transfer", async () => {
    const { failed, spare, customer, orderId } = await refusedStart({ faults: { refuse: "worn too" } });
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    expect(await customer.reaches(data.orderId, "failed")).toMatchObject({ transfer: null, refund: null });
    expect(await customer.reaches(orderId, "refunded")).toMatchObject({
      transferredTo: { orderId: data.orderId, deviceId: spare.deviceId },
    });
    failed.setFaults({ refuse: null });
    expect((await customer.continueOn(orderId, failed.deviceId)).code).toBe(20312);
    expect((await customer.continueOn(data.orderId, failed.deviceId)).code).toBe(20312);
    expect(await refundsOf(orderId)).toEqual([{ reason: "startFailed", state: "returned", amount: 10_000 }]);
  });

  it("[CHAIR-6] refunds the share that did not run if the other chair fails as well during the massage", async () => {
    const { spare, customer, orderId } = await refusedStart();
    await sql`UPDATE outlet SET refund_policy = 'proportional' WHERE outlet_id = ${outlet.outletId}`.execute(
      world.owner,
    );
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    spare.setFaultCode("E7");
    expect(await customer.reaches(data.orderId, "completed")).toMatchObject({ transfer: null });
    const refunded = await eventually(async () => {
      const order = await customer.follow(orderId);
      expect(order.refunded).toBeGreaterThan(9_500);
      return order.refunded;
    });
    expect(refunded).toBeLessThanOrEqual(10_000);
    expect(await refundsOf(orderId)).toEqual([
      { reason: "transferEnded", state: "returned", amount: refunded },
    ]);
  });
});

describe("a massage that the chair ended early", () => {
  it("[CHAIR-6] continues with the minutes that did not run, and is not refunded", async () => {
    const { spare, customer, orderId, order } = await faultyRun();
    expect(order).toMatchObject({ endReason: "fault", refund: null });
    expect(order.transfer?.minutes).toBe(10);
    expect(order.transfer?.refund).toBeGreaterThan(9_500);
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    world.advanceTime(6 * 60_000);
    await eventually(async () =>
      expect(
        await sql`SELECT FROM outbox WHERE kind = 'settle-transfer' AND subject = ${orderId}`.hasRows(
          world.owner,
        ),
      ).toBe(false),
    );
    expect(await refundsOf(orderId)).toEqual([]);
    await customer.stop(data.orderId);
    await customer.reaches(data.orderId, "completed");
    await eventually(async () =>
      expect(
        await sql`SELECT FROM order_transfer WHERE order_id = ${orderId} AND settled_at IS NOT NULL`.hasRows(
          world.owner,
        ),
      ).toBe(true),
    );
    expect(await refundsOf(orderId)).toEqual([]);
  });

  it("[CHAIR-6] continues also at an outlet without refunds, and without a refund afterwards", async () => {
    const { spare, customer, orderId, order } = await faultyRun("none");
    expect(order.transfer).toMatchObject({ minutes: 10, refund: 0 });
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    expect(await refundsOf(orderId)).toEqual([]);
  });

  it("[CHAIR-6] [STAFF-1] refunds the first payment if a manager stops the massage that was continued", async () => {
    const { spare, customer, orderId } = await faultyRun();
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    const manager = browserOf(
      world.http,
      (await makeManager(world.owner, { outletIds: [outlet.outletId], permissions: ["details", "stop"] }))
        .token,
    );
    expect((await manager.follow(data.orderId)).unusedAmount?.online).toBeGreaterThan(9_400);
    await manager.stop(data.orderId);
    await manager.reaches(data.orderId, "completed");
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(9_400));
  });

  it("[CHAIR-6] [STAFF-1] states at most what is left of its payment as the refund of a manager's stop", async () => {
    const { spare, customer, orderId } = await faultyRun();
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    const { token } = await makeManager(world.owner, {
      outletIds: [outlet.outletId],
      permissions: ["details", "stop"],
    });
    const refund = { order: orderId, amountMinor: 6_000, reason: "test", actor: "test", exceed: true };
    const dependencies = { clock: world.clock, payments: world.app.payments };
    await transact(world.database, (uow) => refundManually(uow, dependencies, refund));
    const { unusedAmount } = await browserOf(world.http, token).follow(data.orderId);
    expect(unusedAmount?.online).toBeLessThanOrEqual(4_000);
    expect(unusedAmount?.online).toBeGreaterThan(3_000);
  });

  it("[CHAIR-6] can be continued by a manager who may start massages, also for a customer who paid in cash", async () => {
    const { failed, spare } = await twoChairs();
    const manager = await newManager();
    const { orderId } = await manager.order({
      deviceId: failed.deviceId,
      priceId: outlet.priceIds[1],
      payType: "cash",
    });
    await manager.reaches(orderId, "running");
    failed.setFaultCode("E7");
    expect((await manager.reaches(orderId, "completed")).transfer).toMatchObject({ minutes: 10, refund: 0 });
    const viewer = await newManager(outlet.outletId, ["home", "details"] as never);
    expect((await viewer.continueOn(orderId, spare.deviceId)).code).toBe(403);
    const { data } = await manager.continueOn(orderId, spare.deviceId);
    await manager.reaches(data.orderId, "running");
    const audit = await sql<{ action: string }>`
      SELECT action FROM audit_entry WHERE detail->>'from' = ${orderId} ORDER BY audit_id`.rows(world.owner);
    expect(audit.map(({ action }) => action).sort()).toEqual(["order.transfer", "order.transferred"]);
    expect(await ledgerOf(orderId)).toEqual([{ amount: 10_000 }]);
  });
});

describe("a transfer that ends early without an automatic refund", () => {
  it.each([
    [
      "was paid in cash",
      async () => {
        const chairs = await twoChairs();
        const browser = await newManager();
        const { failed } = chairs;
        const [, priceId] = outlet.priceIds;
        const { orderId } = await browser.order({ deviceId: failed.deviceId, priceId, payType: "cash" });
        await browser.reaches(orderId, "running");
        failed.setFaultCode("E7");
        await browser.reaches(orderId, "completed");
        return { ...chairs, browser, orderId };
      },
    ],
    [
      "was paid at an outlet without refunds",
      async () => {
        const { customer, ...massage } = await faultyRun("none");
        return { ...massage, browser: customer };
      },
    ],
  ])(
    "[CHAIR-6] [BENEFIT-1] leaves the value of its unused minutes to a manager if it %s",
    async (_what, arrange) => {
      const { spare, browser, orderId } = await arrange();
      const left = () => automaticallyRefundableMinor(world.database, { orderId, status: "completed" });
      expect(await left()).toBeLessThan(500);
      const { data } = await browser.continueOn(orderId, spare.deviceId);
      await browser.reaches(data.orderId, "running");
      spare.setFaultCode("E7");
      await browser.reaches(data.orderId, "completed");
      await eventually(async () => expect(await left()).toBeGreaterThan(9_000));
      expect(await refundsOf(orderId)).toEqual([]);
    },
  );
});

describe("a transfer whose end its chair reports after the server has ended it", () => {
  /** A transfer that is running, and a manager who may stop it. */
  async function runningTransfer() {
    const { spare, customer, orderId } = await refusedStart();
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    const { token } = await makeManager(world.owner, {
      outletIds: [outlet.outletId],
      permissions: ["details", "stop"],
    });
    return { spare, customer, orderId, transferId: data.orderId, manager: browserOf(world.http, token) };
  }
  type Running = Awaited<ReturnType<typeof runningTransfer>>;

  it.each([
    [
      "a power loss",
      async ({ spare }: Running) => {
        spare.setFaults({ offline: true });
        spare.powerCut(50);
      },
    ],
    [
      "a manager's stop",
      async ({ spare, manager, transferId }: Running) => {
        await goSilent(world, spare);
        await manager.stop(transferId);
        spare.pressStop();
      },
    ],
  ])("[CHAIR-6] [G-3] is refunded for the minutes that did not run after %s, once", async (_what, end) => {
    const running = await runningTransfer();
    const { spare, customer, orderId, transferId } = running;
    await end(running);
    world.advanceTime(11 * 60_000);
    expect(await customer.reaches(transferId, "completed")).toMatchObject({ endReason: "silent" });
    await eventually(async () =>
      expect(
        await sql`SELECT FROM order_transfer WHERE order_id = ${orderId} AND settled_at IS NOT NULL`.hasRows(
          world.owner,
        ),
      ).toBe(true),
    );
    expect(await refundsOf(orderId)).toEqual([]);
    spare.setFaults({ offline: false });
    const refunded = await eventually(async () => {
      const order = await customer.follow(orderId);
      expect(order.refunded).toBeGreaterThan(9_000);
      return order.refunded;
    }, 10_000);
    expect(refunded).toBeLessThanOrEqual(10_000);
    expect(await refundsOf(orderId)).toEqual([
      { reason: "transferEnded", state: "returned", amount: refunded },
    ]);
    expect(await customer.follow(transferId)).toMatchObject({ endReason: "silent" });
  });
});

describe("a transfer that is not allowed", () => {
  it("[CHAIR-6] is refused to other customers, other outlets, and other prices, and to the failed chair", async () => {
    const { failed, spare, customer, orderId } = await refusedStart();
    const own = outlet;
    const stranger = await newCustomer();
    expect((await stranger.continueOn(orderId, spare.deviceId)).code).toBe(20301);
    expect((await stranger.declineTransfer(orderId)).code).toBe(20301);
    const elsewhere = await makePricedOutlet(world.owner);
    const foreign = await newManager(elsewhere.outletId);
    expect((await foreign.continueOn(orderId, spare.deviceId)).code).toBe(20301);
    const foreignChair = await addChair(world, elsewhere);
    expect((await customer.continueOn(orderId, foreignChair.deviceId)).code).toBe(20313);
    const dearer = await addChair(world, { ...own, priceGroupId: elsewhere.priceGroupId });
    expect((await customer.continueOn(orderId, dearer.deviceId)).code).toBe(20313);
    expect((await customer.continueOn(orderId, failed.deviceId)).code).toBe(20313);
    expect((await customer.continueOn(orderId, "ZZZZ9999")).code).toBe(20201);
    expect((await customer.continueOn(orderId, spare.deviceId)).code).toBe(200);
  });

  it("[CHAIR-6] is refused on a chair that another customer has started, and then still possible", async () => {
    const { spare, customer, orderId } = await refusedStart();
    const third = await addChair(world, outlet);
    const other = await newCustomer();
    await other.reaches(await payFor(other, spare.deviceId), "running");
    expect((await customer.continueOn(orderId, spare.deviceId)).code).toBe(20203);
    expect((await customer.follow(orderId)).transfer?.freeChairs).toEqual([third.deviceId]);
    expect((await customer.continueOn(orderId, third.deviceId)).code).toBe(200);
  });

  it("[CHAIR-6] happens once, however many requests arrive together, with or without the refund's", async () => {
    const { spare, customer, orderId } = await refusedStart();
    const more = await Promise.all([
      addChair(world, outlet),
      addChair(world, outlet),
      addChair(world, outlet),
    ]);
    const answers = await Promise.all([
      ...[spare, ...more].map(({ deviceId }) => customer.continueOn(orderId, deviceId)),
      customer.declineTransfer(orderId),
      customer.declineTransfer(orderId),
    ]);
    const continued = answers.slice(0, 4).filter(({ code }) => code === 200);
    expect(continued.length).toBeLessThanOrEqual(1);
    const transfers = await sql`SELECT FROM order_transfer WHERE order_id = ${orderId}
      AND transfer_order_id IS NOT NULL`.rows(world.owner);
    expect(transfers).toHaveLength(continued.length);
    if (continued.length === 0) await customer.reaches(orderId, "refunded");
    else expect(await refundsOf(orderId)).toEqual([]);
  });

  it("[CHAIR-6] gives the same answer to a repeated request, without a second order", async () => {
    const { spare, customer, orderId } = await refusedStart();
    const key = "6f8f3f5e-6b1b-4f0e-9c51-2f5c6c3f7a10";
    const first = await customer.continueOn(orderId, spare.deviceId, key);
    const again = await customer.continueOn(orderId, spare.deviceId, key);
    expect(again.data).toEqual(first.data);
  });

  it("[CHAIR-6] [BENEFIT-1] is refused if the money was returned in the provider's console meanwhile", async () => {
    const { spare, customer, orderId } = await faultyRun();
    await sql`INSERT INTO refund (refund_id, order_id, amount_minor, currency, reason, state, requested_at, provider_ref)
      VALUES (gen_random_uuid(), ${orderId}, 10000, 'PHP', 'atProvider-x', 'onItsWay', now(), ${orderId})`.execute(
      world.owner,
    );
    expect((await customer.continueOn(orderId, spare.deviceId)).code).toBe(20312);
    await sql`DELETE FROM refund WHERE order_id = ${orderId}`.execute(world.owner);
    await customer.declineTransfer(orderId);
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(9_500));
  });

  it("[CHAIR-6] [DISP-1] is not refunded in addition when a bank asks about the payment", async () => {
    const { spare, customer, orderId } = await refusedStart();
    const inquire = () =>
      transact(world.database, async (uow) => {
        const payment = await findPaymentOfOrder(uow, orderId);
        const dispute = {
          provider: "simulated",
          disputeRef: `inquiry-${orderId}`,
          paymentId: payment?.paymentId,
          orderId,
          amountMinor: 10_000,
          currency: "PHP",
          reason: "general",
          state: "inquiry",
          respondBy: null,
          withdrawnAt: null,
          feeMinor: 0,
          feeCurrency: null,
          reinstatedAt: null,
          reinstatedMinor: 0,
          reinstatedFeeMinor: 0,
        } as unknown as DisputeRecord;
        await processDispute(uow, { payments: world.app.payments }, dispute, null, world.clock.now());
      });
    await inquire();
    expect(await refundsOf(orderId)).toEqual([]);
    const { data } = await customer.continueOn(orderId, spare.deviceId);
    await customer.reaches(data.orderId, "running");
    await inquire();
    expect(await refundsOf(orderId)).toEqual([]);
  });
});
