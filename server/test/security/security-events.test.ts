import { Writable } from "node:stream";
import {
  changePassword,
  loginInfo,
  login as loginOperation,
  logout,
} from "@reposo/contract/sessions/login.ts";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { orderExport, orderList } from "@reposo/contract/orders/order-lists.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { sql } from "#platform/postgres/sql.ts";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createAccount } from "#features/login/index.ts";
import { webhookPath } from "#features/payments/payments-routes.ts";
import { dayOf } from "#features/uploads/policy/upload-usage-store.ts";
import { ownerName } from "#features/uploads/uploads-store.ts";
import { createLog } from "#platform/logging/log.ts";
import { call, encryptPassword, fetchEncryption, newManager, tryLogin } from "#test/clients/http-client.ts";
import { formOf, multipart, policyFor, postForm } from "#test/clients/upload-client.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { insertRows } from "#test/database/insert-rows.ts";

const lines: string[] = [];
const log = createLog(
  "info",
  new Writable({
    write(chunk, _encoding, done) {
      lines.push((chunk as Buffer).toString());
      done();
    },
  }),
);

let world: OrderApp;
let outletId: string;
beforeAll(async () => {
  const payments = {
    PAYMENT_SIMULATED: "off",
    STRIPE_SECRET_KEY: "sk_test_of_nobody",
    STRIPE_WEBHOOK_SECRET: "whsec_of_nobody",
  };
  world = await openOrderApp({ CALLS_PER_MINUTE_ADDRESS: "100", ...payments }, log);
  outletId = await makeOutlet(world.owner);
});
afterAll(() => world.close());

const asToken = (token: string) => ({ "access-token": token });
/** Returns a function that returns the security events recorded from now on. */
function recorded(kind: string) {
  const start = lines.length;
  return () =>
    lines
      .slice(start)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.security === kind);
}

it("[LOG-1] records logins, refused logins, and logouts with account and address, but without secrets", async () => {
  const manager = newManager({ password: "unmistakable-secret-78" });
  const created = await createAccount(world.database, world.clock, manager);
  const account = created.kind === "created" ? created.accountId : "";
  const [succeeded, failed, loggedOut] = ["login.succeeded", "login.failed", "session.loggedOut"].map(
    recorded,
  );
  await tryLogin(world.http, manager.loginName, "unmistakable-guess-79");
  await tryLogin(world.http, "unmistakable-name-80", "unmistakable-guess-79");
  const { data } = await tryLogin(world.http, manager.loginName, manager.password);
  const secret = await encryptPassword(world.http, manager.password);
  await call(world.http, loginOperation, { account: manager.loginName, ...secret });
  await call(world.http, loginInfo, undefined, asToken(data.token));
  const again = await tryLogin(world.http, manager.loginName, manager.password);
  await call(world.http, logout, undefined, asToken(again.data.token));
  const address = "127.0.0.1";
  expect(succeeded?.()).toMatchObject([
    { account, address },
    { account, address },
    { account, address },
  ]);
  expect(failed?.()).toMatchObject([
    { account, address, reason: "loginRefused" },
    { account: null, address, reason: "loginRefused" },
  ]);
  expect(loggedOut?.()).toMatchObject([{ actor: `manager:${account}`, address }]);
  const written = lines.join("");
  for (const text of [manager.password, "unmistakable", data.token, again.data.token, secret.password])
    expect(written).not.toContain(text);
});

it("[LOG-1] records changed passwords and refused changes, but without passwords", async () => {
  const manager = newManager({ password: "unmistakable-secret-82" });
  const created = await createAccount(world.database, world.clock, manager);
  const account = created.kind === "created" ? created.accountId : "";
  const { data } = await tryLogin(world.http, manager.loginName, manager.password);
  const [changed, refused] = ["password.changed", "password.refused"].map(recorded);
  const change = async (current: string, wanted: string) => {
    const { keyId, encrypt } = await fetchEncryption(world.http);
    const secrets = { keyId, currentPassword: encrypt(current), newPassword: encrypt(wanted) };
    return (await call(world.http, changePassword, secrets, asToken(data.token))).code;
  };
  expect(await change("unmistakable-guess-83", "unmistakable-secret-84")).not.toBe(200);
  expect(await change(manager.password, "password1")).toBe(20108);
  expect(await change(manager.password, "unmistakable-secret-84")).toBe(200);
  const address = "127.0.0.1";
  expect(refused?.()).toMatchObject([
    { account, address, reason: expect.any(String) },
    { account, address, reason: "passwordCommon" },
  ]);
  expect(changed?.()).toMatchObject([{ account, address }]);
  expect(lines.join("")).not.toContain("unmistakable");
});

it("[LOG-1] records calls without permission, forged webhooks, and chairs with a wrong credential", async () => {
  const viewer = await makeManager(world.owner, { outletIds: [outletId], permissions: ["home"] });
  const forbidden = recorded("call.forbidden");
  expect((await call(world.http, orderList, {}, asToken(viewer.token))).code).toBe(403);
  await expect.poll(forbidden).toMatchObject([
    {
      actor: `manager:${viewer.caller.accountId}`,
      route: `/api${orderList.path}`,
      code: 403,
      address: "127.0.0.1",
    },
  ]);

  const forged = recorded("webhook.forged");
  const webhook = { method: "POST", url: webhookPath("stripe"), payload: '{"id":"evt_forged"}' } as const;
  expect((await world.http.inject(webhook)).statusCode).toBe(400);
  expect(forged()).toMatchObject([{ provider: "stripe", address: "127.0.0.1" }]);

  const refused = recorded("chair.refused");
  const deviceId = await makeDevice(world.owner, { outletId });
  const chair = mqtt.connect(world.broker.url, {
    clientId: deviceId,
    username: deviceId,
    password: "unmistakable-credential-81",
    reconnectPeriod: 0,
  });
  await new Promise<void>((resolve) => {
    chair.once("close", () => resolve());
  });
  chair.end(true);
  await expect.poll(refused).toMatchObject([{ deviceId, address: "127.0.0.1" }]);
  expect(lines.join("")).not.toContain("unmistakable-credential-81");
});

