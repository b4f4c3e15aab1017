import { guestLogin, loginInfo } from "@reposo/contract/sessions/login.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import {
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  sharedOrderApp,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await sharedOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

async function unpaidOrder() {
  const deviceId = await makeDevice(world.owner, outlet);
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const { orderId, payment } = await customer.order({
    deviceId,
    priceId: outlet.priceIds[0],
    payType: "online",
  });
  return { customer, orderId, redirectUrl: payment?.redirectUrl as string };
}

describe("a page of another site", () => {
  it("cannot submit forms to any operation or payment button", async () => {
    const document = (await world.http.inject("/api/openapi.json")).json() as {
      paths: Record<string, object>;
    };
    const posts = Object.entries(document.paths).filter(([, methods]) => "post" in methods);
    expect(posts.length).toBeGreaterThan(5);
    const { token } = await makeCustomer(world.owner);
    const headers = { "sec-fetch-site": "cross-site", "access-token": token };
    for (const [path] of posts) {
      const answer = await world.http.inject({ method: "POST", url: `/api${path}`, headers });
      expect(answer.json(), path).toMatchObject({ code: 403 });
    }
    const { customer, orderId, redirectUrl } = await unpaidOrder();
    const url = new URL(redirectUrl).pathname;
    await world.http.inject({ method: "POST", url, headers, payload: { action: "pay" } });
    expect((await customer.follow(orderId)).orderStatus).toBe("unpaid");
  });

  it("cannot frame any response, page, or payment page", async () => {
    const { redirectUrl } = await unpaidOrder();
    const urls = ["/", "/pages/index/index?deviceId=NOSUCH00", "/nowhere", "/api/nowhere", "/api/docs/"];
    for (const url of [...urls, new URL(redirectUrl).pathname]) {
      const { headers } = await world.http.inject(url);
      expect(headers["x-frame-options"], url).toBe("DENY");
      expect(headers["content-security-policy"], url).toContain("frame-ancestors 'none'");
    }
  });

  it("[NAV-2] cannot redirect to another site by a login's `next` or a payment's return address", async () => {
    for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      const page = await world.http.inject(`/pages/login/login?next=${encodeURIComponent(next)}`);
      expect([page.statusCode, page.headers.location]).toEqual([200, undefined]);
      const { orderId, redirectUrl } = await unpaidOrder();
      const back = await decidePayment(
        world.http,
        `${redirectUrl}?next=${encodeURIComponent(next)}`,
        "leave",
      );
      expect(back).toMatch(new RegExp(`^/pages/deviceOrder/order\\?orderId=${orderId}&ticket=[\\w-]{43}$`));
    }
  });
});

describe("a token", () => {
  it("[WHO-2] is never chosen by the client or read from a URL or a cookie", async () => {
    const chosen = randomBytes(32).toString("base64url");
    const guest = await call(world.http, guestLogin, {}, { "access-token": chosen });
    expect(guest.data.token).not.toBe(chosen);
    expect((await call(world.http, loginInfo, undefined, { "access-token": chosen })).code).toBe(401);
    const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    for (const name of ["access-token", "Access-Token", "token"]) {
      const { url } = { url: `/api/web/api/v1/login/info?${name}=${token}` };
      expect((await world.http.inject(url)).json()).toMatchObject({ code: 401 });
    }
    const cookies = { "access-token": token, token };
    expect((await world.http.inject({ url: "/api/web/api/v1/login/info", cookies })).json()).toMatchObject({
      code: 401,
    });
  });

  it("[WHO-2] [G-9] of a manager is not a customer's token, and an unknown ticket grants nothing", async () => {
    const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const headers = { "access-token": manager.token };
    const guest = await call(
      world.http,
      guestLogin,
      { ticket: randomBytes(32).toString("base64url") },
      headers,
    );
    const info = await call(world.http, loginInfo, undefined, { "access-token": guest.data.token });
    expect(info.data).toMatchObject({ kind: "customer", outlets: [], permissions: [] });
    const { orderId } = await unpaidOrder();
    expect((await browserOf(world.http, guest.data.token).getOrder(orderId)).code).toBe(20301);
  });
});

it("[START-3] counts guessed coupons of one IPv6 network together, even from several guests and addresses", async () => {
  const limited = await openOrderApp({ COUPON_TRIES_PER_MINUTE_ADDRESS: "3" });
  try {
    const { outletId, priceGroupId, priceIds } = await makePricedOutlet(limited.owner);
    const deviceId = await makeDevice(limited.owner, { outletId, priceGroupId });
    const payload = { deviceId, priceId: priceIds[0], payType: "coupon", couponCode: "GUESS-1" };
    const codes: number[] = [];
    // A new minute may begin during the test; eight attempts exceed the limits of two minutes.
    for (let guess = 1; guess <= 8; guess += 1) {
      const { token } = await makeCustomer(limited.owner);
      const answer = await limited.http.inject({
        method: "POST",
        url: "/api/web/api/v1/data-centre/activate",
        payload,
        remoteAddress: `2001:db8:1:2::${guess}`,
        headers: { "access-token": token },
      });
      codes.push(answer.json<{ code: number }>().code);
    }
    expect(codes.slice(0, 3)).toEqual([20401, 20401, 20401]);
    expect(codes).toContain(20103);
  } finally {
    await limited.close();
  }
});

it("[G-3] [START-3] settles a payment once, by its own ID, even if other buttons are pressed afterwards", async () => {
  const { customer, orderId, redirectUrl } = await unpaidOrder();
  await decidePayment(world.http, redirectUrl, "refuse");
  await decidePayment(world.http, redirectUrl, "pay");
  expect((await customer.follow(orderId)).orderStatus).toBe("cancelled");
  for (const id of [randomUUID(), orderId, "..%2f", "%00"]) {
    const answer = await world.http.inject({
      method: "POST",
      url: `/pay/simulated/${id}`,
      payload: { action: "pay" },
    });
    expect(answer.statusCode, id).toBe(404);
  }
});
