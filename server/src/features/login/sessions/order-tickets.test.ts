import { randomUUID } from "node:crypto";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueTicket } from "#features/login/index.ts";
import { manualClock } from "#platform/time/clock.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, openTestHttp } from "#test/clients/http-client.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

async function openWorld() {
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const { http, feature } = await openTestHttp(db.database, { clock });
  const outletId = await makeOutlet(db.owner);
  const newOrder = async () =>
    makeOrder(db.owner, { deviceId: await makeDevice(db.owner, { outletId }), outletId });
  const newTicket = (orderId: string) => transact(db.database, (uow) => issueTicket(uow, clock, orderId));
  const ordersOf = async (token: string) => {
    const found = await feature.authenticate(token);
    if (found.kind !== "valid" || found.caller.kind !== "customer") throw new Error(found.kind);
    return found.caller.ticketOrderIds;
  };
  const redeem = async (ticket: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { "access-token": token };
    const { data } = await call(http, guestLogin, { ticket }, headers);
    return { token: data.token, orders: await ordersOf(data.token) };
  };
  return { clock, http, feature, newOrder, newTicket, ordersOf, redeem };
}

describe("a payment's return ticket", () => {
  it("[WHO-2] grants access to its order to one of 20 browsers that redeem it at the same time, and to none later", async () => {
    const { http, newOrder, newTicket, redeem } = await openWorld();
    const [orderId, otherId] = [await newOrder(), await newOrder()];
    const ticket = await newTicket(orderId);
    await newTicket(otherId);
    const browsers = await Promise.all(Array.from({ length: 20 }, () => redeem(ticket)));
    expect(browsers.flatMap(({ orders }) => orders)).toEqual([orderId]);
    expect((await redeem(ticket)).orders).toEqual([]);
    expect((await redeem(randomUUID())).orders).toEqual([]);
    await http.close();
  });

  it("[WHO-2] keeps the access of the browser that redeemed it, even if the browser retries", async () => {
    const { http, newOrder, newTicket, ordersOf, redeem } = await openWorld();
    const orderId = await newOrder();
    const ticket = await newTicket(orderId);
    const known = await redeem(randomUUID());
    expect((await redeem(ticket, known.token)).orders).toEqual([orderId]);
    expect(await ordersOf(known.token)).toEqual([orderId]);
    expect((await redeem(ticket, known.token)).orders).toEqual([orderId]);
    await http.close();
  });

  it("[WHO-2] ends with the first redeemed ticket of its order, as each payment page and extension has its own", async () => {
    const { http, newOrder, newTicket, redeem } = await openWorld();
    const [orderId, otherId] = [await newOrder(), await newOrder()];
    const tickets = [await newTicket(orderId), await newTicket(orderId), await newTicket(orderId)] as const;
    const other = await newTicket(otherId);
    expect((await redeem(tickets[1])).orders).toEqual([orderId]);
    expect((await redeem(tickets[0])).orders).toEqual([]);
    expect((await redeem(tickets[2])).orders).toEqual([]);
    expect((await redeem(other)).orders).toEqual([otherId]);
    const later = await newTicket(orderId);
    expect((await redeem(later)).orders).toEqual([orderId]);
    await http.close();
  });

  it("[WHO-2] grants access to its order to one of the browsers that redeem several of its tickets at the same time", async () => {
    const { http, newOrder, newTicket, redeem } = await openWorld();
    const orderId = await newOrder();
    const tickets = await Promise.all(Array.from({ length: 12 }, () => newTicket(orderId)));
    const browsers = await Promise.all(tickets.map((ticket) => redeem(ticket)));
    expect(browsers.flatMap(({ orders }) => orders)).toEqual([orderId]);
    await http.close();
  });

  it("[WHO-2] can be redeemed for an hour, and its access ends after a day, while the session continues", async () => {
    const { clock, http, feature, newOrder, newTicket, ordersOf, redeem } = await openWorld();
    const orderId = await newOrder();
    const [ticket, late] = [await newTicket(orderId), await newTicket(await newOrder())];
    const { token, orders } = await redeem(ticket);
    expect(orders).toEqual([orderId]);
    clock.advance(3_600_001);
    expect((await redeem(late)).orders).toEqual([]);
    clock.advance(24 * 3_600_000 - 3_600_002);
    expect(await ordersOf(token)).toEqual([orderId]);
    clock.advance(1);
    expect(await ordersOf(token)).toEqual([]);
    await feature.purgeExpired();
    const grants = await sql`SELECT FROM customer_order_grant WHERE order_id = ${orderId}`.execute(db.owner);
    expect(grants.rows).toEqual([]);
    await http.close();
  });
});
