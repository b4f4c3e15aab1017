import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "#platform/postgres/with-client.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { hashOfAddress } from "./limit-unpaid-orders.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await sharedOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

it("[ATTACK-1] places unpaid orders of one address without waiting for each other, far from the limit of the address", async () => {
  const chair = await addChair(world, outlet);
  const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
  await withClient(world.test.connection, async (client) => {
    const key = `unpaid address ${hashOfAddress("127.0.0.1").toString("hex")}`;
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [key]);
    const placed = await guest.activate({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[1],
      payType: "online",
    });
    expect(placed.code).toBe(200);
  });
});
