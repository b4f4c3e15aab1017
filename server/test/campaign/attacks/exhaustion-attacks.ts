import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { webhookPath } from "#features/payments/payments-routes.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack } from "./attack-world.ts";
import { placeOrder } from "./payment-attacks.ts";
import { requireCode, requireLimitReached } from "./refusals.ts";

/** Reserves a coupon by unpaid orders of customers at one address; uses beyond the address's share count as accepted. */
export const reserveCoupons: Attack = {
  name: "uses of a coupon reserved by unpaid orders of one address",
  leaves: ["call.rateLimited"],
  async run(world, count) {
    const { own, test } = world;
    const maxUses = 20;
    const percentPerAddress = 25;
    const couponCode = await makeCoupon(test.owner, { property: "percent", percent: 50, maxUses });
    // Below the 120 coupons that an address may try per minute.
    const attempts = Math.min(count, 100);
    const customers = await Promise.all(Array.from({ length: attempts }, () => makeCustomer(test.owner)));
    await attempt(attempts, async (index) => {
      const deviceId = await makeDevice(test.owner, own.outlet);
      const fields = { deviceId, priceId: own.outlet.priceIds[0], payType: "online", couponCode };
      const sender = { token: customers[index]?.token ?? "", from: 2800 };
      requireCode(await placeOrder(world, fields, sender), "ok", "couponReserved");
      return false;
    });
    const reserved = await usesOf(test.database, couponCode);
    const perAddress = (maxUses * percentPerAddress) / 100;
    requireLimitReached(reserved, perAddress);
    return { attempts, accepted: Math.max(0, reserved - perAddress) };
  },
};

/** Sends many requests and reads no response; clients that stay connected count as accepted. */
export const readNothing: Attack = {
  name: "clients that read no response (connected after all timeouts)",
  isSlow: true,
  async run({ client }, count) {
    // The server aborts a response that does not fit into the kernel's buffers after 30 s. After a response that fits,
    // the connection is idle.
    const [idleSeconds, checkSeconds] = [65, 10];
    const attempts = Math.min(count, 400);
    const request = "GET /api/openapi.json HTTP/1.1\r\nHost: chairs\r\n\r\n";
    const sockets = Array.from({ length: attempts }, (_, index) => {
      const localAddress = addressOf(3000 + (index % 100));
      const socket = connect({ host: client.hostname, port: client.port, localAddress });
      socket.on("error", () => {}).pause();
      socket.once("connect", () => socket.write(request.repeat(64)));
      return socket;
    });
    await Promise.all(
      sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])),
    );
    const connected = sockets.filter((socket) => socket.readyState === "open").length;
    if (connected < attempts) throw new Error(`only ${connected} of ${attempts} clients could connect`);
    await delay((idleSeconds + checkSeconds) * 1_000);
    // A client notices the end of its connection only by reading, which resets the idle timeout of an open connection.
    const closed = await Promise.all(
      sockets.map((socket) =>
        Promise.race([
          once(socket.resume(), "close").then(() => true),
          delay((idleSeconds - checkSeconds) * 1_000, false),
        ]),
      ),
    );
    const served = sockets.filter((socket) => socket.bytesRead > 0).length;
    for (const socket of sockets) socket.destroy();
    if (served < attempts) throw new Error(`only ${served} of ${attempts} clients received a response`);
    return { attempts, accepted: closed.filter((isClosed) => !isClosed).length };
  },
};

/** Sends more health checks and webhooks than the separate limits of an address permit, and checks that others are served. */
export const floodSeparateLimits: Attack = {
  name: "health checks and webhooks beyond their own limits",
  isSlow: true,
  leaves: ["call.rateLimited"],
  async run({ client, company }, count) {
    const health = { path: "/api/health/live" };
    const floods = [
      { ...health, limit: 600, from: 3_800 },
      { method: "POST", path: webhookPath(company.name), body: "{}", limit: 6_000, from: 3_801 },
    ];
    const outcome = { attempts: 0, accepted: 0 };
    for (const { limit, ...request } of floods) {
      const startMs = Date.now();
      let admitted = 0;
      const { attempts } = await attempt(limit + count, async () => {
        const answer = await client.send(request);
        if (answer.status >= 500) throw new Error(`the server answered ${answer.status} ${answer.text}`);
        if (answer.status !== 429) admitted += 1;
        return false;
      });
      requireLimitReached(admitted, limit);
      // An address's window begins with its first request.
      const windows = 1 + Math.floor((Date.now() - startMs) / 60_000);
      outcome.attempts += attempts;
      outcome.accepted += Math.max(0, admitted - windows * limit);
      requireCode(await client.send({ ...health, from: 3_802 }), "ok");
    }
    return outcome;
  },
};
