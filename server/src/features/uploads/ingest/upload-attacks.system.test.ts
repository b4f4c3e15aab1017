import { maxPictureBytes, maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join, relative } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import { memoryInUse } from "#test/processes/memory-in-use.ts";
import { printedSeed } from "#test/random-seed.ts";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import {
  formOf,
  keyIn,
  multipart,
  type Policy,
  photo,
  policyFor,
  postForm,
} from "#test/clients/upload-client.ts";
import { video } from "#test/media/videos.ts";
import { mediaLink } from "#features/uploads/serving/media-links.ts";
import { isTooSlow, isZip } from "#features/uploads/media-rules.ts";

/** Number of altered forms: `npm run test:system` runs a sample; `npm run campaign -- policies` runs 10,000. */
const alteredForms = Number(process.env["REPOSO_POLICY_RUNS"] ?? 1_000);

let app: UploadApp;
let origin: string;
beforeAll(async () => {
  app = await openUploadApp();
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const send = async (bytes: Buffer, type?: string) => {
  const policy = await policyFor(app.http, app.token);
  return postForm(app.http, multipart(formOf(policy), { bytes, ...(type && { type }) }));
};
const refused = { code: 20602, data: { reason: expect.any(String) as string } };
const nothing = async () => expect(await app.storedFiles()).toEqual([]);

/** Adds a comment to a JPEG, which stays valid. */
const commented = (jpeg: Buffer, comment: Buffer) => {
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
};
const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);

describe("[FB-2] content that is rejected", () => {
  const corpus: [name: string, make: () => Promise<Buffer>, type?: string][] = [
    ["a page", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    [
      "a drawing that runs",
      async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
    ],
    ["the same, with a declaration", async () => Buffer.from(`<?xml version="1.0"?><svg/>`), "image/svg+xml"],
    ["text", async () => Buffer.from("the chair did not start")],
    ["nothing", async () => Buffer.alloc(0)],
    [
      "a GIF",
      async () =>
        sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
    ],
    [
      "an AVIF",
      async () =>
        sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
          .avif()
          .toBuffer(),
    ],
    ["a program", async () => Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(9000)])],
    ["a ZIP", async () => Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(99), emptyZip])],
    [
      "a JPEG that is a page",
      async () => commented(await photo(), Buffer.from("<html><script>alert(1)</script>")),
    ],
    [
      "a JPEG that is a page at its end",
      async () => Buffer.concat([await photo(), Buffer.from("<SCRIPT src=x></SCRIPT>")]),
    ],
    [
      "a JPEG that is a program of PHP",
      async () => commented(await photo(), Buffer.from("<?php system($_GET[0]);")),
    ],
    ["a JPEG that is a ZIP", async () => Buffer.concat([await photo(), emptyZip])],
    ["a JPEG that is a PDF", async () => commented(await photo(), Buffer.from("%PDF-1.4\n"))],
    [
      "a video that is a page",
      async () => Buffer.concat([video(), box("free", "<html><body onload=alert(1)>")]),
      "video/mp4",
    ],
    ["a video that is a ZIP", async () => Buffer.concat([video(), emptyZip]), "video/mp4"],
    ["half a JPEG", async () => (await photo()).subarray(0, 700)],
    [
      "a JPEG's first bytes",
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(9000)]),
    ],
    ["a video that calls itself a picture", async () => video()],
    ["a picture that calls itself a video", photo, "video/mp4"],
    ["a picture that calls itself a page", photo, "text/html"],
  ];
  const box = (type: string, text: string) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(text.length + 8);
    return Buffer.concat([head, Buffer.from(type + text)]);
  };

  it.each(corpus)("%s", async (_name, make, type) => {
    const answer = await send(await make(), type);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject(refused);
    await nothing();
  });

  it("a picture of a billion pixels", async () => {
    const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    // The header states the size and ends with a checksum.
    bytes.writeUInt32BE(32_000, 16);
    bytes.writeUInt32BE(32_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    expect((await send(bytes, "image/png")).json()).toMatchObject({
      code: 20602,
      data: { reason: "tooManyPixels" },
    });
    await nothing();
  });

  it("a ZIP is detected by its end, whatever precedes it", () => {
    const tail = (bytes: Buffer) => bytes.toString("latin1");
    expect(isZip(tail(Buffer.concat([Buffer.alloc(500), emptyZip])))).toBe(true);
    expect(isZip(tail(Buffer.concat([emptyZip, Buffer.alloc(5)])))).toBe(false);
  });
});

