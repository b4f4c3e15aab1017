import { randomUUID } from "node:crypto";
import { guestLogin } from "@reposo/contract/login.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { issueTicket } from "#features/login/index.ts";
import { manualClock } from "#platform/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { call, openTestHttp } from "#test/http-client.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/network-factory.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it("[WHO-2] lets the browser that a payment comes back to see that one order, for an hour's tickets", async () => {
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const { http, feature } = await openTestHttp(db.database, { clock });
  const outletId = await makeOutlet(db.owner);
  const orderIds = await Promise.all(
    [0, 1].map(async () =>
      makeOrder(db.owner, { deviceId: await makeDevice(db.owner, { outletId }), outletId }),
    ),
  );
  const [orderId, otherId] = orderIds as [string, string];
  const ticket = await db.database.transaction().execute((tx) => issueTicket(tx, clock, orderId));
  await db.database.transaction().execute((tx) => issueTicket(tx, clock, otherId));

  const seenBy = async (given: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { "access-token": token };
    const { data } = await call(http, guestLogin, { ticket: given }, headers);
    const found = await feature.authenticate(data.token);
    if (found.kind !== "valid" || found.caller.kind !== "customer") throw new Error(found.kind);
    return { token: data.token, orders: found.caller.ticketOrderIds, id: found.caller.customerId };
  };

  const returned = await seenBy(ticket);
  expect(returned.orders).toEqual([orderId]);
  expect((await seenBy(ticket)).orders).toEqual([orderId]);
  expect((await seenBy(randomUUID())).orders).toEqual([]);
  const known = await seenBy("nothing");
  expect(await seenBy(ticket, known.token)).toMatchObject({ id: known.id, orders: [orderId] });

  clock.advance(3_600_001);
  expect((await seenBy(ticket)).orders).toEqual([]);
  expect(await feature.authenticate(returned.token)).toMatchObject({ kind: "valid" });
  await feature.forgetExpired();
  await http.close();
});
