import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chairFleet, type ChairFleet } from "@reposo/chair/chair-fleet.ts";
import type { MotorRecord } from "@reposo/chair/chair-interface.ts";
import { activate, extend, getOrder, stop } from "@reposo/contract/orders/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seededRandom } from "#demo/history/seeded-random.ts";
import { runAudit } from "#features/audit/index.ts";
import { webhookPath } from "#features/payments/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { killPoints, killsToTry, type Scenario } from "#test/processes/kill-scenarios.ts";
import {
  callUrl,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { printedSeed } from "#test/random-seed.ts";
import type { CompanyPage, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { addChair, makePricedOutlet, type PricedOutlet, eventually } from "#test/app/order-app.ts";

let test: TestDatabase;
let servers: KilledServers;
let company: PaymentCompany;
let outlet: PricedOutlet;
let fleet: ChairFleet;
const motors: (MotorRecord & { deviceId: string })[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
  company = await openStripeCompany();
  // A reachable chair responds within this time, even if the machine stalls.
  const deadlines = { START_DEADLINE_SECONDS: "6", START_GRACE_SECONDS: "2" };
  servers = await openKilledServers(test.connection, { ...company.env, ...deadlines });
  outlet = await makePricedOutlet(test.owner);
  fleet = chairFleet({ mqttUrl: servers.mqttUrl, reconnectMs: 20, maxReconnectMs: 100, resendMs: 300 });
});
afterAll(async () => {
  await fleet.stop();
  await servers.close();
  await company.close();
  await test.close();
});

const setOnline = (deviceId: string) =>
  sql`UPDATE device SET online = true WHERE device_id = ${deviceId}`.execute(test.owner);
const isOnline = async (deviceId: string) => {
  const { rows } = await sql<{ online: boolean }>`
    SELECT online FROM device WHERE device_id = ${deviceId}`.execute(test.database);
  expect(rows[0]?.online).toBe(true);
};

interface Order {
  orderId: string;
  status: string;
  amount: number;
  net: number;
}

async function ordersOn(deviceId: string): Promise<Order[]> {
  const { rows } = await sql<Order>`
    SELECT order_id AS "orderId", status, amount_minor AS amount,
      (SELECT coalesce(sum(amount_minor), 0)::bigint FROM ledger_entry l WHERE l.order_id = o.order_id) AS net
    FROM orders o WHERE device_id = ${deviceId} ORDER BY ordered_at`.execute(test.database);
  return rows;
}

/** Creates a customer or manager with one request, which is retried with the same keys like in a browser. */
async function openAttempt(scenario: Scenario) {
  const isThroughCompany = scenario === "webhook" || scenario === "check";
  const isOnlinePayment = isThroughCompany || scenario === "online" || scenario === "refused";
  const hasCoupon = scenario === "coupon";
  const { token } =
    isOnlinePayment || hasCoupon
      ? await makeCustomer(test.owner)
      : await makeManager(test.owner, { outletIds: [outlet.outletId] });
  const couponCode = hasCoupon ? await makeCoupon(test.owner) : null;
  const chair = await addChair(
    { database: test.database, owner: test.owner, fleet, motors },
    outlet,
    // The chair's time passes faster, but a chair to be stopped or extended must run long enough for the request.
    { speed: scenario === "stop" ? 10 : scenario === "extend" ? 100 : 300 },
  );
  const { deviceId } = chair;
  if (scenario === "refused") chair.setFaults({ refuse: "motorHot" });
  if (scenario === "silent" || scenario === "missed") {
    chair.setFaults({ offline: true });
    await eventually(() => expect(chair.state().connected).toBe(false));
  }
  const payType = isOnlinePayment ? "online" : hasCoupon ? "coupon" : "cash";
  const request = {
    deviceId,
    priceId: outlet.priceIds[1],
    payType,
    ...(couponCode === null ? {} : { couponCode }),
    ...(isOnlinePayment ? { provider: isThroughCompany ? company.name : "simulated" } : {}),
  };
  const [key, stopKey, extendKey] = [randomUUID(), randomUUID(), randomUUID()];
  const headers = (idempotencyKey: string) => ({ "access-token": token, "idempotency-key": idempotencyKey });

  /** Returns the payment page of the response, or the page that following the order opens. */
  const pageOf = async (url: string, orderId: string, named: string | undefined): Promise<string> => {
    if (named !== undefined) return new URL(named).pathname;
    await sql`UPDATE payment SET created_at = now() - interval '1 minute' WHERE order_id = ${orderId}`.execute(
      test.owner,
    );
    const followed = await callUrl(url, getOrder, { orderId }, headers(randomUUID()));
    return new URL(followed?.data.payment?.redirectUrl as string).pathname;
  };

  const act = async (url: string): Promise<void> => {
    if (scenario === "silent" || scenario === "missed") await eventually(() => setOnline(deviceId));
    else await eventually(() => isOnline(deviceId));
    const answer = await callUrl(url, activate, request, headers(key));
    if (answer === null) return;
    expect(answer).toMatchObject({ code: 200 });
    const { orderId, payment } = answer.data;
    if (isThroughCompany) {
      const page = [...company.pages.values()].at(-1) as CompanyPage;
      page.state = "paid";
      // A provider retries its webhook until it is accepted; a provider without webhooks is queried.
      const { body, headers: signed } = company.webhookOf(page, `paid-${page.ref}`);
      if (scenario === "webhook")
        await fetch(new URL(webhookPath(company.name), url), { method: "POST", headers: signed, body }).catch(
          () => null,
        );
      else await endLeases();
      return;
    }
    if (payment) {
      const pay = new URL(await pageOf(url, orderId, payment.redirectUrl), url);
      await fetch(pay, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "action=pay",
      }).catch(() => null);
    }
    if (scenario === "extend") {
      await eventually(async () =>
        expect((await ordersOn(deviceId))[0]?.status).not.toMatch(/paid|starting/),
      );
      const more = { orderId, priceId: outlet.priceIds[1], payType };
      const extended = await callUrl(url, extend, more, headers(extendKey));
      // The massage may have ended before a server runs again.
      expect(extended?.code ?? 200).toSatisfy((code: number) => code === 200 || code === 20302);
      return;
    }
    if (scenario !== "stop") return;
    await eventually(async () => expect((await ordersOn(deviceId))[0]?.status).not.toMatch(/paid|starting/));
    await callUrl(url, stop, { orderId }, headers(stopKey));
  };
  return { scenario, chair, deviceId, couponCode, act };
}

