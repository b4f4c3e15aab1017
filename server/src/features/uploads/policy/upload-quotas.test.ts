import { PassThrough } from "node:stream";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { ownerName } from "#features/uploads/uploads-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterEach, describe, expect, it } from "vitest";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, multipart, photo, policyFor, postForm, upload } from "#test/clients/upload-client.ts";
import { call } from "#test/clients/http-client.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { dayOf } from "./upload-usage-store.ts";

const largeQuota = { files: 1_000, bytes: 1024 ** 3 };
let app: UploadApp;
afterEach(() => app.close());

const post = async (token: string, lang = "en_US") => {
  const form = multipart(formOf(await policyFor(app.http, token)), { bytes: await photo() });
  return () => postForm(app.http, form, { lang });
};
const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
/** Returns how many calls beyond a limit the security log has counted. */
const limitsRecorded = async () =>
  Number(
    /security_events_total\{event="call\.rateLimited"\} (\d+)/.exec(
      await app.http.service.metrics.text(),
    )?.[1],
  );

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
    const posts = await Promise.all(Array.from({ length: 4 }, () => post(app.token, "zh_CN")));
    const answers = await Promise.all(posts.map((send) => send()));
    expect(statuses(answers)).toEqual([200, 200, 200, 403]);
    const refused = answers.find(({ statusCode }) => statusCode === 403);
    expect(refused?.json()).toMatchObject({
      code: 20602,
      message: "图片和视频已达上限，请明天再试",
      data: { reason: "quota" },
    });
    expect(await app.storedFiles()).toHaveLength(3);
    expect(await limitsRecorded()).toBe(1);
    await expect(policyFor(app.http, app.token)).rejects.toThrow("20606");
    // The quota applies until the end of the day in UTC.
    app.clock.advance(12 * 3_600_000);
    await expect(policyFor(app.http, app.token)).rejects.toThrow("20606");
    app.clock.advance(12 * 3_600_000);
    expect((await (await post(app.token))()).statusCode).toBe(200);
  });

  it("[FB-2] by one sender includes files that are refused after processing", async () => {
    app = await openUploadApp({
      media: { quotas: { order: largeQuota, sender: { ...largeQuota, files: 2 }, day: largeQuota } },
    });
    const damaged = { bytes: (await photo()).subarray(0, 700) };
    for (let file = 0; file < 2; file += 1) {
      const form = multipart(formOf(await policyFor(app.http, app.token)), damaged);
      expect((await postForm(app.http, form)).json()).toMatchObject({ data: { reason: "broken" } });
    }
    await expect(policyFor(app.http, app.token)).rejects.toThrow("20606");
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

  it("[FB-2] by one sender is 600 MiB by default", async () => {
    app = await openUploadApp();
    const { caller, token } = await makePayingCustomer(app.db.owner);
    const { customerId } = caller;
    const used = { day: dayOf(app.clock.now()), subject: ownerName({ customerId }), files: 1 };
    await insertRows(app.db.owner, "upload_usage", [{ ...used, bytes: 600 * 1024 ** 2 - 1 }]);
    const answers = [await (await post(token))(), await (await post(app.token))()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 200]);
    await sql`UPDATE upload_usage SET bytes = bytes + 1 WHERE subject = ${used.subject}`.execute(
      app.db.owner,
    );
    await expect(policyFor(app.http, token)).rejects.toThrow("20606");
  });
});

describe("what may be stored in total", () => {
  it("[FB-2] without being attached is 8 GiB per address, until the files are deleted after a day", async () => {
    app = await openUploadApp();
    const issue = async (address: string) => {
      const { token } = await makePayingCustomer(app.db.owner);
      return call(app.http, getPolicy, {}, { "access-token": token, "x-forwarded-for": address });
    };
    // The files of two other customers at the address.
    const policies = [(await issue("198.51.100.1")).data, (await issue("198.51.100.1")).data];
    for (const policy of policies) {
      const form = multipart(formOf(policy), { bytes: await photo() });
      expect((await postForm(app.http, form)).statusCode).toBe(200);
    }
    const [first = "", second = ""] = policies.map(({ dir }) => dir);
    const setBytes = (dir: string, bytes: number) =>
      sql`UPDATE upload SET bytes = ${bytes} WHERE dir = ${dir}`.execute(app.db.owner);
    await setBytes(first, 8 * 1024 ** 3 - 2);
    await setBytes(second, 1);
    expect((await issue("198.51.100.1")).code).toBe(200);
    await setBytes(second, 2);
    expect(await issue("198.51.100.1")).toMatchObject({ code: 20606, data: { limit: "unused" } });
    expect((await issue("198.51.100.2")).code).toBe(200);
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    expect((await issue("198.51.100.1")).code).toBe(200);
  });

  it("[FB-2] leaves 300 MiB of the disk free", async () => {
    let free = 300 * 1024 ** 2 - 1;
    app = await openUploadApp({ freeBytes: async () => free });
    const send = await post(app.token);
    expect((await send()).statusCode).toBe(503);
    expect(await app.storedFiles()).toEqual([]);
    free += 1;
    expect((await send()).statusCode).toBe(200);
  });
});

describe("what a server receives at the same time", () => {
  it("[FB-2] is 64 files, 16 of them from one address, and 4 from one sender", async () => {
    app = await openUploadApp();
    /** Begins to send a file, and returns a function that ends the file and returns the response. */
    const begin = async (address: string, token: string) => {
      const { payload, headers } = multipart(formOf(await policyFor(app.http, token)), {
        bytes: Buffer.from("text"),
      });
      const body = new PassThrough();
      const start = payload.indexOf("text") + 1;
      body.write(payload.subarray(0, start));
      const response = app.http.inject({
        method: "POST",
        url: "/uploads/",
        payload: body,
        headers: { ...headers, "x-forwarded-for": address },
      });
      return () => {
        body.end(payload.subarray(start));
        return response;
      };
    };
    const refused = async (address: string, token = app.token) =>
      (await (await begin(address, token))()).statusCode === 429;
    const received = async () =>
      (
        await sql<{ count: number }>`
          SELECT count(*)::int AS count FROM upload WHERE held_until IS NOT NULL`.firstRow(app.db.owner)
      ).count;
    const ends = [];
    for (const host of [1, 2, 3, 4]) {
      expect(await refused(`198.51.100.${host}`)).toBe(false);
      for (let sender = 0; sender < 4; sender += 1) {
        const { token } = await makePayingCustomer(app.db.owner);
        for (let file = 0; file < 4; file += 1) ends.push(await begin(`198.51.100.${host}`, token));
        await expect.poll(received).toBe(ends.length);
        expect(await refused("198.51.100.9", token)).toBe(true);
      }
      expect(await refused(`198.51.100.${host}`)).toBe(true);
    }
    expect(await refused("198.51.100.5")).toBe(true);
    expect(await limitsRecorded()).toBe(21);
    // The text is refused as a file, after which another file may be sent.
    expect((await ends.pop()?.())?.statusCode).toBe(403);
    expect(await refused("198.51.100.5")).toBe(false);
    await Promise.all(ends.map((end) => end()));
  });
});
