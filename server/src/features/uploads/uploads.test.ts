import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "#platform/postgres/sql.ts";
import OSS from "ali-oss";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, keyIn, multipart, photo, policyFor, postForm, upload } from "#test/clients/upload-client.ts";
import { gpsPosition, recordVideo, video } from "#test/media/videos.ts";
import { mediaLink } from "./serving/media-links.ts";
import { findMedia } from "./uploads-store.ts";

let app: UploadApp;
beforeAll(async () => {
  app = await openUploadApp();
});
afterAll(() => app.close());

const codeOf = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  (JSON.parse(answer.body) as { code: number }).code,
];
const linkTo = async (key: string): Promise<string> => mediaLink(await app.linkKey(), key, app.clock.now());

describe("a policy", () => {
  it("[FB-2] equals the policy that OSS's own client signs, byte for byte", async () => {
    const { policy, signature, accessid, dir, host, expiresAt } = await policyFor(app.http, app.token);
    const { secret } = await app.linkKey();
    const client = new OSS({
      accessKeyId: accessid,
      accessKeySecret: secret,
      bucket: "reposo",
      region: "oss-x",
    });
    const decoded: unknown = JSON.parse(Buffer.from(policy, "base64").toString());
    expect(client.calculatePostSignature(decoded as object)).toEqual({
      OSSAccessKeyId: accessid,
      policy,
      Signature: signature,
    });
    expect(signature).toBe(createHmac("sha1", secret).update(policy).digest("base64"));
    expect(host).toBe("https://chairs.example/uploads/");
    expect(dir).toMatch(/^default\/20261121\//);
    expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBe(300_000);
    expect(decoded).toMatchObject({
      expiration: expiresAt,
      conditions: expect.arrayContaining([{ bucket: "reposo" }, ["starts-with", "$key", `${dir}/`]]),
    });
  });

  it("[FB-2] stores only one file, even after further attempts", async () => {
    const policy = await policyFor(app.http, app.token, "feedback");
    const bytes = await photo();
    const answers = await Promise.all(
      [1, 2, 3].map(() => postForm(app.http, multipart(formOf(policy), { bytes }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 403, 403]);
    const again = await postForm(app.http, multipart(formOf(policy, keyIn(policy, "b.jpg")), { bytes }));
    expect(codeOf(again)).toEqual([403, 20602]);
  });

  it("[FB-2] can be used again until it expires, if its file was truncated or rejected", async () => {
    const policy = await policyFor(app.http, app.token);
    const whole = multipart(formOf(policy), { bytes: await photo() });
    const cut = { ...whole, payload: whole.payload.subarray(0, whole.payload.length - 300) };
    expect(codeOf(await postForm(app.http, cut))).toEqual([403, 20602]);
    const page = multipart(formOf(policy), { bytes: Buffer.from("<html>") });
    expect(codeOf(await postForm(app.http, page))).toEqual([403, 20602]);
    expect((await postForm(app.http, whole)).statusCode).toBe(200);
  });

  it("[FB-2] is checked for the time when the request began", async () => {
    const policy = await policyFor(app.http, app.token);
    const form = multipart(formOf(policy), { bytes: await photo() });
    app.clock.advance(300_000);
    expect(codeOf(await postForm(app.http, form))).toEqual([403, 20602]);
  });

  it("[FB-2] is refused to clients that collect many policies without using them", async () => {
    const { token } = await makePayingCustomer(app.db.owner);
    for (let i = 0; i < 104; i += 1) await policyFor(app.http, token);
    await expect(policyFor(app.http, token)).rejects.toThrow("20606");
  });
});

describe("a picture", () => {
  it("[FB-2] is rotated, scaled, and loses its location; the original is not stored", async () => {
    const bytes = await photo(4000, 3000);
    expect((await sharp(bytes).metadata()).exif?.includes("secret")).toBe(true);
    const key = await upload(app.http, app.token, { bytes });
    const answer = await app.http.inject(await linkTo(key));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
    });
    const result = await sharp(answer.rawPayload).metadata();
    expect(result).toMatchObject({ format: "webp", width: 1920, height: 2560 });
    expect([result.exif, result.xmp, result.orientation]).toEqual([undefined, undefined, undefined]);
    for (const path of await app.storedFiles()) expect((await readFile(path)).includes("secret")).toBe(false);
  });

  it.each(["png", "webp"] as const)(
    "[FB-2] may be a %s file, with or without its declared type",
    async (format) => {
      const bytes = await sharp(await photo())
        .toFormat(format)
        .toBuffer();
      for (const type of [`image/${format}`, "application/octet-stream"]) {
        const key = await upload(app.http, app.token, { bytes, type });
        expect(await findMedia(app.db.database, key)).toMatchObject({
          kind: "picture",
          contentType: "image/webp",
        });
      }
    },
  );

  it("[FB-2] of a phone that writes HEIC is converted for every browser", async () => {
    const bytes = await readFile(new URL("../../../test/media/chair.heic", import.meta.url));
    const key = await upload(app.http, app.token, { bytes, type: "image/heic" });
    const answer = await app.http.inject(await linkTo(key));
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ format: "raw", width: 64, height: 64 });
    // Red at the left, blue at the right.
    expect(data[0]).toBeGreaterThan(180);
    expect(data[(info.width - 1) * info.channels + 2]).toBeGreaterThan(180);
  });

  it("[FB-2] of a HEIC container is its primary picture, even if another one is before it", async () => {
    const bytes = await readFile(new URL("../../../test/media/second-is-primary.heic", import.meta.url));
    const key = await upload(app.http, app.token, { bytes, type: "image/heic" });
    const answer = await app.http.inject(await linkTo(key));
    const { channels, ...picture } = await sharp(answer.rawPayload).stats();
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 640, height: 480 });
    expect(picture.dominant.b).toBeGreaterThan(180);
    expect(channels[0]?.mean).toBeLessThan(60);
  });

  it("[FB-2] is readable only by a signed link, for a limited time", async () => {
    const key = await upload(app.http, app.token, { bytes: await photo() });
    const link = await linkTo(key);
    expect(codeOf(await app.http.inject(`/uploads/${key}`))).toEqual([403, 20602]);
    expect(codeOf(await app.http.inject(link.replace(/signature=../, "signature=zz")))).toEqual([403, 20602]);
    expect(codeOf(await app.http.inject(`${link}&variant=poster`))).toEqual([403, 20602]);
    expect((await app.http.inject(link)).statusCode).toBe(200);
    app.clock.advance(31 * 60_000);
    expect(codeOf(await app.http.inject(link))).toEqual([403, 20602]);
  });
});

