import { sql } from "#platform/postgres/sql.ts";
import { afterEach, describe, expect, it } from "vitest";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, multipart, photo, policyFor, postForm, upload } from "#test/clients/upload-client.ts";
import { insertRows } from "#test/database/insert-rows.ts";

const largeQuota = { files: 1_000, bytes: 1024 ** 3 };
let app: UploadApp;
afterEach(() => app.close());

const post = async (token: string, lang = "en_US") => {
  const form = multipart(formOf(await policyFor(app.http, token)), { bytes: await photo() });
  return () => postForm(app.http, form, { lang });
};
const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);

describe("who may send files", () => {
  it("[FB-2] includes customers with an order paid by money or a coupon, and all managers", async () => {
    app = await openUploadApp();
    const { token, caller } = await makeCustomer(app.db.owner);
    const outlet = await makePricedOutlet(app.db.owner);
    const of = { ...outlet, deviceId: await makeDevice(app.db.owner, outlet), customerId: caller.customerId };
    await expect(policyFor(app.http, token)).rejects.toThrow("20605");
    const orderId = await makeOrder(app.db.owner, { ...of, status: "unpaid" });
    await expect(policyFor(app.http, token)).rejects.toThrow("20605");
    await sql`UPDATE orders SET status = 'cancelled' WHERE order_id = ${orderId}`.execute(app.db.owner);
    await expect(policyFor(app.http, token)).rejects.toThrow("20605");
    await makeOrder(app.db.owner, { ...of, status: "running" });
    expect(await upload(app.http, token, { bytes: await photo() })).toContain("default/");
    const manager = await makeManager(app.db.owner, { outletIds: [outlet.outletId] });
    expect(await upload(app.http, manager.token, { bytes: await photo() })).toContain("default/");
  });

  it("[FB-2] includes a browser that was granted access to such an order", async () => {
    app = await openUploadApp();
    const { token, caller } = await makeCustomer(app.db.owner);
    const outlet = await makePricedOutlet(app.db.owner);
    const of = { ...outlet, deviceId: await makeDevice(app.db.owner, outlet) };
    const orderId = await makeOrder(app.db.owner, { ...of, status: "completed" });
    const grant = { customer_id: caller.customerId, order_id: orderId };
    await insertRows(app.db.owner, "customer_order_grant", [grant]);
    expect(await upload(app.http, token, { bytes: await photo() })).toContain("default/");
  });
});

describe("what may be stored on a day", () => {
  it("[FB-2] by one sender is limited in files, even if many arrive concurrently; the limit starts again the next day", async () => {
    app = await openUploadApp({
      media: { quotas: { order: largeQuota, sender: { ...largeQuota, files: 3 }, day: largeQuota } },
    });
    const posts = await Promise.all(Array.from({ length: 8 }, () => post(app.token, "zh_CN")));
    const answers = await Promise.all(posts.map((send) => send()));
    expect(statuses(answers)).toEqual([200, 200, 200, 403, 403, 403, 403, 403]);
    const refused = answers.find(({ statusCode }) => statusCode === 403);
    expect(refused?.json()).toMatchObject({
      code: 20602,
      message: "图片和视频已达上限，请明天再试",
      data: { reason: "quota" },
    });
    expect(await app.storedFiles()).toHaveLength(3);
    await expect(policyFor(app.http, app.token)).rejects.toThrow("20606");
    // The quota applies until the end of the day in UTC.
    app.clock.advance(12 * 3_600_000);
    await expect(policyFor(app.http, app.token)).rejects.toThrow("20606");
    app.clock.advance(12 * 3_600_000);
    expect((await (await post(app.token))()).statusCode).toBe(200);
  });

  it("[FB-2] by all senders is limited in bytes", async () => {
    app = await openUploadApp();
    await upload(app.http, app.token, { bytes: await photo() });
    const { bytes } = (await sql<{ bytes: number }>`SELECT bytes FROM upload`.execute(app.db.database))
      .rows[0] ?? { bytes: 0 };
    await app.close();

    const quotas = { order: largeQuota, sender: largeQuota, day: { ...largeQuota, bytes: 2 * bytes } };
    app = await openUploadApp({ media: { quotas } });
    const senders = await Promise.all(Array.from({ length: 4 }, () => makePayingCustomer(app.db.owner)));
    const posts = await Promise.all(senders.map(({ token }) => post(token)));
    expect(statuses(await Promise.all(posts.map((send) => send())))).toEqual([200, 200, 403, 403]);
    expect(await app.storedFiles()).toHaveLength(2);
    await expect(policyFor(app.http, app.token)).rejects.toThrow("20606");
  });
});