describe("[FB-2] a file that is too large", () => {
  it("is rejected as a picture one byte above the limit, and accepted at the limit", async () => {
    const jpeg = await photo();
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    expect((await send(padded(maxPictureBytes))).statusCode).toBe(200);
    const answer = await send(padded(maxPictureBytes + 1));
    expect(answer.json()).toMatchObject({ code: 20602, data: { reason: "pictureTooLarge" } });
  });

  it("is rejected as a video in the sender's language, without increasing the server's memory", async () => {
    const empty = video().length;
    const before = memoryInUse();
    let peak = 0;
    const post = async (bytes: number) => {
      const policy = await policyFor(app.http, app.token);
      const whole = multipart(formOf(policy), { bytes: Buffer.from("FILE"), type: "video/mp4" });
      const at = whole.payload.indexOf("FILE");
      const start = video();
      start.writeUInt32BE(bytes - empty + 8, start.length - 8);
      async function* chunks() {
        yield whole.payload.subarray(0, at);
        yield start;
        for (let left = bytes - empty; left > 0; left -= 65_536) {
          yield Buffer.alloc(Math.min(left, 65_536));
          if (left % (16 * 1024 * 1024) < 65_536) peak = Math.max(peak, memoryInUse() - before);
        }
        yield whole.payload.subarray(at + 4);
      }
      const init = { method: "POST", headers: { ...whole.headers, lang: "zh_CN" }, duplex: "half" } as const;
      const response = await fetch(`${origin}/uploads/`, { ...init, body: ReadableStream.from(chunks()) });
      return { status: response.status, body: (await response.json()) as { message: string } };
    };
    expect((await post(maxVideoBytes)).status).toBe(200);
    const { status, body } = await post(maxVideoBytes + 1);
    expect([status, body.message]).toEqual([403, "视频不能大于 100 MB"]);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(16 * 1024 * 1024);
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    await nothing();
    // Two hundred megabytes take seconds, or half a minute on a busy machine.
  }, 120_000);
});

it("[FB-2] a file name with a script or a path is neither a stored name nor in a response", async () => {
  const own = await openUploadApp();
  onTestFinished(() => own.close());
  const folders: string[] = [];
  for (const filename of [
    "<script>alert(7)</script>.jpg",
    "<img src=x onerror=alert(7)>.jpg",
    "../../owner.lock",
    "/etc/cron.d/owner.lock",
  ]) {
    const policy = await policyFor(own.http, own.token);
    // The file's part and the field `name` accept any name, whereas a key with a path is refused.
    const script = filename.startsWith("<") ? filename.replaceAll("/", "") : "chair.jpg";
    const key = keyIn(policy, script);
    const fields = new Map([...formOf(policy, key), ["name", filename]] as const);
    const form = multipart([...fields], { bytes: await photo(), filename });
    const link = mediaLink(await own.linkKey(), key, own.clock.now());
    const answers = [
      await postForm(own.http, form),
      await own.http.inject(link),
      await postForm(own.http, form),
      await own.http.inject(`/uploads/${encodeURI(key)}`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 403]);
    const texts = [link, ...answers.flatMap(({ headers, body }) => [JSON.stringify(headers), body])];
    for (const text of texts) expect(text).not.toMatch(/<script|<img|owner\.lock/);
    folders.push(join("media", policy.dir));
  }
  const stored = (await own.storedFiles()).map((path) => relative(own.folder, path));
  expect(stored.toSorted()).toEqual(folders.toSorted());
});

