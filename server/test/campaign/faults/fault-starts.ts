import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { activate, getOrder } from "@reposo/contract/orders/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { callUrl } from "#test/processes/killed-server.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import type { FaultWorld } from "./fault-world.ts";

export interface PlacedStart {
  readonly deviceId: string;
  /** Null if the server refused the start. */
  readonly orderId: string | null;
  /** When the last call that may have started the chair was sent, by `performance.now`. */
  readonly sentAtMs: number;
}

const retryTimeoutMs = 60_000;
/** Codes of refusals before any payment: the chair is offline, or another customer was faster. */
const refusals: readonly number[] = [resultCodes.deviceUnavailable, resultCodes.deviceInUse];

const payTypes = ["cash", "coupon", "online"] as const;

/** Places a start on each of these chairs, each at a random moment within `spreadMs`. */
export async function placeStarts(
  world: FaultWorld,
  spreadMs: number,
  chairs: readonly VirtualChair[] = world.fleet.chairs(),
): Promise<PlacedStart[]> {
  // Everything random is drawn before the first delay, so that the plan of a seed is independent of timing.
  const placing = chairs.map((chair) => ({
    chair,
    afterMs: world.random.between(0, spreadMs),
    payType: world.payTypeRandom.pick(payTypes, () => 1),
  }));
  return Promise.all(
    placing.map(async ({ chair, afterMs, payType }) => {
      await delay(afterMs);
      return placeStart(world, chair.deviceId, payType);
    }),
  );
}

async function placeStart(
  world: FaultWorld,
  deviceId: string,
  payType: (typeof payTypes)[number],
): Promise<PlacedStart> {
  const { test, outlet } = world;
  const { token } = await arrange<{ token: string }>(async () =>
    payType === "cash" ? makeManager(test.owner, { outletIds: [outlet.outletId] }) : makeCustomer(test.owner),
  );
  const request = {
    deviceId,
    priceId: outlet.priceIds[1],
    payType,
    ...(payType === "coupon" && { couponCode: await arrange(() => makeCoupon(test.owner)) }),
  };
  const headers = { "access-token": token, "idempotency-key": randomUUID() };
  let last = "no call";
  for (const endMs = performance.now() + retryTimeoutMs; performance.now() < endMs; await delay(100)) {
    const server = world.serving();
    if (server === null) continue;
    const { mustRefuse } = world;
    const sentAtMs = performance.now();
    const answer = await callUrl(server.url, activate, request, headers);
    last = answer === null ? "no answer" : `${answer.code} ${answer.message}`;
    // There is no server, or it reports an outage: the call is repeated, as a browser does.
    if (answer?.code === 503) world.refusedCalls += 1;
    if (answer === null || answer.code === 503) continue;
    if (refusals.includes(answer.code)) return { deviceId, orderId: null, sentAtMs };
    if (answer.code !== 200) {
      world.findings.push(`a start by ${payType} answers ${answer.code}: ${answer.message}`);
      return { deviceId, orderId: null, sentAtMs };
    }
    const { orderId, payment } = answer.data;
    if (mustRefuse && world.mustRefuse)
      world.findings.push(`a start by ${payType} was accepted although no chair could be reached`);
    if (payment === null) return { deviceId, orderId, sentAtMs };
    const page = payment.redirectUrl ?? (await findPage(world, orderId, headers));
    return { deviceId, orderId, sentAtMs: await pay(world, page) };
  }
  throw new Error(`no server accepted a start of ${deviceId} in ${retryTimeoutMs} ms: ${last}`);
}

/** Repeats a write of the test itself until it succeeds, because the fault may have killed the database. */
async function arrange<T>(write: () => Promise<T>): Promise<T> {
  for (const endMs = performance.now() + retryTimeoutMs; ; await delay(100)) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}

/**
 * Returns the payment page of an order whose server was killed before it responded. Following the order opens the page
 * after the time within which the killed server could still have opened it.
 */
async function findPage(
  world: FaultWorld,
  orderId: string,
  headers: Record<string, string>,
): Promise<string> {
  await arrange(() =>
    sql`UPDATE payment SET created_at = created_at - interval '1 minute' WHERE order_id = ${orderId}`.execute(
      world.test.owner,
    ),
  );
  for (const endMs = performance.now() + retryTimeoutMs; performance.now() < endMs; await delay(100)) {
    const server = world.serving();
    const answer = server && (await callUrl(server.url, getOrder, { orderId }, headers));
    const page = answer?.code === 200 ? answer.data.payment?.redirectUrl : undefined;
    if (page !== undefined) return page;
  }
  throw new Error(`order ${orderId} has no payment page after ${retryTimeoutMs} ms`);
}

/**
 * Presses `pay` on the simulated provider's page until the server accepts it. @returns when the accepted call was sent
 */
async function pay(world: FaultWorld, redirectUrl: string): Promise<number> {
  for (const endMs = performance.now() + retryTimeoutMs; performance.now() < endMs; await delay(100)) {
    const server = world.serving();
    if (server === null) continue;
    const sentAtMs = performance.now();
    const response = await fetch(new URL(new URL(redirectUrl).pathname, server.url), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ action: "pay" }),
    }).catch(() => null);
    await response?.body?.cancel().catch(() => {});
    if (response !== null && response.status < 500) return sentAtMs;
  }
  throw new Error(`no server took a payment in ${retryTimeoutMs} ms`);
}