it("[LOG-1] records in the audit trail who exported what", async () => {
  const manager = await makeManager(world.owner, { outletIds: [outletId] });
  const exported = recorded("export.started");
  const response = await world.http.inject({
    url: `/api${orderExport.path}`,
    query: { format: "csv" },
    headers: asToken(manager.token),
  });
  expect(response.statusCode).toBe(200);
  const actor = `manager:${manager.caller.accountId}`;
  const facts = { operation: orderExport.name, rows: 0 };
  expect(exported()).toMatchObject([{ actor, ...facts }]);
  const trail = await sql<{ detail: object }>`SELECT detail FROM audit_entry
    WHERE actor = ${actor} AND action = 'export.started'`.execute(world.owner);
  expect(trail.rows).toMatchObject([{ detail: facts }]);
});

it("[LOG-1] records uploads that no policy allows, but neither their contents nor refused files", async () => {
  const { token } = await makeManager(world.owner, { outletIds: [outletId] });
  const policy = await policyFor(world.http, token);
  const forbidden = recorded("upload.forbidden");
  const forged = { ...policy, signature: "unmistakable-signature-85" };
  const bytes = Buffer.from("unmistakable-content-86");
  expect((await postForm(world.http, multipart(formOf(forged), { bytes }))).json()).toMatchObject({
    code: 20602,
    data: { reason: "policy" },
  });
  await postForm(world.http, multipart(formOf(policy), { bytes }));
  await world.http.inject("/uploads/default/none?unmistakable-query-87");
  expect(forbidden()).toMatchObject([
    { route: "/uploads/", address: "127.0.0.1", requestId: expect.any(String) },
  ]);
  const written = lines.join("");
  for (const text of ["unmistakable", policy.signature, policy.policy]) expect(written).not.toContain(text);
});

it("[LOG-1] records refusals by the limits on unpaid orders, reserved coupons, stored files, and feedback", async () => {
  const limited = recorded("call.rateLimited");
  // Stripe's API cannot be reached in tests, so this server offers the simulated payment.
  const shop = await openOrderApp({ UNPAID_ORDERS_PER_CUSTOMER: "1" }, log);
  onTestFinished(() => shop.close());
  const outlet = await makePricedOutlet(shop.owner);
  const couponCode = await makeCoupon(shop.owner, { property: "percent", percent: 50, maxUses: 1 });
  const [reserving, late] = [await makeCustomer(shop.owner), await makeCustomer(shop.owner)];
  const place = async ({ token }: typeof late) => {
    const deviceId = await makeDevice(shop.owner, { ...outlet, online: true });
    const request = { deviceId, priceId: outlet.priceIds[0], payType: "online", couponCode };
    return (await browserOf(shop.http, token).activate(request)).code;
  };
  const { ok, unpaidOrders, couponReserved, mediaQuota, feedbackDailyLimit } = resultCodes;
  expect(await place(reserving)).toBe(ok);
  expect(await place(reserving)).toBe(unpaidOrders);
  expect(await place(late)).toBe(couponReserved);

  const sender = await makeManager(shop.owner, { outletIds: [outlet.outletId] });
  const subject = ownerName({ accountId: sender.caller.accountId });
  const used = { day: dayOf(shop.clock.now()), subject, files: 208, bytes: 1 };
  await insertRows(shop.owner, "upload_usage", [used]);
  expect((await call(shop.http, getPolicy, {}, asToken(sender.token))).code).toBe(mediaQuota);

  const { token, caller } = await makeCustomer(shop.owner);
  const deviceId = await makeDevice(shop.owner, outlet);
  const sendFeedback = async () => {
    const of = { ...outlet, deviceId, customerId: caller.customerId, status: "cancelled" } as const;
    const request = { orderId: await makeOrder(shop.owner, of), problem: "I could not pay" };
    return (await call(shop.http, feedbackInsert, request, asToken(token))).code;
  };
  for (let sent = 1; sent <= 5; sent += 1) expect(await sendFeedback()).toBe(ok);
  expect(await sendFeedback()).toBe(feedbackDailyLimit);

  const actor = (customerId: string) => `customer:${customerId}`;
  const address = "127.0.0.1";
  await expect.poll(limited).toMatchObject([
    { code: unpaidOrders, actor: actor(reserving.caller.customerId), address },
    { code: couponReserved, actor: actor(late.caller.customerId), address },
    { code: mediaQuota, actor: `manager:${sender.caller.accountId}`, address },
    { code: feedbackDailyLimit, actor: actor(caller.customerId), address },
  ]);
  expect(lines.join("")).not.toContain(couponCode);
});

it("[LOG-1] records calls over the limit, in at most 10 lines per minute and address", async () => {
  const limited = recorded("call.rateLimited");
  let refused = 0;
  for (let attempt = 0; attempt < 300; attempt += 1)
    if ((await world.http.inject("/api/web/api/v1/login/public-key")).statusCode === 429) refused += 1;
  expect(refused).toBeGreaterThan(150);
  await expect.poll(() => limited().length).toBe(10);
  expect(limited()[0]).toMatchObject({ status: 429, address: "127.0.0.1" });
});