describe("[FB-2] forms that no policy allows", () => {
  it.each([
    "../../etc/passwd",
    "a/b.jpg",
    "..",
    ".",
    "",
    "a\\b.jpg",
    "a\0.jpg",
    "a\r\nSet-Cookie: x.jpg",
    "x".repeat(301),
  ])("a key with path traversal or hidden files: %j", async (name) => {
    const policy = await policyFor(app.http, app.token);
    const form = multipart(formOf(policy, `${policy.dir}/${name}`), { bytes: await photo() });
    expect((await postForm(app.http, form)).json()).toMatchObject(refused);
    await nothing();
  });

  it("rejects another policy's folder, a parent folder, and an unknown folder", async () => {
    const [policy, other] = [await policyFor(app.http, app.token), await policyFor(app.http, app.token)];
    const unknown = `default/20261121/${"A".repeat(22)}`;
    for (const key of [keyIn(other), "a.jpg", `${policy.dir}`, `${policy.dir}x/a.jpg`, `/${keyIn(policy)}`]) {
      const form = multipart(formOf(policy, key), { bytes: await photo() });
      expect((await postForm(app.http, form)).json(), key).toMatchObject(refused);
    }
    const { secret } = await app.linkKey();
    const forged = Buffer.from(
      Buffer.from(policy.policy, "base64").toString().replaceAll(policy.dir, unknown),
    ).toString("base64");
    const signature = createHmac("sha1", secret).update(forged).digest("base64");
    const form = formOf({ ...policy, policy: forged, signature }, `${unknown}/a.jpg`);
    expect((await postForm(app.http, multipart(form, { bytes: await photo() }))).json()).toMatchObject(
      refused,
    );
    await nothing();
  });

  it("rejects missing, repeated, unknown, and late fields, a file under another name, two files, and no file", async () => {
    const policy = await policyFor(app.http, app.token);
    const fields = formOf(policy);
    const file = { bytes: await photo() };
    const without = (name: string) => fields.filter(([one]) => one !== name);
    const forms = [
      ...["key", "policy", "OSSAccessKeyId", "success_action_status", "signature"].map((name) =>
        multipart(without(name), file),
      ),
      ...fields.map((field) => multipart([...fields, field], file)),
      multipart([...fields, ["x-oss-object-acl", "public-read"]], file),
      multipart(without("signature"), file, [["signature", policy.signature]]),
      multipart(
        [
          ...without("callback"),
          ["callback", Buffer.from(`{"callbackUrl":"http://evil.example"}`).toString("base64")],
        ],
        file,
      ),
      multipart([...without("success_action_status"), ["success_action_status", "201"]], file),
      multipart(fields, { ...file, field: "picture" }),
      multipart(fields, null),
      { ...multipart(fields, file), headers: { "content-type": "application/json" } },
      { ...multipart(fields, file), headers: { "content-type": "multipart/form-data" } },
    ];
    for (const [index, form] of forms.entries()) {
      const answer = await postForm(app.http, form);
      expect([answer.statusCode, answer.json<{ code: number }>().code], `form ${index}`).toEqual([
        403, 20602,
      ]);
    }
    await nothing();
  });

  it(
    `${alteredForms} altered policies, signatures, and keys: none accepted`,
    async () => {
      const seed = printedSeed("altered upload policies");
      const policy = await policyFor(app.http, app.token);
      const bytes = await photo();
      const json = Buffer.from(policy.policy, "base64").toString();
      const original = new Map(formOf(policy));
      const altered = (text: string) =>
        fc
          .tuple(
            fc.nat(text.length),
            fc.nat(3),
            fc.constantFrom(
              "A",
              "z",
              "0",
              "9",
              "+",
              "/",
              "=",
              "-",
              "_",
              " ",
              ".",
              "{",
              "}",
              "[",
              "]",
              '"',
              ",",
              ":",
              "$",
            ),
          )
          .map(([at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut))
          .filter((result) => result !== text);
      const rewritten = fc
        .oneof(
          altered(json),
          fc.constant(json.replace("104857600", "999999999999")),
          fc.constant(json.replace(/"expiration":"[^"]+"/, `"expiration":"2099-01-01T00:00:00.000Z"`)),
          fc.constant(`{"expiration":"2099-01-01T00:00:00.000Z","conditions":[]}`),
        )
        .map((text): [string, string] => ["policy", Buffer.from(text).toString("base64")]);
      const field = (name: string) =>
        altered(original.get(name) ?? "").map((value): [string, string] => [name, value]);
      const mutation = fc.oneof(
        rewritten,
        field("policy"),
        field("signature"),
        field("OSSAccessKeyId"),
        field("callback"),
        field("success_action_status"),
        // Alters only the folder of the key, because senders may choose the file's name.
        fc
          .tuple(altered(policy.dir), fc.constantFrom("a.jpg", "../a.jpg", ""))
          .map(([dir, name]): [string, string] => ["key", `${dir}/${name}`]),
      );
      await fc.assert(
        fc.asyncProperty(mutation, async ([name, value]) => {
          const form = formOf(policy).map(([one, old]): [string, string] => [
            one,
            one === name ? value : old,
          ]);
          const { statusCode } = await postForm(app.http, multipart(form, { bytes }));
          return statusCode === 403;
        }),
        { seed, numRuns: alteredForms },
      );
      await nothing();
      expect((await postForm(app.http, multipart(formOf(policy), { bytes }))).statusCode).toBe(200);
    },
    60_000 + alteredForms * 20,
  );
});

describe("clients that send almost nothing", () => {
  const fine = { isVerified: true, elapsedMs: 600_000, windowMs: 30_000, windowBytes: 200_000 };
  it("[FB-2] are distinguished from slow clients", () => {
    expect(isTooSlow(fine)).toBe(false);
    expect(isTooSlow({ ...fine, windowMs: 29_000, windowBytes: 1 })).toBe(false);
    expect(isTooSlow({ ...fine, windowBytes: 100_000 })).toBe(true);
    expect(isTooSlow({ ...fine, elapsedMs: 36 * 60_000 })).toBe(true);
    expect(isTooSlow({ ...fine, isVerified: false })).toBe(true);
    expect(isTooSlow({ ...fine, isVerified: false, elapsedMs: 19_000, windowMs: 19_000 })).toBe(false);
  });

  it("[FB-2] do not take the place of others: forms without a policy, and one sender's many policies", async () => {
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const drip = async (form: Buffer, headers: Record<string, string>) => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      sockets.push(socket);
      await once(socket, "connect");
      const lines = Object.entries({ ...headers, host: "chairs", "content-length": String(maxVideoBytes) });
      socket.write(`POST /uploads/ HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
      socket.write(form);
    };
    const policy = await policyFor(app.http, app.token);
    const dripping = multipart(formOf(policy).slice(0, 1), { bytes: Buffer.from("FILE") });
    for (let count = 0; count < 20; count += 1)
      await drip(dripping.payload.subarray(0, 200), { ...dripping.headers });

    const attacker = await makePayingCustomer(app.db.owner);
    for (let count = 0; count < 20; count += 1) {
      const form = multipart(formOf(await policyFor(app.http, attacker.token)), {
        bytes: Buffer.from("FILE"),
      });
      await drip(form.payload.subarray(0, form.payload.indexOf("FILE") + 4), form.headers);
    }
    await expect.poll(() => receiving(app.db.owner)).toBe(4);
    const send = await fetchForm(await policyFor(app.http, attacker.token));
    expect([send.status, send.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await fetchForm(policy)).status).toBe(200);
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
  });

  async function fetchForm(policy: Policy): Promise<Response> {
    const { payload, headers } = multipart(formOf(policy), { bytes: await photo() });
    return fetch(`${origin}/uploads/`, { method: "POST", headers, body: new Uint8Array(payload) });
  }

  /** Returns the number of uploads that the server is receiving. */
  const receiving = async (db: Querier): Promise<number> =>
    (
      await sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM upload WHERE held_until IS NOT NULL AND stored_at IS NULL`.firstRow(
        db,
      )
    ).n;
});