describe("a video", () => {
  it.each(["a.mp4", "a.webm", "a.mov", "a.3gp"] as const)(
    "[FB-2] may be a file such as %s, and gets a poster",
    async (name) => {
      const bytes = await recordVideo(name);
      const key = await upload(app.http, app.token, { bytes, type: "video/mp4" });
      const result = await findMedia(app.db.database, key);
      expect(result).toMatchObject({ kind: "video", hasPoster: true });
      expect(result?.durationSeconds).toBeGreaterThan(0.9);
      for (const path of await app.storedFiles())
        expect((await readFile(path)).includes(gpsPosition)).toBe(false);
      const link = await linkTo(key);
      const whole = (await app.http.inject(link)).rawPayload;
      expect(whole.length).toBe(result?.bytes);
      const part = await app.http.inject({ url: link, headers: { range: "bytes=4-9" } });
      expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 4-9/${whole.length}`]);
      expect(part.rawPayload).toEqual(whole.subarray(4, 10));
      expect((await app.http.inject({ url: link, headers: { range: "bytes=999999999-" } })).statusCode).toBe(
        416,
      );
      for (const range of ["bytes=5-2", "bytes=0-1,4-5", "rows=1-2"])
        expect(await app.http.inject({ url: link, headers: { range } })).toMatchObject({
          statusCode: 200,
          rawPayload: whole,
        });
    },
  );

  it("[FB-2] that is too long, or has no picture, is rejected", async () => {
    const refusals = [
      [await recordVideo("a.webm", { seconds: 902, framesPerSecond: 1, silent: true }), "videoTooLong"],
      [video().subarray(0, 200), "broken"],
    ] as const;
    for (const [bytes, reason] of refusals) {
      const policy = await policyFor(app.http, app.token);
      const answer = await postForm(app.http, multipart(formOf(policy), { bytes, type: "video/mp4" }));
      expect([...codeOf(answer), answer.json<{ data: object }>().data]).toEqual([403, 20602, { reason }]);
    }
    // Records fifteen minutes of video, which takes more than a minute on a busy machine.
  }, 240_000);
});

describe("the keys of policies and links", () => {
  it("[KEY-1] [FB-2] are replaced after 30 days and stored encrypted; signatures of the earlier key stay valid", async () => {
    const own = await openUploadApp();
    const key = await upload(own.http, own.token, { bytes: await photo() });
    const before = await own.linkKey();
    own.clock.advance(30 * 86_400_000 - 60_000);
    const link = mediaLink(before, key, own.clock.now());
    const earlier = await policyFor(own.http, own.token);
    expect(earlier.accessid).toBe(before.accessKeyId);
    own.clock.advance(120_000);
    const after = await own.linkKey();
    expect(after.accessKeyId).not.toBe(before.accessKeyId);
    expect((await policyFor(own.http, own.token)).accessid).toBe(after.accessKeyId);

    expect((await own.http.inject(link)).statusCode).toBe(200);
    const posted = await postForm(own.http, multipart(formOf(earlier), { bytes: await photo() }));
    expect(posted.statusCode).toBe(200);
    for (const forged of [
      link.replace(before.accessKeyId, after.accessKeyId),
      link.replace(before.accessKeyId, randomUUID()),
      link.replace(before.accessKeyId, "'"),
      link.replace(/keyId=[^&]+&/, ""),
    ])
      expect((await own.http.inject(forged)).statusCode, forged).toBe(403);

    const stored = await sql<{ sealed: Buffer }>`SELECT sealed_secret AS sealed FROM server_key`.execute(
      own.db.owner,
    );
    expect(stored.rows).toHaveLength(2);
    for (const { sealed } of stored.rows)
      for (const { secret } of [before, after])
        expect(sealed.includes(Buffer.from(secret, "base64url"))).toBe(false);
    await own.close();
  });
});

describe("an unused file", () => {
  it("[FB-2] is deleted with its row after a day, not earlier", async () => {
    const other = await openUploadApp();
    await upload(other.http, other.token, { bytes: await photo() });
    other.clock.advance(23 * 3_600_000);
    await other.uploads.purgeUploads();
    expect(await other.storedFiles()).toHaveLength(1);
    other.clock.advance(2 * 3_600_000);
    await other.uploads.purgeUploads();
    expect(await other.storedFiles()).toEqual([]);
    await other.close();
  });
});