/** Ends the leases of killed servers, which would otherwise expire half a minute later. */
async function endLeases(): Promise<void> {
  await sql`UPDATE outbox SET due_at = now()`.execute(test.owner);
  await sql`UPDATE idempotent_answer SET held_until = now()`.execute(test.owner);
}

const ended = /^(completed|refunded|failed|cancelled)$/;

describe("a server that is killed", () => {
  let recovering: RunningServer | null = null;

  const random = seededRandom(`kills ${printedSeed("servers killed during a start")}`);
  // A failed attempt may leave a server that locks the data folder.
  beforeEach(() => (recovering === null ? servers.killAll() : undefined));

  it.each(killsToTry(process.env["REPOSO_KILL"] === "all", random))(
    "[START-5] [START-6] [G-1] [G-2] [G-3] [G-4] [G-5] [G-8] at %s of a start (%s) leaves a state that the next server completes",
    async (failPoint, scenario) => {
      // A chair has to log in before the start. The server that recovered the previous kill accepts it.
      recovering ??= await servers.start();
      const attempt = await openAttempt(scenario);
      await eventually(async () => {
        // Jobs that check payments are excluded, because they last as long as a payment may arrive.
        const { rows } = await sql`SELECT FROM outbox WHERE kind <> 'check-payment'`.execute(test.database);
        expect(rows).toEqual([]);
      });
      await recovering.kill();
      recovering = null;
      await endLeases();

      // The first command and reply are the report on reconnecting, so these points are passed once more for the
      // start.
      const isOfAnyCommand = /^reply\.|send-command$/.test(failPoint);
      const passing = !isOfAnyCommand ? 1 : scenario === "extend" || scenario === "stop" ? 3 : 2;
      const failing = await servers.start(`${failPoint}:${passing}`);
      await attempt.act(failing.url);
      expect(await failing.exited).toMatchObject({ signal: "SIGKILL" });
      await endLeases();
      if (scenario === "missed") attempt.chair.setFaults({ offline: false });

      recovering = await servers.start();
      // The browser received no response and repeats the call with the same key.
      await attempt.act(recovering.url);
      const order = await eventually(async () => {
        const orders = await ordersOn(attempt.deviceId);
        const [known, ...others] = orders;
        for (const extension of others) {
          expect(scenario).toBe("extend");
          expect(extension.status).toMatch(/^(completed|refunded)$/);
          expect(extension.net).toBe(extension.status === "completed" ? extension.amount : 0);
        }
        expect(others.length).toBeLessThanOrEqual(1);
        expect(known?.status).toMatch(ended);
        // A failed start with a coupon has nothing to refund.
        if (known?.status === "failed") expect(known.amount).toBe(0);
        return known as Order;
      }, 30_000);

      const isDone = order.status === "completed";
      if (scenario === "refused" || scenario === "silent") expect(isDone).toBe(false);
      // A manager stops the massage within seconds, so nearly all minutes are unused and are refunded.
      if (isDone && scenario === "stop") expect(order.net).toBeLessThan(order.amount / 10);
      else expect(order.net).toBe(isDone ? order.amount : 0);
      if (attempt.couponCode !== null)
        expect(await usesOf(test.database, attempt.couponCode)).toBe(isDone ? 1 : 0);
      await eventually(() => expect(attempt.chair.state().running).toBeNull());
      const ran = motors.filter((motor) => motor.deviceId === attempt.deviceId);
      expect(ran.length).toBeLessThanOrEqual(1);
      const extended = (await ordersOn(attempt.deviceId))
        .slice(1)
        .filter(({ status }) => status === "completed");
      const boughtSeconds = 600 * (1 + extended.length);
      if (isDone) expect(ran).toMatchObject([{ orderId: order.orderId, boughtSeconds }]);
      // The massage ran although its payment was refunded, so a case is open.
      else if (ran.length > 0)
        await eventually(async () => {
          const { rows } = await sql`
            SELECT FROM attention_case WHERE kind = 'ranAfterRefund' AND order_id = ${order.orderId}`.execute(
            test.database,
          );
          expect(rows).toHaveLength(1);
        });
      expect(await runAudit(test.database)).toEqual([]);
      attempt.chair.setFaults({ offline: true });
    },
    90_000,
  );

  it("is killed at every fail point of the code", () => {
    const source = join(import.meta.dirname, "..", "..", "..");
    const named = new Set<string>();
    for (const file of globSync("{features/{orders,payments},chairs,platform/http}/**/*.ts", { cwd: source }))
      for (const [, name] of readFileSync(join(source, file), "utf8").matchAll(/failPoint\("([\w.-]+)"\)/g))
        named.add(name as string);
    expect(named.size).toBeGreaterThan(15);
    // kill-refund-requests.system.test.ts and kill-transfers.system.test.ts cover the fail points of their subjects.
    const expected = [...named].filter((name) => !/^(refund-request|transfer|settle-transfer)\./.test(name));
    expect(expected.filter((name) => !(name in killPoints))).toEqual([]);
  });
});
