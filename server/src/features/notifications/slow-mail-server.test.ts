import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { addChair, eventually, makePricedOutlet, openOrderApp } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { enqueueEmail } from "./send-email.ts";

it("[START-4] [ALERT-4] a mail server that does not respond delays no start", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const world = await openOrderApp({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "alerts@chairs.example",
  });
  try {
    const outlet = await makePricedOutlet(world.owner);
    const { accountId } = (await makeManager(world.owner, { outletIds: [outlet.outletId] })).caller;
    await sql`
      INSERT INTO notification_settings (account_id, email, language)
      VALUES (${accountId}, 'maria@chairs.example', 'en_US')`.execute(world.owner);
    const now = world.clock.now();
    // More than one outbox worker processes at the same time.
    await transact(world.database, async (uow) => {
      for (let sent = 0; sent < 100; sent += 1)
        enqueueEmail(uow, accountId, { kind: "test", alertId: null, url: "/", tag: `t${sent}` }, now);
    });
    await eventually(async () => expect(sockets.size).toBeGreaterThan(0));
    const chair = await addChair(world, outlet);
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const { orderId } = await customer.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[1],
      payType: "coupon",
      couponCode: await makeCoupon(world.owner),
    });
    // Less than the timeout of a mail server, after which jobs of one worker would be processed again.
    await customer.reaches(orderId, "running", 12_000);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await world.close();
  }
});
