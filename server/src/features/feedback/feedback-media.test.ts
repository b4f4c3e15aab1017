import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { feedbackInsert, feedbackOfOrder } from "@reposo/contract/feedback/feedback.ts";
import { createUploads } from "#features/uploads/index.ts";
import { readConfig } from "#platform/config/config.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { silentLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { makeCustomer, makeDevice, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { photo, upload } from "#test/clients/upload-client.ts";

let world: OrderApp;
let outlet: PricedOutlet;
let folder: string;
let deviceId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-feedback-media-"));
  world = await openOrderApp({ FILES_DIR: folder, UPLOAD_MB_PER_ORDER: "1" });
  outlet = await makePricedOutlet(world.owner);
  deviceId = await makeDevice(world.owner, outlet);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const as =
  (token: string, lang = "en_US") =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, { "access-token": token, lang });

async function customerWithOrder() {
  const { token, caller } = await makeCustomer(world.owner);
  const of = { ...outlet, deviceId, customerId: caller.customerId };
  return { token, of, orderId: await makeOrder(world.owner, { ...of, status: "completed" }) };
}
/** Returns a picture of noise, which has about 0.6 MB because it cannot be compressed. */
const noise = (): Promise<Buffer> =>
  sharp(randomBytes(1_100 * 1_000 * 3), { raw: { width: 1_100, height: 1_000, channels: 3 } })
    .webp({ quality: 80 })
    .toBuffer();
const description = { problem: "It stopped", abnormal: "" };

describe("files of feedback", () => {
  it.each([
    [
      "en_US",
      "Photos and videos can be added only to orders that were started with a coupon, or paid and not refunded",
    ],
    ["zh_CN", "只有使用优惠券启动，或已支付且未退款的订单才能添加图片和视频"],
    ["zh_TW", "只有使用優惠券啟動，或已付款且未退款的訂單才能新增圖片和影片"],
    [
      "id_ID",
      "Foto dan video hanya dapat ditambahkan ke pesanan yang dimulai dengan kupon, atau yang sudah dibayar dan dananya tidak dikembalikan",
    ],
  ])(
    "[FB-2] are refused in %s for unpaid and cancelled orders, whereas feedback without files is accepted",
    async (lang, message) => {
      const { token, of } = await customerWithOrder();
      const media = [await upload(world.http, token, { bytes: await photo() })];
      const orderId = await makeOrder(world.owner, { ...of, status: "unpaid" });
      const send = as(token, lang);
      expect(await send(feedbackInsert, { orderId, ...description, media })).toMatchObject({
        code: 20605,
        message,
      });
      await sql`UPDATE orders SET status = 'cancelled' WHERE order_id = ${orderId}`.execute(world.owner);
      expect(await send(feedbackInsert, { orderId, ...description, media })).toMatchObject({
        code: 20605,
        message,
      });
      expect((await send(feedbackOfOrder, { orderId })).data).toEqual([]);
      expect((await send(feedbackInsert, { orderId, ...description })).code).toBe(200);
    },
  );

  it("[FB-2] do not exceed the limit per order, however much feedback is sent at the same time", async () => {
    const { token, orderId } = await customerWithOrder();
    const bytes = await noise();
    const keys = [];
    for (let i = 0; i < 4; i += 1) keys.push(await upload(world.http, token, { bytes }));
    const answers = await Promise.all(
      keys.map((key) => as(token)(feedbackInsert, { orderId, ...description, media: [key] })),
    );
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 20606, 20606, 20606]);
    expect(answers.find(({ code }) => code === 20606)).toMatchObject({ data: { limit: "order" } });
    const { data } = await as(token)(feedbackOfOrder, { orderId });
    expect(data.map(({ media }) => media.length)).toEqual([1]);
    // After the refusals, feedback on the order can still be sent.
    const other = await as(token)(feedbackInsert, { orderId, ...description });
    expect(other.code).toBe(200);
  });

  it("[FB-2] are at most 104 per order", async () => {
    const { token, of, orderId } = await customerWithOrder();
    const now = world.clock.now();
    const keys = Array.from({ length: 105 }, () => {
      const dir = `default/20261121/${randomBytes(16).toString("base64url")}`;
      return { dir, key: `${dir}/chair.jpg` };
    });
    const stored = {
      customer_id: of.customerId,
      address_hash: Buffer.alloc(32),
      issued_at: now,
      expires_at: now,
      stored_at: now,
      kind: "picture",
      content_type: "image/webp",
      bytes: 1,
    };
    await insertRows(
      world.owner,
      "upload",
      keys.map((key) => ({ ...stored, ...key })),
    );
    const send = (from: number, to: number) => {
      const media = keys.slice(from, to).map(({ key }) => key);
      return as(token)(feedbackInsert, { orderId, ...description, media });
    };
    expect([(await send(0, 52)).code, (await send(52, 103)).code]).toEqual([200, 200]);
    expect(await send(103, 105)).toMatchObject({ code: 20606, data: { limit: "order" } });
    expect((await send(103, 104)).code).toBe(200);
  });

  it("[FB-2] are deleted at the end of their retention, whereas the texts are kept", async () => {
    const { token, orderId } = await customerWithOrder();
    const key = await upload(world.http, token, { bytes: await photo() });
    await as(token)(feedbackInsert, { orderId, ...description, media: [key] });
    const dir = key.split("/").slice(0, -1).join("/");
    const isStored = async () =>
      (await readdir(folder, { recursive: true })).some((name) => name.endsWith(dir));
    const storedAgo = (days: number) =>
      sql`UPDATE upload SET stored_at = ${new Date(world.clock.now().getTime() - days * 86_400_000)} WHERE dir = ${dir}`.execute(
        world.owner,
      );
    const { files, media } = readConfig({ FILES_DIR: folder, MEDIA_RETENTION_DAYS: "30" });
    const { database, clock } = world;
    const publicUrl = "https://chairs.example";
    const uploads = await createUploads({
      database,
      clock,
      log: silentLog,
      cipher: testCipher,
      publicUrl,
      files,
      media,
    });
    await storedAgo(29);
    await uploads.purgeUploads();
    expect(await isStored()).toBe(true);
    await storedAgo(31);
    await uploads.purgeUploads();
    expect(await isStored()).toBe(false);
    expect((await as(token)(feedbackOfOrder, { orderId })).data).toMatchObject([
      { problem: description.problem, mediaCount: 1, media: [] },
    ]);
    expect((await sql`SELECT FROM upload WHERE dir = ${dir}`.execute(world.owner)).rows).toEqual([]);
  });
});
