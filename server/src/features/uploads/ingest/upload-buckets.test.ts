import { createSign, generateKeyPairSync } from "node:crypto";
import { uploadState } from "@reposo/contract/feedback/uploads.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BucketStandIn, bucketKeys, openBucketStandIn } from "#test/network/bucket-stand-in.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { eventually } from "#test/app/order-app.ts";
import { openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, keyIn, multipart, photo, policyFor, postForm, upload } from "#test/clients/upload-client.ts";
import { video } from "#test/media/videos.ts";
import { mediaLink } from "#features/uploads/serving/media-links.ts";
import { sql } from "#platform/postgres/sql.ts";
import { findMedia } from "#features/uploads/uploads-store.ts";

const bucket = { bucket: "chairs", region: "oss-ap-southeast-1", pathStyle: true, ...bucketKeys };
let standIn: BucketStandIn;
beforeAll(async () => {
  standIn = await openBucketStandIn(bucket.bucket);
});
afterAll(() => standIn.close());

const linkTo = async ({ linkKey, clock }: UploadApp, key: string) =>
  mediaLink(await linkKey(), key, clock.now());

describe("the own store on a bucket", () => {
  let app: UploadApp;
  beforeAll(async () => {
    app = await openUploadApp({ files: { bucket: { ...bucket, endpoint: standIn.endpoint } } });
  });
  afterAll(() => app.close());

  it("[FB-2] stores files, reads ranges, and removes files as on disk", async () => {
    const key = await upload(app.http, app.token, { bytes: video(), type: "video/mp4" });
    const stored = [...standIn.objects.keys()];
    expect(stored).toEqual([expect.stringMatching(/^media\/default\//), expect.stringMatching(/^posters\//)]);
    const result = standIn.objects.get(stored[0] ?? "")?.bytes ?? Buffer.alloc(0);
    expect(await app.storedFiles()).toEqual([]);
    const link = await linkTo(app, key);
    expect((await app.http.inject(link)).rawPayload.equals(result)).toBe(true);
    const part = await app.http.inject({ url: link, headers: { range: "bytes=-7" } });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 7]);
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    expect(standIn.objects.size).toBe(0);
    expect((await app.http.inject(await linkTo(app, key))).statusCode).toBe(403);
  });

  it("[FB-2] retries after temporary errors of the bucket, and stores nothing if the bucket stays unavailable", async () => {
    standIn.failNext("PUT", 500);
    await upload(app.http, app.token, { bytes: await photo() });
    const policy = await policyFor(app.http, app.token);
    standIn.failNext("PUT", 500, 3);
    const form = multipart(formOf(policy), { bytes: await photo() });
    expect((await postForm(app.http, form)).statusCode).toBe(500);
    expect(await findMedia(app.db.database, keyIn(policy))).toBeNull();
    expect((await postForm(app.http, form)).statusCode).toBe(200);
  });
});

describe("a bucket that browsers upload to", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let app: UploadApp;
  beforeAll(async () => {
    standIn.objects.clear();
    app = await openUploadApp({
      files: {
        bucket: { ...bucket, endpoint: standIn.endpoint },
        oss: {
          uploadUrl: "https://chairs.oss.example/",
          callbackKey: publicKey.export({ type: "spki", format: "pem" }),
        },
      },
    });
  });
  afterAll(() => app.close());

  const sendCallback = (key: string, { from = "chairs", signer = privateKey, size = 1 } = {}) => {
    const url = "/uploads/callback";
    const fields = { bucket: from, object: key, size: String(size), mimeType: "image/jpeg" };
    const body = new URLSearchParams(fields).toString();
    const authorization = createSign("RSA-MD5").update(`${url}\n${body}`).sign(signer, "base64");
    const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
    return app.http.inject({ method: "POST", url, headers, payload: body });
  };
  /** Stores an object in the bucket, as OSS does if the browser's form is valid. */
  const arrive = async (bytes: Buffer, name?: string) => {
    const policy = await policyFor(app.http, app.token);
    const key = keyIn(policy, name);
    standIn.objects.set(key, { bytes, contentType: "image/jpeg" });
    return { policy, key };
  };

  it("[FB-2] is named in the policy, which the bucket's key signs; the server's own store accepts no files", async () => {
    const { policy } = await arrive(await photo());
    expect([policy.host, policy.accessid]).toEqual(["https://chairs.oss.example/", bucketKeys.accessKeyId]);
    const callback = JSON.parse(Buffer.from(policy.callback, "base64").toString()) as object;
    expect(callback).toMatchObject({ callbackUrl: "https://chairs.example/uploads/callback" });
    const form = multipart(formOf(policy), { bytes: await photo() });
    expect((await postForm(app.http, form)).statusCode).toBe(404);
  });

  it("[FB-2] is processed if its callback is signed: the file is validated and re-encoded, and the original is removed", async () => {
    const { key } = await arrive(await photo());
    expect(
      (await sendCallback(key, { signer: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey }))
        .statusCode,
    ).toBe(403);
    expect((await sendCallback(key, { from: "elsewhere" })).statusCode).toBe(403);
    expect(standIn.objects.has(key)).toBe(true);
    expect((await sendCallback(key)).statusCode).toBe(200);
    expect(standIn.objects.has(key)).toBe(false);
    const read = await app.http.inject(await linkTo(app, key));
    expect([read.statusCode, read.headers["content-type"]]).toEqual([200, "image/webp"]);
  });

  const stateOf = async (key: string, token = app.token) =>
    (await call(app.http, uploadState, { key }, { "access-token": token })).data.state;
  /** Advances the clock, so that pending requests poll again. */
  const settled = async <R>(answers: Promise<R>): Promise<R> => {
    let isDone = false;
    const done = answers.finally(() => {
      isDone = true;
    });
    await eventually(() => {
      app.clock.advance(100);
      expect(isDone).toBe(true);
    });
    return done;
  };

  /** Attaches a stored file to a new feedback. */
  const useFor = (key: string) =>
    sql`
    WITH sent AS (
      INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, customer_id, problem, abnormal,
        media_count, state, created_at)
      SELECT gen_random_uuid(), 'FB-0000-0001', o.order_id, o.outlet_id, o.device_id, o.customer_id, 'It stopped', '', 1,
        'sent', o.ordered_at
      FROM orders o JOIN upload USING (customer_id) WHERE key = ${key} RETURNING feedback_id)
    UPDATE upload SET feedback_id = sent.feedback_id, position = 1 FROM sent WHERE key = ${key}`.execute(
      app.db.owner,
    );

  it("[FB-2] stores a file once, even if callbacks are repeated or concurrent", async () => {
    const { key } = await arrive(await photo());
    const before = standIn.puts.length;
    const callbacks = Promise.all([1, 2, 3, 4].map(() => sendCallback(key)));
    // The clock advances only after the file is stored, so that no request times out earlier.
    await eventually(async () => expect(await stateOf(key)).toBe("stored"));
    const answers = await settled(callbacks);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    // The browser received an error and sent the file again under the same policy.
    standIn.objects.set(key, { bytes: await photo(320, 240), contentType: "image/jpeg" });
    expect((await sendCallback(key)).statusCode).toBe(200);
    expect(standIn.objects.has(key)).toBe(false);
    expect(standIn.puts.slice(before)).toEqual([expect.stringMatching(/^media\//)]);
    const other = key.replace("chair", "other");
    standIn.objects.set(other, { bytes: await photo(), contentType: "image/jpeg" });
    expect((await sendCallback(other)).statusCode).toBe(403);
    expect(standIn.objects.has(other)).toBe(false);
    expect(await stateOf(key)).toBe("stored");
    expect(await stateOf(other)).toBe("absent");
    expect(await stateOf(key, (await makeCustomer(app.db.owner)).token)).toBe("absent");
  });

  it("[FB-2] stores a file once if the response is late and the browser requests the file's state", async () => {
    const { key } = await arrive(await photo());
    expect(await stateOf(key)).toBe("absent");
    const release = standIn.delayNext("GET");
    const first = sendCallback(key);
    await eventually(async () => expect(await stateOf(key)).toBe("receiving"));
    // OSS timed out on the first callback and the browser sent the file again, while the first request is still reading
    // it.
    const second = await settled(sendCallback(key));
    expect(second.statusCode).toBe(503);
    expect(standIn.objects.has(key)).toBe(true);
    release();
    expect((await first).statusCode).toBe(200);
    expect(await stateOf(key)).toBe("stored");
    expect((await sendCallback(key)).statusCode).toBe(200);
    expect((await app.http.inject(await linkTo(app, key))).statusCode).toBe(200);
  });

  it("[FB-2] deletes a file without a callback after a day, and no other object", async () => {
    const { key } = await arrive(await photo());
    standIn.objects.set("ours/to/keep.txt", { bytes: Buffer.from("x"), contentType: "text/plain" });
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    expect(standIn.objects.has(key)).toBe(false);
    expect(standIn.objects.has("ours/to/keep.txt")).toBe(true);
    standIn.objects.delete("ours/to/keep.txt");
  });

  it("[FB-2] [ATTACK-3] deletes all objects that a browser uploaded with one policy, also more than a list contains", async () => {
    const { policy } = await arrive(await photo());
    for (let file = 0; file < 1_100; file += 1)
      standIn.objects.set(keyIn(policy, `${file}.jpg`), {
        bytes: Buffer.from("x"),
        contentType: "image/jpeg",
      });
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    // One purge reads ten lists of a folder, and a later one continues.
    expect(standIn.objects.size).toBe(101);
    app.clock.advance(3_600_000);
    await app.uploads.purgeUploads();
    expect(standIn.objects.size).toBe(0);
  });

  it("[FB-2] accepts a processed file whose original cannot be deleted, and deletes the original after a day", async () => {
    const { policy, key } = await arrive(await photo());
    standIn.failNext("DELETE", 500, 3);
    expect((await sendCallback(key)).statusCode).toBe(200);
    expect(await stateOf(key)).toBe("stored");
    expect(standIn.objects.has(key)).toBe(true);
    await useFor(key);
    // The browser uploaded another file under the same policy, for which no callback arrived.
    const other = keyIn(policy, "other.jpg");
    standIn.objects.set(other, { bytes: await photo(), contentType: "image/jpeg" });
    app.clock.advance(23 * 3_600_000);
    await app.uploads.purgeUploads();
    expect(standIn.objects.has(key)).toBe(true);
    app.clock.advance(2 * 3_600_000);
    standIn.failNext("DELETE", 500, 3);
    // The purge skips a folder that cannot be cleared, and a later one clears it.
    await app.uploads.purgeUploads();
    expect(standIn.objects.has(key)).toBe(true);
    await app.uploads.purgeUploads();
    expect([standIn.objects.has(key), standIn.objects.has(other)]).toEqual([false, false]);
    expect((await app.http.inject(await linkTo(app, key))).statusCode).toBe(200);
  });

  it("[FB-2] states why a file is refused, even if the file cannot be deleted", async () => {
    const { key } = await arrive(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    standIn.failNext("DELETE", 500, 3);
    const answer = await sendCallback(key);
    expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([403, 20602]);
    expect(standIn.objects.has(key)).toBe(true);
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    expect(standIn.objects.has(key)).toBe(false);
  });

  it("[FB-2] reports a file that could not be read to the waiting client", async () => {
    const { key } = await arrive(Buffer.from("no picture at all"));
    const release = standIn.delayNext("GET");
    const both = Promise.all([sendCallback(key), sendCallback(key)]);
    await eventually(async () => expect(await stateOf(key)).toBe("receiving"));
    release();
    await eventually(async () => expect(await stateOf(key)).toBe("absent"));
    expect((await settled(both)).map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect(await stateOf(key)).toBe("absent");
    expect(standIn.objects.has(key)).toBe(false);
  });

  it("[FB-2] rejects the same content as the server's own store, and removes it immediately", async () => {
    const { key } = await arrive(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    const answer = await sendCallback(key);
    expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([403, 20602]);
    expect(standIn.objects.has(key)).toBe(false);
    const { key: large } = await arrive(await photo());
    expect((await sendCallback(large, { size: 104_857_601 })).statusCode).toBe(403);
  });
});

it("[FB-2] [LOG-1] rejects a callback with an unpublished key, and records it in the security log", async () => {
  const app = await openUploadApp({
    files: {
      bucket: { ...bucket, endpoint: standIn.endpoint },
      oss: { uploadUrl: "https://chairs.oss.example/", callbackKey: null },
    },
  });
  const named = ["", "https://elsewhere.example/key.pem", "https://gosspublic.alicdn.com/%00"];
  for (const url of named) {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-oss-pub-key-url": Buffer.from(url).toString("base64"),
    };
    const answer = await app.http.inject({
      method: "POST",
      url: "/uploads/callback",
      headers,
      payload: "a=b",
    });
    expect(answer.statusCode).toBe(403);
  }
  expect(await app.http.service.metrics.text()).toContain(
    `reposo_security_events_total{event="upload.forbidden"} ${named.length}`,
  );
  await app.close();
});
